/** The seat's own turn: what is offered, what is chosen of it, and the sending of it. */
import type { ChaseView } from '../generated/wire';
import { type Fare, MISTER_X, parseChase, type Ticket } from '../notation';
import type { Refusal, TableState } from '../state/table.svelte';
import {
  back,
  type Choice,
  chooseFare,
  chooseHalf,
  choosePiece,
  chooseTarget,
  chosenMove,
  NOTHING,
  readOffer,
  revise,
  scarcest,
  type Stop,
  stopNow,
  switchDouble,
  targets,
} from './choosing';
import { heldBy } from './standing';

/** A move that was turned down, with what it would have been. */
export interface TurnedDown {
  readonly refusal: Refusal;
  readonly choice: Choice;
  readonly round: number | undefined;
}

function stopAt(to: number, fare: Fare = null): Stop {
  return { to, fare };
}

export class Turn {
  choice = $state.raw<Choice>(NOTHING);
  isSending = $state(false);
  turnedDown = $state.raw<TurnedDown | null>(null);
  /** What Mister X will take from each detective once he has shown himself. */
  picks = $state.raw<ReadonlyMap<string, Ticket>>(new Map());
  readonly #page: TableState;
  /** The piece for which another seat was taken, until something else is done with it. */
  taken = $state<string | null>(null);
  /** The same until its moves have come, with which it is chosen. */
  #wanted: string | null = null;

  constructor(page: TableState) {
    this.#page = page;
  }

  readonly view = $derived.by(() => (this.#page.game?.view ?? null) as ChaseView | null);
  readonly offer = $derived.by(() =>
    readOffer(this.#page.table?.paused ? null : this.#page.game?.moves),
  );
  readonly targets = $derived.by(() => targets(this.offer, this.choice));
  readonly stop = $derived.by(() => stopNow(this.choice));
  readonly move = $derived.by(() => chosenMove(this.offer, this.choice));
  /** Something is asked of this seat. */
  readonly isMine = $derived.by(
    () => this.offer.pieces.length > 0 || this.offer.asksReveal || this.offer.takes.size > 0,
  );
  /** Where the active half begins. */
  readonly from = $derived.by((): number | null => {
    const { piece, half, first } = this.choice;
    if (piece === null || !this.view) return null;
    if (half === 1 && first) return first.to;
    return piece === MISTER_X ? this.view.x : (this.view.hunters[piece] ?? null);
  });

  /** The ticket that is gone when the second half begins. */
  readonly spent = $derived.by((): Fare => {
    const { half, first } = this.choice;
    return half === 1 ? (first?.fare ?? null) : null;
  });

  /** The offer has changed: keep of the choice, and of what was turned down, what still holds. */
  revise(): void {
    this.choice = revise(this.offer, this.choice);
    if (this.turnedDown && !this.#holds(this.turnedDown)) this.forgive();
    if (this.#wanted !== null && this.offer.pieces.length > 0) {
      this.choice = choosePiece(this.offer, this.choice, this.#wanted);
      this.#wanted = null;
    }
    const [asked] = this.offer.takes.keys();
    const pick = asked === undefined ? undefined : this.picks.get(asked);
    if (asked !== undefined && pick && this.offer.takes.get(asked)?.includes(pick)) {
      void this.#send(`X:take ${asked}=${pick}`);
    }
  }

  /** Choose a piece; where another seat at this device moves it, that seat is watched first. */
  piece(piece: string, from?: string | null): void {
    if (from != null) {
      this.#wanted = this.taken = piece;
      this.#page.watch(from, { keep: true });
      return;
    }
    const before = this.choice.piece;
    this.#choose(choosePiece(this.offer, this.choice, piece));
    if (this.choice.piece !== before && this.offer.pieces.length > 1) this.#page.look(piece);
  }

  target(station: number): void {
    const { piece } = this.choice;
    if (piece === null || !this.view) return;
    const held = heldBy(this.view, piece, this.spent);
    this.#choose(chooseTarget(this.offer, this.choice, station, held));
  }

  fare(fare: Fare): void {
    this.#choose(chooseFare(this.offer, this.choice, fare));
  }

  half(half: 0 | 1): void {
    this.#choose(chooseHalf(this.choice, half));
  }

  double(on: boolean): void {
    this.#choose(switchDouble(this.offer, this.choice, on));
  }

  back(): void {
    const before = this.choice;
    this.#choose(back(this.offer, this.choice));
    if (before.piece !== null && this.choice.piece === null) this.#page.look(null);
  }

  /** Choose a whole move that somebody advises; it is sent when it is confirmed. */
  suggest(text: string): void {
    const move = parseChase(text);
    if (move?.kind === 'place') {
      this.#choose(revise(this.offer, { ...NOTHING, piece: move.piece, first: stopAt(move.to) }));
    } else if (move?.kind === 'go') {
      const [first = null, second = null] = move.legs.map(({ to, fare }) => stopAt(to ?? 0, fare));
      const half = second ? 1 : 0;
      const choice = { piece: move.piece, double: second !== null, half, first, second } as const;
      this.#choose(revise(this.offer, choice));
    }
  }

  /** Send what is chosen, or go on to the second half; true if it was sent and taken. */
  async confirm(): Promise<boolean> {
    if (this.isSending) return false;
    if (this.choice.double && this.choice.half === 0 && this.choice.first) {
      this.half(1);
      return false;
    }
    return this.move !== null && this.#send(this.move);
  }

  /** Show oneself and take a ticket from each, or stay hidden. */
  async reveal(picks: ReadonlyMap<string, Ticket> | null): Promise<void> {
    this.picks = picks ?? new Map();
    await this.#send(picks ? 'X:show' : 'X:hide');
  }

  async take(from: string, ticket: Ticket): Promise<void> {
    await this.#send(`X:take ${from}=${ticket}`);
  }

  /** The ticket that would be taken from a detective if nothing else is said. */
  usualPick(piece: string): Ticket | null {
    if (!this.view) return null;
    const held = heldBy(this.view, piece);
    const some = (['T', 'B', 'U'] as const).filter((ticket) => (held[ticket] ?? 0) > 0);
    return scarcest(some, held);
  }

  forgive(): void {
    this.turnedDown = null;
    this.#page.dismiss();
  }

  /** Whether a refusal is still news: not in another round, nor once the piece can move again. */
  #holds({ refusal, choice, round }: TurnedDown): boolean {
    if (round !== this.view?.round) return false;
    const { piece } = choice;
    const canMove = piece !== null && this.offer.pieces.includes(piece);
    return refusal.code !== 'already_moved' || !canMove;
  }

  async #send(text: string): Promise<boolean> {
    const { choice } = this;
    this.forgive();
    this.taken = null;
    this.isSending = true;
    const answer = await this.#page.move(text).finally(() => (this.isSending = false));
    if (answer === 'done') return true;
    this.turnedDown = { refusal: answer, choice, round: this.view?.round };
    // It is said beside the choice, in words that know it.
    this.#page.dismiss();
    this.picks = new Map();
    this.choice = revise(this.offer, this.choice);
    return false;
  }

  #choose(choice: Choice): void {
    if (this.isSending || choice === this.choice) return;
    if (this.turnedDown) this.forgive();
    this.taken = null;
    this.choice = choice;
  }
}
