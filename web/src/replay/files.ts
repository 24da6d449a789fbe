/** Records as files: read when they are dropped or chosen, and written to be kept. */
import type { Source } from './reel.svelte';

/** More than any record has; what is longer is cut so that the server says that it is none. */
const MOST_BYTES = 60_000;

type FileSource = Extract<Source, { kind: 'file' }>;

/** What is in a file. */
export async function readFile(file: File): Promise<FileSource> {
  return { kind: 'file', name: file.name, text: await file.slice(0, MOST_BYTES).text() };
}

/** The record in what was pasted; null if it is none. */
export function pasted(text: string): FileSource | null {
  const isRecord = /^\s*(misterx record|\{\s*"misterx")/.test(text);
  return isRecord ? { kind: 'file', name: '', text: text.slice(0, MOST_BYTES) } : null;
}

/** A name under which a record can be kept. */
export function fileName(source: Source): string {
  if (source.kind === 'table') return `misterx-${source.id}.txt`;
  return source.name || 'misterx.txt';
}

/** Let the browser save a text as a file. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
