/**
 * Messages with places for values: `{name}`, `{n, plural, one {# move} other {# moves}}`, with exact
 * numbers as `=0`, and `{who, select, x {he} other {they}}`. `#` is the number of the plural around it.
 */

export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'number' }
  | { kind: 'value'; name: string }
  | { kind: 'choice'; by: 'plural' | 'select'; name: string; cases: Map<string, Part[]> };

/** A message that cannot be read, or that is not given what it needs. */
export class MessageError extends Error {}

/** No line ends between a number and its sign, nor before what French sets apart by a space. */
const HELD_SPACE = / (?=[%:;?!»])|(?<=«) /g;
const parsed = new Map<string, Part[]>();
const plurals = new Map<string, Intl.PluralRules>();

/** The text of a message in a language. */
export function format(message: string, values: Values, language: string): string {
  let parts = parsed.get(message);
  if (parts === undefined) {
    parts = parse(message.replaceAll(HELD_SPACE, '\u00a0'));
    parsed.set(message, parts);
  }
  return say(parts, values, language, 0);
}

/** The names of the values that a message needs, sorted. */
export function valuesOf(message: string): string[] {
  const names = new Set<string>();
  const walk = (parts: Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'value' || part.kind === 'choice') names.add(part.name);
      if (part.kind === 'choice') part.cases.forEach(walk);
    }
  };
  walk(parse(message));
  return [...names].sort();
}

function say(parts: Part[], values: Values, language: string, number: number): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'number':
          return String(number);
        case 'value':
          return String(valueOf(part.name, values));
        case 'choice': {
          const value = valueOf(part.name, values);
          const chosen = chosenCase(part, value, language);
          return say(chosen, values, language, part.by === 'plural' ? Number(value) : number);
        }
      }
    })
    .join('');
}

function valueOf(name: string, values: Values): Value {
  const value = values[name];
  if (value === undefined) throw new MessageError(`no value for {${name}}`);
  return value;
}

function chosenCase(
  part: Extract<Part, { kind: 'choice' }>,
  value: Value,
  language: string,
): Part[] {
  const exact = part.cases.get(part.by === 'plural' ? `=${value}` : String(value));
  const general =
    part.by === 'plural' ? part.cases.get(pluralRules(language).select(Number(value))) : undefined;
  const chosen = exact ?? general ?? part.cases.get('other');
  if (chosen === undefined) throw new MessageError(`no case "other" for {${part.name}}`);
  return chosen;
}

function pluralRules(language: string): Intl.PluralRules {
  let rules = plurals.get(language);
  if (rules === undefined) {
    rules = new Intl.PluralRules(language);
    plurals.set(language, rules);
  }
  return rules;
}

/** Read a message; raises `MessageError` for one that is not well formed. */
function parse(message: string): Part[] {
  let at = 0;

  function parts(inPlural: boolean, nested: boolean): Part[] {
    const found: Part[] = [];
    let text = '';
    const flush = (): void => {
      if (text) found.push({ kind: 'text', text });
      text = '';
    };
    while (at < message.length) {
      const char = message[at];
      if (char === '}') {
        if (!nested) throw new MessageError(`a } too many: ${message}`);
        break;
      }
      at += 1;
      if (char === '{') {
        flush();
        found.push(place(inPlural));
      } else if (char === '#' && inPlural) {
        flush();
        found.push({ kind: 'number' });
      } else {
        text += char;
      }
    }
    flush();
    return found;
  }

  function place(inPlural: boolean): Part {
    const name = word();
    if (taken('}')) return { kind: 'value', name };
    expect(',');
    const by = word();
    if (by !== 'plural' && by !== 'select') throw new MessageError(`what is ${by}? ${message}`);
    expect(',');
    const cases = new Map<string, Part[]>();
    while (!taken('}')) {
      const label = word();
      expect('{');
      cases.set(label, parts(by === 'plural' || inPlural, true));
      expect('}');
    }
    if (!cases.has('other')) throw new MessageError(`no case "other": ${message}`);
    return { kind: 'choice', by, name, cases };
  }

  function word(): string {
    const match = /^\s*([\w=-]+)\s*/.exec(message.slice(at));
    if (match === null) throw new MessageError(`a name is missing: ${message}`);
    at += match[0].length;
    return match[1] as string;
  }

  function taken(char: string): boolean {
    const match = /^\s*/.exec(message.slice(at)) as RegExpExecArray;
    if (message[at + match[0].length] !== char) return false;
    at += match[0].length + 1;
    return true;
  }

  function expect(char: string): void {
    if (!taken(char)) throw new MessageError(`a ${char} is missing: ${message}`);
  }

  return parts(false, false);
}
