import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { give, type Account } from './account.ts';
import { lastLine } from './program.ts';

const sizeMax = 4 * 1024 * 1024;
const lookIntervalMs = 30_000;

/** Answers a handle to append to, and what to ask for the reason when the server has ended. */
export function openServerLog(
  file: string,
  heir: Account | undefined,
): { handle: number; close: () => void; whyEnded: () => string } {
  const handle = openSync(file, 'a', 0o600);
  give(file, heir);
  const start = fstatSync(handle).size;
  return { handle, close: () => closeSync(handle), whyEnded: () => lastComplaint(file, start) };
}

/** Keeps the log and one predecessor under the size. The server goes on writing to the same file, at its new end. */
export function keepServerLogSmall(file: string): () => void {
  const shorten = () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= sizeMax) return;
    try {
      copyFileSync(file, `${file}.1`);
    } catch {
      // On a full disk, room matters more than old lines.
    }
    truncateSync(file);
  };
  shorten();
  const timer = setInterval(shorten, lookIntervalMs).unref();
  return () => clearInterval(timer);
}

function lastComplaint(file: string, start: number): string {
  const said = readFileSync(file).subarray(start).toString('utf8');
  // A session's lines have its user's name before the word: being turned away meanwhile is no reason.
  const fatal = [...said.matchAll(/\] (?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1];
  return fatal ?? lastLine(said) ?? 'it gave no reason';
}
