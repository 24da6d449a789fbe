/** A table as its page sees it: what the server has told of the seat that is watched. */

import type {
  Bye,
  ChatShown,
  ClockShown,
  Frame,
  GameShown,
  MarkShown,
  NoteShown,
  Snapshot,
  TableInfo,
  TableShown,
  Watching,
} from '../generated/wire';
import { ask, Refused, type Refusal } from '../net/api';
import {
  browser,
  Live,
  type Connection,
  type Surroundings,
  type Told,
  type Wish,
} from '../net/live';
import { guest } from './guest.svelte';
import { notice } from './notice.svelte';

export type { Refusal } from '../net/api';
export type { Connection, Wish } from '../net/live';

/** Where a table's page gets the public facts of the table and the guest's own seats. */
export type ReadInfo = (table: string) => Promise<TableInfo>;

const readInfo: ReadInfo = (table) => ask('GET /api/tables/{table}', { path: { table } });

export class TableState {
  readonly id: string;
  connection = $state<Connection>('connecting');
  lostSince = $state<number | null>(null);
  /** The seat that is watched; null: a spectator, or nobody behind the guard. */
  seat = $state<string | null>(null);
  /** Whether anything is watched at all. */
  isWatching = $state(false);
  mine = $state.raw<string[]>([]);
  isHost = $state(false);
  table = $state.raw<TableShown | null>(null);
  game = $state.raw<GameShown | null>(null);
  clock = $state.raw<ClockShown | null>(null);
  at = $state(0);
  /** So many entries there were when watching began; what came before them follows. */
  #upTo = $state(0);
  /** When that last one of them was, as clocks count it, by this device's time. */
  #upToSince = 0;
  /** When the clocks were as they are told, by this device's time. */
  clockSince = $state(0);
  chat = $state.raw<ChatShown[]>([]);
  notes = $state.raw<NoteShown[]>([]);
  marks = $state.raw<MarkShown[]>([]);
  presence = $state.raw<string[]>([]);
  spectators = $state(0);
  /** After how many seconds computer players answer, while it is longer than usual. */
  computerSeconds = $state<number | null>(null);
  looking = $state.raw<Record<string, string | null>>({});
  /** True while the last move is still being shown; the end is told after it. */
  isStaging = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** Why nothing more is told here; the page says it and offers what can be done. */
  bye = $state.raw<Refusal | null>(null);

  readonly #live: Live;
  readonly #listeners = new Set<(frame: Frame) => void>();
  readonly #readInfo: ReadInfo;
  /** Somebody looks again, or the network has come or gone: see whether the line still stands. */
  readonly #wake = (): void => {
    if (document.visibilityState === 'visible') this.retry();
  };
  #isRefreshing = false;
  /** Whom the server takes us for: it looks at the cookie when the line is opened. */
  #knownAs: string | null | undefined = undefined;

  constructor(
    id: string,
    private readonly world: Surroundings = browser(),
    info: ReadInfo = readInfo,
  ) {
    this.id = id;
    this.#readInfo = info;
    this.#live = new Live(
      id,
      {
        connection: (state) => this.#connected(state),
        told: (message) => this.#told(message),
      },
      this.world,
    );
  }

  /**
   * Find the table and one's seats, and watch: one's only seat, or as everybody. Who has several
   * seats at a game that runs watches none yet, because the guard asks first.
   */
  async open(): Promise<void> {
    this.bye = null;
    if (typeof window !== 'undefined') {
      addEventListener('online', this.#wake);
      addEventListener('offline', this.#wake);
      document.addEventListener('visibilitychange', this.#wake);
    }
    await this.refresh();
    if (this.bye === null) this.#watchUsual();
  }

  /** Ask for one's seats again; they change in the lobby, and when roles are drawn. */
  async refresh(): Promise<void> {
    try {
      this.take(await this.#readInfo(this.id));
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (this.table === null) this.bye = { code: thrown.code, message: thrown.message };
      else this.refusal = { code: thrown.code, message: thrown.message };
    }
  }

  /** What a request over HTTP has told of the table. */
  take(info: TableInfo): void {
    this.table = info.table;
    this.isHost = info.is_host;
    if (info.mine.join() !== this.mine.join()) this.mine = info.mine;
  }

  /** The same after one's seats have changed: what is to be watched now is watched. */
  takeSeats(info: TableInfo): void {
    const before = this.mine.join();
    this.take(info);
    if (before !== this.mine.join()) this.#watchUsual();
  }

  /** Whether everything has come that happened before the seat was watched, or the line was lost. */
  get isUpToDate(): boolean {
    return this.at >= this.#upTo;
  }

  /** Whether others are on the side of the seat that is watched. */
  get hasTeam(): boolean {
    const table = this.table;
    return table?.game === 'chase' && ![null, 'X'].includes(this.seat) && table.seats.length > 2;
  }

  /** Hear of every frame, for animations and announcements; the answer ends it. */
  onFrame(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Watch a seat, or as everybody; what the seat before it knew is forgotten. `keep`: both see the
   * same, so the game stays in sight until the new seat's own comes.
   */
  watch(seat: string | null, { keep = false }: { keep?: boolean } = {}): void {
    if (this.isWatching && this.seat === seat) return;
    const kept = keep && this.game !== null ? { ...this.game, moves: null } : null;
    this.#forget();
    this.game = kept;
    this.seat = seat;
    this.isWatching = true;
    this.bye = null;
    const name = guest.info?.id ?? null;
    const isOther = this.#knownAs !== undefined && this.#knownAs !== name;
    this.#knownAs = name;
    this.#live.watch(seat);
    if (isOther) this.#live.renew();
  }

  /** Watch nothing and know nothing, as behind the guard. */
  unwatch(): void {
    this.#live.unwatch();
    this.#forget();
  }

  /** Make a move, in the notation. */
  move(text: string): Promise<'done' | Refusal> {
    return this.send({ do: 'move', move: text, at: this.at });
  }

  /** Have something done; a refusal is kept in `refusal` until it is dismissed. */
  async send(wish: Wish): Promise<'done' | Refusal> {
    this.refusal = null;
    const answer = await this.#live.request(wish);
    if (answer !== 'done') this.refusal = answer;
    return answer;
  }

  /** Show one's own side which piece one thinks about. */
  look(piece: string | null): void {
    this.#live.mention({ do: 'look', piece });
  }

  dismiss(): void {
    this.refusal = null;
  }

  /** Connect now instead of when the time has come. */
  retry(): void {
    this.#live.retry();
  }

  close(): void {
    if (typeof window !== 'undefined') {
      removeEventListener('online', this.#wake);
      removeEventListener('offline', this.#wake);
      document.removeEventListener('visibilitychange', this.#wake);
    }
    this.#live.close();
    this.#forget();
    this.#listeners.clear();
  }

  // --- what the server tells -------------------------------------------------------------------

  #connected(state: Connection): void {
    this.connection = state;
    if (state === 'lost') this.lostSince ??= Date.now();
    else if (state === 'live') this.lostSince = null;
  }

  #told(message: Told): void {
    switch (message.type) {
      case 'watching':
        this.#tellWatching(message);
        break;
      case 'snapshot':
        this.#tellSnapshot(message);
        break;
      case 'frame':
        this.#tellFrame(message);
        break;
      case 'presence':
        this.presence = message.here;
        this.spectators = message.spectators;
        break;
      case 'computer_players':
        this.computerSeconds = message.seconds;
        break;
      case 'pong':
        this.#tellElapsed(message.at, message.elapsed);
        break;
      case 'looking':
        this.looking = { ...this.looking, [message.seat]: message.piece };
        break;
      case 'refused':
        if (message.code === 'malformed') this.refusal = message;
        else this.#sentAway(message);
        break;
      case 'bye':
        this.#sentAway(message);
        break;
      case 'notice':
        notice.take(message);
        break;
    }
  }

  #tellWatching(told: Watching): void {
    this.computerSeconds = null; // told again if need be
    this.isHost = told.is_host;
    this.#upTo = told.at;
    if (told.mine.join() !== this.mine.join()) this.mine = told.mine;
    this.#upToSince = this.world.now() - told.elapsed;
    this.#tellElapsed(told.at, told.elapsed);
  }

  /** Clocks run by the server's word on how long ago an entry was, and by no time of day. */
  #tellElapsed(at: number | null | undefined, elapsed: number | null | undefined): void {
    if (at === this.at && elapsed != null) this.clockSince = this.world.now() - elapsed;
  }

  #tellSnapshot(told: Snapshot): void {
    this.at = told.at;
    this.#tellElapsed(told.at, told.elapsed);
    this.table = told.table;
    this.clock = told.clock;
    this.game = told.game;
    this.chat = told.chat;
    this.notes = told.notes;
    this.marks = told.marks;
  }

  #tellFrame(told: Frame): void {
    this.at = told.at;
    this.clockSince = told.at > this.#upTo ? this.world.now() : this.#upToSince;
    if (told.table != null) this.table = told.table;
    if (told.clock != null) this.clock = told.clock;
    if (told.game != null) this.game = told.game;
    if (told.chat != null) this.chat = [...this.chat, told.chat];
    if (told.note != null) this.notes = withNote(this.notes, told.note);
    if (told.marks != null) this.marks = withMarks(this.marks, told.marks);
    if (told.kind === 'move') this.looking = {};
    for (const listener of this.#listeners) listener(told);
    if (told.kind === 'seat' || told.kind === 'start') void this.#seatsChanged();
  }

  /** Seats have changed hands: look again which are one's own, and watch what is to be watched. */
  async #seatsChanged(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    const before = this.mine.join();
    await this.refresh().finally(() => (this.#isRefreshing = false));
    if (before !== this.mine.join() && this.isWatching) this.#watchUsual();
  }

  /**
   * This seat is told nothing more. Where seats were drawn or a game began, one's own seat is simply
   * another one now; else the page says why.
   */
  async #sentAwayFrom(why: Refusal): Promise<void> {
    if (why.code === 'not_seated' || why.code === 'no_spectators') {
      await this.refresh();
      if (this.mine.length > 0 || (this.table?.spectators && why.code === 'not_seated')) {
        this.#watchUsual();
        if (this.isWatching || this.mine.length > 1) return;
      }
    }
    this.bye = why;
    this.#live.close();
  }

  #sentAway(why: Pick<Bye, 'code' | 'message'>): void {
    this.#forget();
    void this.#sentAwayFrom({ code: why.code, message: why.message });
  }

  #watchUsual(): void {
    const [first, second] = this.mine;
    if (first !== undefined && second === undefined) this.watch(first);
    else if (second === undefined || this.table?.phase === 'lobby') this.watch(null);
    else if (this.seat === null || !this.mine.includes(this.seat)) this.unwatch();
  }

  /** Nothing of what a seat knew stays in the page. */
  #forget(): void {
    this.seat = null;
    this.isWatching = false;
    this.game = null;
    this.at = 0;
    this.chat = [];
    this.notes = [];
    this.marks = [];
    this.looking = {};
    this.isStaging = false;
    this.refusal = null;
  }
}

/** The notes after one was written, changed or taken away: one for each thing, writer and side. */
export function withNote(notes: readonly NoteShown[], note: NoteShown): NoteShown[] {
  const others = notes.filter(
    (known) =>
      known.about !== note.about ||
      known.team !== note.team ||
      (!note.team && known.seat !== note.seat),
  );
  return note.text ? [...others, note] : others;
}

/** The marks after some were put on the map, changed or taken away: one for each station and side. */
export function withMarks(marks: readonly MarkShown[], changed: readonly MarkShown[]): MarkShown[] {
  const others = marks.filter(
    (known) =>
      !changed.some(({ station, team }) => station === known.station && team === known.team),
  );
  return [...others, ...changed.filter(({ sign }) => sign !== null)];
}
