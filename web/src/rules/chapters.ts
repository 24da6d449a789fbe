/** An edition's rules in sentences, chapter by chapter, made of its data. */

import type { ChaseRules } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { range } from '../ui/names';
import { lineName, listed } from '../ui/names';
import { playersOf, ticketsText } from './aspects';

export type ChapterName =
  | 'aim'
  | 'players'
  | 'start'
  | 'board'
  | 'tickets'
  | 'round'
  | 'log'
  | 'black'
  | 'double'
  | 'ferry'
  | 'bobbies'
  | 'pooled'
  | 'reveal'
  | 'end';

export interface Chapter {
  readonly name: ChapterName;
  readonly sentences: readonly string[];
}

/** All chapters that the edition has anything to say in. */
export function chaptersOf(rules: ChaseRules): Chapter[] {
  const all: Readonly<Record<ChapterName, readonly string[]>> = {
    aim: [t(rules.is_hidden ? 'rules.aim_hidden' : 'rules.aim_open'), t('rules.aim_both')],
    players: players(rules),
    start: start(rules),
    board: board(rules),
    tickets: tickets(rules),
    round: round(rules),
    log: log(rules),
    black: black(rules),
    double: double(rules),
    ferry: ferry(rules),
    bobbies: hasBobbies(rules) ? [t('rules.bobbies_all'), t('rules.bobbies_ride')] : [],
    pooled: pooled(rules),
    reveal: reveal(rules),
    end: end(rules),
  };
  return (Object.keys(all) as ChapterName[])
    .map((name) => ({ name, sentences: all[name] }))
    .filter(({ sentences }) => sentences.length > 0);
}

function hasBobbies({ lineups }: ChaseRules): boolean {
  return lineups.some(({ bobbies }) => bobbies > 0);
}

function hasBlack({ lineups }: ChaseRules): boolean {
  return lineups.some(({ black }) => black > 0);
}

function yes(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}

function players({ lineups }: ChaseRules): string[] {
  const said = [t('rules.players_roles')];
  const isCrowded = lineups.some(({ hunters, detectives }) => detectives > hunters);
  if (isCrowded) said.push(t('rules.players_several'));
  return said;
}

function start(rules: ChaseRules): string[] {
  const { lineups, x_starts: own } = rules;
  const stations = own.join(', ');
  const first = lineups[0]?.starts ?? [];
  const isSecret = yes(rules.is_hidden);
  if (rules.start === 'shared_cards')
    return [
      t('rules.start_shared', { secret: isSecret }),
      t('rules.start_stations', { n: own.length, stations }),
    ];
  const hunters = lineups.every(({ starts }) => starts.join() === first.join())
    ? [t('rules.start_hunters', { n: first.length, stations: first.join(', ') })]
    : lineups.map((lineup) =>
        t('rules.start_with', { players: lineup.players, stations: lineup.starts.join(', ') }),
      );
  if (rules.start === 'chosen') return [t('rules.start_chosen', { station: stations }), ...hunters];
  return [
    t('rules.start_separate', { secret: isSecret }),
    ...hunters,
    t('rules.start_x', { n: own.length, stations }),
  ];
}

function board(rules: ChaseRules): string[] {
  const lines = Object.entries(rules.lines).map(([name, n]) =>
    t('rules.transport_lines', { name: lineName(name), n }),
  );
  return [
    t('rules.board_size', { n: rules.stations, lines: listed(lines) }),
    t('rules.board_ride'),
    t('rules.board_taken'),
  ];
}

function tickets(rules: ChaseRules): string[] {
  const said: string[] = [];
  const { lineups, detective_tickets: each, x_tickets: kind, x_hand: hand, box } = rules;
  if (each === null && kind === 'free') return [t('rules.tickets_free')];
  const isShared = lineups.every(({ is_pooled: isPooled }) => isPooled);
  if (each === null) said.push(t('rules.tickets_hunters_free'));
  else {
    said.push(t(isShared ? 'rules.tickets_shared' : 'rules.tickets_own'));
    said.push(t(`rules.tickets_used_${rules.used_tickets_go_to}`));
  }
  if (kind === 'unlimited') said.push(t('rules.x_unlimited'));
  if (kind === 'hand' && hand) said.push(t('rules.x_hand', { tickets: ticketsText(hand) }));
  if (kind === 'supply' && box) {
    said.push(t('rules.x_supply', { tickets: ticketsText(box) }));
    if (hasBlack(rules)) said.push(t('rules.x_supply_out'));
  }
  if (kind === 'free') said.push(t('rules.x_free'));
  return said;
}

function round(rules: ChaseRules): string[] {
  const needs = yes(rules.detective_tickets !== null);
  return [
    t('rules.round_turns', { bobbies: yes(hasBobbies(rules)) }),
    t(`rules.order_${rules.order}`),
    t('rules.round_pass', { tickets: needs }),
    ...(rules.order === 'free' ? [t('rules.round_freed')] : []),
  ];
}

function log(rules: ChaseRules): string[] {
  const { is_hidden: isHidden, windows, log: n } = rules;
  const values = { windows: windows.join(', ') };
  const said = [isHidden ? t('rules.log_hidden', { n }) : t('rules.log_open', { n })];
  if (windows.length === 0) said.push(t(isHidden ? 'rules.log_never' : 'rules.log_always'));
  else said.push(isHidden ? t('rules.log_seen', values) : t('rules.log_vanishes', values));
  if (rules.double > 0) said.push(t('rules.log_counts'));
  return said;
}

function black(rules: ChaseRules): string[] {
  if (!hasBlack(rules)) return [];
  const { lineups } = rules;
  const counts = new Set(lineups.map(({ black: n }) => n));
  const said = rules.is_black_by_detective
    ? [t('rules.black_each', { n: range([...counts].sort((a, b) => a - b)) })]
    : [t('rules.black_n', { n: lineups[0]?.black ?? 0 })];
  said.push(t(rules.x_tickets === 'free' ? 'rules.black_vanish' : 'rules.black_any'));
  if (rules.double > 0) said.push(t('rules.black_double'));
  return said;
}

function double(rules: ChaseRules): string[] {
  if (rules.double === 0) return [];
  return [
    t('rules.double_n', { n: rules.double }),
    t(rules.x_tickets === 'free' ? 'rules.double_free' : 'rules.double_paid'),
    t(rules.is_hidden ? 'rules.double_seen' : 'rules.double_open'),
    t('rules.double_limit'),
  ];
}

function ferry({ piers }: ChaseRules): string[] {
  return piers.length === 0 ? [] : [t('rules.ferry', { stations: piers.join(', ') })];
}

function pooled({ lineups }: ChaseRules): string[] {
  const shared = lineups.filter(({ is_pooled: isPooled }) => isPooled);
  if (shared.length === 0) return [];
  return [
    t('rules.pooled_for', { players: range(playersOf(shared)) }),
    ...shared.flatMap(({ players: n, purse }) =>
      purse ? [t('rules.pooled_holds', { players: n, tickets: ticketsText(purse) })] : [],
    ),
  ];
}

function reveal(rules: ChaseRules): string[] {
  const isUsual = rules.options['voluntary_reveal'];
  if (isUsual === undefined) return [];
  return [
    t(isUsual ? 'rules.reveal_usual' : 'rules.reveal_agreed'),
    t('rules.reveal_may'),
    t('rules.reveal_takes'),
  ];
}

function end(rules: ChaseRules): string[] {
  const bobbies = yes(hasBobbies(rules));
  return [
    t('rules.end_caught', { bobbies }),
    t('rules.end_trapped'),
    ...(rules.ends_by_rounds ? [t('rules.end_rounds', { n: rules.rounds })] : []),
    ...(rules.ends_by_log ? [t('rules.end_log', { n: rules.log })] : []),
    t('rules.end_stuck', { bobbies }),
    t('rules.end_open'),
  ];
}
