import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { call, Refused, type Problem } from './call.ts';
import type { Page } from './types.ts';

export type Loaded<Answer> = { readonly data?: Answer; readonly problem?: Problem; readonly isStale: boolean };
type Entry = {
  readonly state: Signal<Loaded<unknown>>;
  readAt: number;
  running?: Promise<void> | undefined;
  /** The running read was requested before the last change. */
  isOutrun?: boolean;
  /** Number of places on the screen that show it. */
  shownBy: number;
};

const entries = new Map<string, Entry>();
/** Data read a moment ago is shown as it is; older data is shown at once and read again behind it. */
const freshMs = 15_000;

function entryOf(path: string): Entry {
  const found = entries.get(path) ?? { state: signal<Loaded<unknown>>({ isStale: true }), readAt: 0, shownBy: 0 };
  // Those that were used last stand last.
  entries.delete(path);
  entries.set(path, found);
  forgetOldest();
  return found;
}

const entriesMax = 300;
function forgetOldest(): void {
  if (entries.size <= entriesMax) return;
  for (const [path, { shownBy, running }] of entries) {
    if (shownBy === 0 && running === undefined) return void entries.delete(path);
  }
}

function read(path: string, isBackground = false): Promise<void> {
  const entry = entryOf(path);
  entry.running ??= load(path, entry, isBackground);
  return entry.running;
}

async function load(path: string, entry: Entry, isBackground: boolean): Promise<void> {
  try {
    entry.state.value = { data: await answer(path, isBackground), isStale: false };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The last answer stays on the screen, beside the problem.
    entry.state.value = { ...entry.state.peek(), problem: error.problem };
  } finally {
    entry.readAt = entry.isOutrun === true ? 0 : Date.now();
    entry.running = undefined;
  }
  if (entry.isOutrun !== true) return;
  entry.isOutrun = false;
  if (entry.shownBy > 0) await read(path);
}

const isWhole = '#whole';
function answer(path: string, isBackground: boolean): Promise<unknown> {
  return path.endsWith(isWhole)
    ? everyPage(path.slice(0, -isWhole.length), isBackground)
    : call(path, { isBackground });
}

const pagesMax = 20;
async function everyPage(path: string, isBackground: boolean): Promise<readonly unknown[]> {
  const glue = path.includes('?') ? '&' : '?';
  const rows: unknown[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, next_cursor }: Page<unknown> = await call(`${path}${glue}limit=100${from}`, { isBackground });
    rows.push(...data);
    cursor = next_cursor;
  }
  return rows;
}

/** All rows of a list of which a business has hundreds at most: a page's end is no reason that one is not offered. */
export function useAll<One>(path: string | undefined): Loaded<readonly One[]> & { readonly rows: readonly One[] } {
  const loaded = useRead<readonly One[]>(path && `${path}${isWhole}`);
  return { ...loaded, rows: loaded.data ?? none };
}
const none: readonly never[] = [];

/** The answer to a GET, shared by all who ask the same. Undefined asks nothing. */
export function useRead<Answer>(path: string | undefined): Loaded<Answer> {
  const entry = useMemo(() => (path === undefined ? undefined : entryOf(path)), [path]);
  useEffect(() => {
    if (path === undefined || entry === undefined) return;
    entry.shownBy += 1;
    if (Date.now() - entry.readAt > freshMs) void read(path);
    return () => {
      entry.shownBy -= 1;
    };
  }, [path, entry]);
  // The paths say what they answer: the generated client ties both together.
  return (entry?.state.value ?? { isStale: true }) as Loaded<Answer>;
}

/**
 * The answer as a form that changes it begins with. What comes later is another version: sent over it, fields that
 * nobody typed into would undo what somebody else changed.
 */
export function useFirst<Answer>(path: string): Loaded<Answer> {
  const { data, ...rest } = useRead<Answer>(path);
  const first = useRef<Answer | undefined>(undefined);
  if (!isOutdated(path)) first.current ??= data;
  return first.current === undefined ? rest : { ...rest, data: first.current };
}

/** Changed since it was read, or read again at this moment. */
function isOutdated(path: string): boolean {
  const { readAt, running } = entryOf(path);
  return readAt === 0 || running !== undefined;
}

/** Reads ahead what a person is about to open. */
export function warm(path: string): void {
  if (Date.now() - entryOf(path).readAt > freshMs) void read(path);
}

/** After a write: what is on screen is read again, the rest when it is next looked at. */
export function changed(...starts: readonly string[]): void {
  readShown(starts, false);
}

/** The same after what others did. */
export function changedByOthers(...starts: readonly string[]): void {
  readShown(starts, true);
}

function readShown(starts: readonly string[], isBackground: boolean): void {
  // Reading moves an entry to the end of those that are walked.
  for (const [path, entry] of Array.from(entries)) {
    if (!starts.some((start) => path.startsWith(start))) continue;
    entry.readAt = 0;
    if (entry.running !== undefined) entry.isOutrun = true;
    else if (entry.shownBy > 0) void read(path, isBackground);
  }
}

/** Asks anew, and answers with what came. */
export async function readAgain<Answer>(path: string): Promise<Answer> {
  await entryOf(path).running;
  await read(path);
  const { data, problem } = entryOf(path).state.peek();
  if (problem !== undefined) throw new Refused(problem);
  return data as Answer;
}
