// A client in small, written by hand: it compiles only while the generated types say what it says.
import { REFUSAL_CODES, WIRE } from "./wire";
import type { Api, ChaseView, ClientMessage, RefusalCode, ServerMessage, Snapshot } from "./wire";

const version: 2 = WIRE;

const messages: ClientMessage[] = [
  { do: "watch", wire: version, table: "ABCD2345" },
  { do: "watch", wire: version, table: "ABCD2345", seat: "H1", since: 41 },
  { do: "move", id: "12345678", move: "X:T46", at: 41 },
  { do: "chat", id: "12345678", text: "hello" },
  { do: "look", piece: null },
  // @ts-expect-error a move says what its author has seen
  { do: "move", id: "12345678", move: "X:T46" },
  // @ts-expect-error there is no such message
  { do: "cheat" },
  // @ts-expect-error a request has an id
  { do: "chat", text: "hello" },
];

function stations(view: ChaseView): number {
  // @ts-expect-error it is not there if the host has switched deduction off
  const sure: number = view.possible.length;
  return view.possible?.length ?? sure;
}

function heard(message: ServerMessage): string {
  switch (message.type) {
    case "watching":
      return message.seat ?? "spectator";
    case "snapshot":
      return ended(message) + message.table.clock.kind.toUpperCase();
    case "frame":
      return `${message.kind} ${message.game?.moves?.join() ?? ""}`;
    case "done":
      return message.id;
    case "refused":
    case "bye":
      return translated(message.code);
    case "presence":
      return `${message.here.join()} ${message.spectators}`;
    case "computer_players":
      return message.seconds?.toFixed(1) ?? "as usual";
    case "looking":
      return message.piece ?? message.seat;
    case "notice":
      return message.announcement?.text ?? `${message.draining}`;
    case "pong":
      return new Date(message.now).toISOString();
    default:
      return nothingElse(message);
  }
}

function ended(snapshot: Snapshot): string {
  const view = snapshot.game?.view;
  return view && "log" in view ? (view.outcome?.[1] ?? `${stations(view)}`) : "";
}

function nothingElse(message: never): never {
  throw new Error(String(message));
}

function translated(code: RefusalCode): string {
  // @ts-expect-error there is no such code
  const wrong: boolean = code === "no_such_code";
  return wrong ? "" : REFUSAL_CODES.includes(code) ? code : "";
}

type Path = keyof Api;

async function ask<P extends Path>(path: P, body: Api[P]["body"]): Promise<Api[P]["answer"]> {
  const [method, address] = path.split(" ");
  const answer = await fetch(address ?? "", { method: method ?? "", body: JSON.stringify(body) });
  return (await answer.json()) as Api[P]["answer"];
}

export async function play(): Promise<string[]> {
  const opened = await ask("POST /api/tables", {
    edition: "modern-2013",
    players: 4,
    seats: { X: { who: "bot", player: "constable" }, H1: { who: "me" } },
    clock: { kind: "move", seconds: 60 },
  });
  await ask("POST /api/tables/{table}/start", undefined);
  // @ts-expect-error the number of players is needed
  await ask("POST /api/tables", { edition: "modern-2013" });
  const text = String(await ask("GET /api/tables/{table}/record", undefined));
  return [...messages.map((message) => message.do), ...opened.mine, text, heard.name];
}
