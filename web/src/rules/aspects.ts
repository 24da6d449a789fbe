/** What an edition is like, point by point, and in which points two editions differ. */

import type { ChaseRules, Lineup, Purse } from '../generated/wire';
import { type Key, t } from '../i18n/index.svelte';
import { lineName, range } from '../ui/names';

export const ASPECTS = [
  'players',
  'hunters',
  'tickets',
  'used',
  'x_tickets',
  'black',
  'double',
  'start',
  'stations',
  'order',
  'seen',
  'log',
  'end',
  'options',
  'transports',
  'board',
] as const;
export type Aspect = (typeof ASPECTS)[number];

/** With more differences than these two editions are different games. */
const FAMILY = 8;

/** Each point in a few words, line by line. */
export function aspectsOf(rules: ChaseRules): Readonly<Record<Aspect, readonly string[]>> {
  return {
    players: [range(playersOf(rules.lineups))],
    hunters: alike(rules.lineups).map(linesUp),
    tickets: detectiveTickets(rules),
    used: [
      rules.detective_tickets === null
        ? t('rules.none')
        : t(`rules.used_${rules.used_tickets_go_to}`),
    ],
    x_tickets: [xTickets(rules)],
    black: [blackTickets(rules)],
    double: [String(rules.double)],
    start: [t(`rules.start_by_${rules.start}`)],
    stations: startStations(rules),
    order: [t(`rules.order_is_${rules.order}`)],
    seen: [seen(rules)],
    log: [t('rules.log_windows', { n: rules.log })],
    end: [end(rules)],
    options: options(rules),
    transports: Object.entries(rules.lines).map(([name, n]) =>
      t('rules.transport_lines', { name: lineName(name), n }),
    ),
    board: [t('rules.board_named', { name: rules.board, n: rules.stations })],
  };
}

/** The points in which two editions differ. */
export function differences(one: ChaseRules, other: ChaseRules): Aspect[] {
  const [mine, theirs] = [aspectsOf(one), aspectsOf(other)];
  return ASPECTS.filter((aspect) => mine[aspect].join('\n') !== theirs[aspect].join('\n'));
}

/** Another edition, and in what it differs from one. */
export interface Relative {
  readonly rules: ChaseRules;
  readonly aspects: readonly Aspect[];
}

/** The other editions, the most alike first. */
export function relatives(one: ChaseRules, all: readonly ChaseRules[]): Relative[] {
  return all
    .filter(({ name }) => name !== one.name)
    .map((rules) => ({ rules, aspects: differences(one, rules) }))
    .sort((a, b) => a.aspects.length - b.aspects.length);
}

/** The edition that one is nearly the same as, if there is one. */
export function nearest(one: ChaseRules, all: readonly ChaseRules[]): Relative | null {
  const first = relatives(one, all)[0];
  return first !== undefined && first.aspects.length <= FAMILY ? first : null;
}

/** What is most particular about an edition, in a line. */
export function inOneLine(rules: ChaseRules): string {
  const parts = [
    t('edition.own', { players: range(playersOf(rules.lineups)) }),
    rules.ends_by_rounds
      ? t('rules.line_rounds', { n: rules.rounds })
      : t('rules.line_moves', { n: rules.log }),
    t(`rules.line_${rules.x_tickets}`),
  ];
  if (rules.lineups.some(({ bobbies }) => bobbies > 0)) parts.push(t('rules.line_bobbies'));
  if (!rules.is_hidden) parts.push(t('rules.line_open'));
  return parts.join(' · ');
}

// --- the words of a point -------------------------------------------------------------------

export function playersOf(lineups: readonly Lineup[]): number[] {
  return lineups.map(({ players }) => players);
}

export function ticketsText({ taxi, bus, underground }: Purse): string {
  return t('rules.tickets', { taxi, bus, underground });
}

/** Line-ups with the same pieces, each with all its numbers of players. */
function alike(lineups: readonly Lineup[]): Lineup[][] {
  const groups: Lineup[][] = [];
  for (const lineup of lineups) {
    const group = groups.find(
      ([first]) => first?.detectives === lineup.detectives && first.bobbies === lineup.bobbies,
    );
    if (group) group.push(lineup);
    else groups.push([lineup]);
  }
  return groups;
}

function linesUp(group: readonly Lineup[]): string {
  const { detectives = 0, bobbies = 0 } = group[0] ?? {};
  const pieces = t('seat.pieces', { detectives, bobbies });
  return t('rules.with_players', { players: range(playersOf(group)), what: pieces });
}

function detectiveTickets({ detective_tickets: each, lineups }: ChaseRules): string[] {
  if (each === null) return [t('rules.none_needed')];
  const pooled = lineups.filter(({ is_pooled: isPooled }) => isPooled);
  const said = [ticketsText(each)];
  if (pooled.length === lineups.length) said.push(t('rules.shared'));
  else if (pooled.length > 0) {
    const players = range(playersOf(pooled));
    said.push(t('rules.with_players', { players, what: t('rules.shared') }));
  }
  return said;
}

function xTickets({ x_tickets: kind, x_hand: hand, box }: ChaseRules): string {
  if (kind === 'hand' && hand) return ticketsText(hand);
  if (kind === 'supply' && box) return t('rules.from_supply', { tickets: ticketsText(box) });
  return kind === 'free' ? t('rules.none_needed') : t('rules.unlimited');
}

function blackTickets(rules: ChaseRules): string {
  if (rules.is_black_by_detective) return t('rules.one_each');
  return range([...new Set(rules.lineups.map(({ black }) => black))]);
}

function startStations({ start, lineups, x_starts: own }: ChaseRules): string[] {
  const first = lineups[0]?.starts ?? [];
  const isSame = lineups.every(({ starts }) => starts.join() === first.join());
  if (start === 'shared_cards') return [first.join(', ')];
  const hunters = isSame
    ? [t('rules.of_detectives', { stations: first.join(', ') })]
    : lineups.map(({ players, starts }) =>
        t('rules.with_players', { players, what: starts.join(', ') }),
      );
  return [...hunters, t('rules.of_mister_x', { stations: own.join(', ') })];
}

function seen({ is_hidden: isHidden, windows }: ChaseRules): string {
  if (windows.length === 0) return t(isHidden ? 'rules.seen_never' : 'rules.seen_always');
  const values = { windows: windows.join(', ') };
  return isHidden ? t('rules.seen_after', values) : t('rules.seen_but', values);
}

function end(rules: ChaseRules): string {
  const full = t('rules.log_full', { n: rules.log });
  if (!rules.ends_by_rounds) return full;
  const last = t('rules.after_round', { n: rules.rounds });
  return rules.ends_by_log ? t('rules.either', { one: last, other: full }) : last;
}

function options(rules: ChaseRules): string[] {
  const named = Object.entries(rules.options).map(([name, isUsual]) =>
    t(isUsual ? 'rules.option_usual' : 'rules.option_agreed', { name: optionName(name) }),
  );
  return named.length > 0 ? named : [t('rules.none')];
}

function optionName(name: string): string {
  return t(`option.${name}` as Key);
}
