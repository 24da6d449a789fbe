import { describe, expect, it } from 'vitest';
import {
  back,
  begin,
  canDouble,
  type Choice,
  chooseFare,
  chooseHalf,
  choosePiece,
  chooseTarget,
  chosenMove,
  NOTHING,
  preset,
  readOffer,
  revise,
  scarcest,
  switchDouble,
  targets,
  windowsFilled,
} from './choosing';

const HUNTERS = readOffer(['B1:88', 'D1:T133', 'D1:B133', 'D1:T132', 'D2:U89']);
const X = readOffer([
  'X:T46',
  'X:B46',
  'X:K46',
  'X:K108',
  'X:T46+T58',
  'X:T46+K58',
  'X:K46+T58',
  'X:K46+U74',
]);

function chosen(offer = X, ...steps: ((choice: Choice) => Choice)[]): Choice {
  return steps.reduce((choice, step) => step(choice), begin(offer));
}
const to =
  (station: number, held = {}, offer = X) =>
  (choice: Choice) =>
    chooseTarget(offer, choice, station, held);
const double = (choice: Choice) => switchDouble(X, choice, true);

describe("a detective's move", () => {
  it('lists the pieces that can go, detectives before bobbies', () => {
    expect(HUNTERS.pieces).toEqual(['D1', 'D2', 'B1']);
  });
  it('begins with nothing where several pieces can go, with the piece where one can', () => {
    expect(begin(HUNTERS)).toEqual(NOTHING);
    expect(begin(X).piece).toBe('X');
    expect(begin(readOffer(null))).toEqual(NOTHING);
  });
  it('knows the targets of a piece and the tickets of a target', () => {
    const choice = choosePiece(HUNTERS, NOTHING, 'D1');
    expect([...targets(HUNTERS, choice)]).toEqual([
      [132, ['T']],
      [133, ['T', 'B']],
    ]);
    expect(targets(HUNTERS, NOTHING).size).toBe(0);
  });
  it('presets the ticket held most of, and takes another', () => {
    let choice = choosePiece(HUNTERS, NOTHING, 'D1');
    choice = chooseTarget(HUNTERS, choice, 133, { T: 4, B: 5 });
    expect(chosenMove(HUNTERS, choice)).toBe('D1:B133');
    choice = chooseFare(HUNTERS, choice, 'T');
    expect(chosenMove(HUNTERS, choice)).toBe('D1:T133');
    expect(chooseFare(HUNTERS, choice, 'U')).toBe(choice);
  });
  it('drops the target with the piece, and ignores what is not offered', () => {
    const choice = chooseTarget(HUNTERS, choosePiece(HUNTERS, NOTHING, 'D1'), 132, {});
    expect(choosePiece(HUNTERS, choice, 'D2')).toEqual({ ...NOTHING, piece: 'D2' });
    expect(choosePiece(HUNTERS, choice, 'D4')).toBe(choice);
    expect(chooseTarget(HUNTERS, choice, 199, {})).toBe(choice);
  });
  it('moves a bobby without a ticket', () => {
    const choice = chooseTarget(HUNTERS, choosePiece(HUNTERS, NOTHING, 'B1'), 88, {});
    expect(chosenMove(HUNTERS, choice)).toBe('B1:88');
  });
  it('places detectives where the start is chosen', () => {
    const offer = readOffer(['D1@41', 'D1@46']);
    const choice = chooseTarget(offer, begin(offer), 46, {});
    expect([...targets(offer, begin(offer)).keys()]).toEqual([41, 46]);
    expect(chosenMove(offer, choice)).toBe('D1@46');
  });
});

describe("Mister X's move", () => {
  it('never presets black, but where nothing else will do', () => {
    expect(chosenMove(X, chosen(X, to(46, { T: 1, B: null, K: 9 })))).toBe('X:T46');
    expect(chosenMove(X, chosen(X, to(108)))).toBe('X:K108');
    expect(preset([null, 'K'], { K: 1 })).toBeNull();
  });
  it('chooses both halves before anything can be sent', () => {
    let choice = chosen(X, double, to(46));
    expect(chosenMove(X, choice)).toBeNull();
    choice = chooseHalf(choice, 1);
    expect([...targets(X, choice)]).toEqual([[58, ['T', 'K']]]);
    choice = chooseTarget(X, choice, 58, {});
    expect(chosenMove(X, choice)).toBe('X:T46+T58');
    expect(chosenMove(X, chooseFare(X, choice, 'K'))).toBe('X:T46+K58');
  });
  it('offers for the first half only what a double move can begin with', () => {
    expect([...targets(X, chosen(X, double))]).toEqual([[46, ['T', 'K']]]);
  });
  it('keeps the second half while it fits the first, and drops it when it does not', () => {
    let choice = chooseTarget(X, chooseHalf(chosen(X, double, to(46)), 1), 58, {});
    choice = chooseFare(X, chooseHalf(choice, 0), 'K');
    expect(chosenMove(X, choice)).toBe('X:K46+T58');
    choice = chooseTarget(X, chooseHalf(choice, 1), 74, {});
    choice = chooseFare(X, chooseHalf(choice, 0), 'T');
    expect(choice.second).toBeNull();
  });
  it('does not go to the second half before the first is chosen', () => {
    const choice = chosen(X, double);
    expect(chooseHalf(choice, 1)).toBe(choice);
  });
  it('keeps the first stop when the double move is switched on and off', () => {
    const on = chosen(X, to(46), double);
    expect(on).toMatchObject({ double: true, half: 1, first: { to: 46, fare: 'T' } });
    expect(chosenMove(X, switchDouble(X, on, false))).toBe('X:T46');
    expect(chosen(X, to(108), double).first).toBeNull();
  });
  it('has no double move where none is offered', () => {
    const single = readOffer(['X:T46']);
    expect(canDouble(single)).toBe(false);
    expect(switchDouble(single, begin(single), true)).toEqual(begin(single));
  });
  it('goes back one step at a time', () => {
    let choice = chooseTarget(X, chooseHalf(chosen(X, double, to(46)), 1), 58, {});
    const seen = [];
    for (let step = 0; step < 5; step += 1) {
      choice = back(X, choice);
      seen.push([choice.double, choice.half, choice.first?.to ?? null, choice.second]);
    }
    expect(seen).toEqual([
      [true, 1, 46, null],
      [true, 0, 46, null],
      [true, 0, null, null],
      [false, 0, null, null],
      [false, 0, null, null],
    ]);
  });
  it('is asked whether he shows himself, and what he takes', () => {
    expect(readOffer(['X:hide', 'X:show']).asksReveal).toBe(true);
    const takes = readOffer(['X:take D1=B', 'X:take D1=T']).takes;
    expect(takes.get('D1')).toEqual(['B', 'T']);
    expect(scarcest(['B', 'T'], { B: 4, T: 2 })).toBe('T');
    expect(scarcest([], {})).toBeNull();
  });
  it('fills one window or two', () => {
    expect(windowsFilled(11, false)).toEqual([12]);
    expect(windowsFilled(11, true)).toEqual([12, 13]);
  });
});

describe('a choice that the game overtakes', () => {
  it('is kept as far as it is still offered', () => {
    const choice = chooseTarget(HUNTERS, choosePiece(HUNTERS, NOTHING, 'D1'), 133, { B: 2 });
    expect(revise(HUNTERS, choice)).toEqual(choice);
    const taken = readOffer(['D1:T132', 'D2:U89']);
    expect(revise(taken, choice)).toEqual({ ...NOTHING, piece: 'D1' });
    expect(revise(readOffer(['D2:U89']), choice)).toEqual({ ...NOTHING, piece: 'D2' });
    expect(revise(readOffer(null), choice)).toEqual(NOTHING);
  });
  it('keeps both halves of a double move', () => {
    const choice = chooseTarget(X, chooseHalf(chosen(X, double, to(46)), 1), 58, {});
    expect(revise(X, choice)).toEqual(choice);
    expect(revise(readOffer(['X:T46']), choice)).toMatchObject({
      double: false,
      first: { to: 46 },
    });
  });
});
