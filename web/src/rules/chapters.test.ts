import { beforeAll, describe, expect, it } from 'vitest';

import { addTexts, LANGUAGES, setLanguage } from '../i18n/index.svelte';
import { aspectsOf } from './aspects';
import { type ChapterName, chaptersOf } from './chapters';
import { edition, lineup, OPEN, SUPPLIED } from './sample';
import { TEXTS } from './texts';

const ONE = edition('one', { options: { voluntary_reveal: false } });
/** What an operator might think of. */
const ODD = edition('odd', {
  lineups: [lineup(9, { detectives: 8, black: 0 })],
  x_tickets: 'hand',
  x_hand: { taxi: 1, bus: 0, underground: 0 },
  is_black_by_detective: false,
  double: 0,
  windows: [],
  piers: [],
});

function chapter(rules: typeof ONE, name: ChapterName): string {
  return (
    chaptersOf(rules)
      .find((one) => one.name === name)
      ?.sentences.join(' ') ?? ''
  );
}

beforeAll(async () => {
  await setLanguage('en');
  await addTexts(TEXTS);
});

describe('chapters', () => {
  it('are left out where there is nothing to say', () => {
    const names = (rules: typeof ONE): ChapterName[] => chaptersOf(rules).map(({ name }) => name);
    expect(names(ONE)).not.toContain('bobbies');
    expect(names(ONE)).not.toContain('pooled');
    expect(names(ONE)).toContain('reveal');
    expect(names(SUPPLIED)).toEqual(expect.arrayContaining(['bobbies', 'pooled', 'reveal']));
    expect(names(OPEN)).not.toContain('ferry');
    for (const name of ['black', 'double', 'ferry'] as const)
      expect(names(ODD)).not.toContain(name);
  });

  it('hold the numbers of the data', () => {
    expect(chapter(ONE, 'black')).toContain('3–4');
    expect(chapter(ONE, 'ferry')).toContain('108, 115, 157, 194');
    expect(chapter(ONE, 'end')).toContain('Round 22');
    expect(chapter(ONE, 'end')).not.toContain('24 windows');
    expect(chapter(SUPPLIED, 'end')).toMatch(/Round 23.*24 windows/);
    expect(chapter(SUPPLIED, 'pooled')).toContain('22 taxi, 16 bus, 8 underground');
    expect(chapter(OPEN, 'start')).toMatch(/82.*41, 46, 124/);
    expect(chapter(OPEN, 'log')).toContain('3, 8, 13');
    expect(chapter(ODD, 'tickets')).toContain('1 taxi, 0 bus, 0 underground');
  });

  it('say what the policies of the edition say, and nothing else', () => {
    expect(chapter(ONE, 'round')).not.toContain('bobby');
    expect(chapter(SUPPLIED, 'round')).toContain('each bobby');
    expect(chapter(ONE, 'reveal')).toContain('only if');
    expect(chapter(SUPPLIED, 'reveal')).toContain('unless');
    expect(chapter(OPEN, 'start')).not.toContain('card');
    expect(chapter(edition('seen', { is_hidden: false }), 'start')).toContain('known to all');
  });

  it.each(LANGUAGES)('are whole in %s', async (language) => {
    await setLanguage(language);
    for (const rules of [ONE, OPEN, SUPPLIED, ODD]) {
      const sentences = chaptersOf(rules).flatMap((one) => one.sentences);
      for (const said of [...sentences, ...Object.values(aspectsOf(rules)).flat()])
        expect(said).not.toMatch(/^[a-z]+\.\w+$|[{}]|undefined| {2}/);
    }
  });
});
