/** The requests over HTTP, typed by the server's own description of them. */

import type { Api, RefusalCode } from '../generated/wire';
import { at } from './prefix';

/** Why something was not done; `offline`: the server did not answer at all. */
export interface Refusal {
  readonly code: RefusalCode | 'offline';
  readonly message: string;
  /** Where a record is at fault. */
  readonly line?: number | null;
  readonly entry?: number | null;
}

/** A request that was turned down. */
export class Refused extends Error implements Refusal {
  constructor(
    readonly code: Refusal['code'],
    message: string,
    readonly status = 0,
    readonly line: number | null = null,
    readonly entry: number | null = null,
  ) {
    super(message);
  }
}

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;
type Route = keyof Api & string;
type Body<R extends Route> = Api[R]['body'];

interface Options<R extends Route> {
  readonly path?: Readonly<Record<Parameters<R>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body<R>;
}

/** Ask the server; raises `Refused`. */
export async function ask<R extends Route>(
  route: R,
  options: Options<R> = {},
): Promise<Api[R]['answer']> {
  const [method, path] = route.split(' ') as [string, string];
  const named = (options.path ?? {}) as Readonly<Record<string, string>>;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(named[name] ?? ''),
  );
  const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
  const request: RequestInit = { method, credentials: 'same-origin' };
  if (options.body !== undefined) {
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(options.body);
  }
  return read(await answerOf(address + query, request)) as Promise<Api[R]['answer']>;
}

async function answerOf(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(at(address), request);
  } catch {
    throw new Refused('offline', '');
  }
}

async function read(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!answer.ok) {
    const problem = (isJson ? await answer.json() : {}) as Partial<Refusal>;
    const { code = 'server_error', message = '', line, entry } = problem;
    throw new Refused(code, message, answer.status, line ?? null, entry ?? null);
  }
  if (answer.status === 204) return undefined;
  return isJson ? answer.json() : answer.text();
}

/** What was refused, from whatever was thrown; a fault of the page itself is thrown on. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refused) return thrown;
  throw thrown;
}
