import { linkSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import { inspectProcess } from './processes.ts';

export type FolderLock = {
  readonly release: () => void;
  /** Leaves the claim that was found, for a start that came to nothing: its holder may live in another container. */
  readonly giveBack: () => void;
};

type Claim = { readonly pid: number; readonly started: string };

const claimPattern = /^lock\.(\d+)$/;
/** A number that no process has. */
const released: Claim = { pid: 0, started: 'released' };
const attemptsMax = 20;

/**
 * Makes this process the only one to serve the folder, or throws EmbeddedError naming the one that does.
 *
 * Claims are numbered and the newest counts. A dead claim is never removed before the next number is taken, and taking
 * a number is atomic, so of several processes that find the same dead claim exactly one wins; deleting and recreating
 * one lock file would let a slow process delete the winner's. A claim is dead when no process of that number runs, or
 * one that started at another time.
 */
export function lockFolder(home: string): FolderLock {
  const facts = inspectProcess(process.pid);
  const mine: Claim = { pid: process.pid, started: facts?.started ?? '' };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const newest = newestNumber(home);
    const holder = newest === 0 ? undefined : readClaim(home, newest);
    if (holder === 'gone') continue;
    if (holder !== undefined && inspectProcess(holder.pid)?.started === holder.started)
      throw alreadyServed(home, holder);
    if (!take(home, newest + 1, mine)) continue;
    if (newestNumber(home) !== newest + 1) {
      // Between the look and the take others came and went: this number is of the past and worth nothing.
      rmSync(claimFile(home, newest + 1), { force: true });
      continue;
    }
    for (const number of claimNumbers(home)) if (number <= newest) rmSync(claimFile(home, number), { force: true });
    const leave = (claim: Claim) => replaceClaim(home, newest + 1, claim);
    return { release: () => leave(released), giveBack: () => leave(holder ?? released) };
  }
  throw new EmbeddedError(`Too many processes are starting on ${home} at once. Start Daybook again.`);
}

function alreadyServed(home: string, holder: Claim): EmbeddedError {
  return new EmbeddedError(
    `Daybook is already running on ${home} as process ${holder.pid}. Stop that one first, or give this one another ` +
      `data folder.`,
  );
}

function newestNumber(home: string): number {
  return Math.max(0, ...claimNumbers(home));
}

function claimNumbers(home: string): number[] {
  return readdirSync(home).flatMap((name) => {
    const number = claimPattern.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

/** Answers 'gone' when a newer holder has just removed it, undefined when it cannot be one of ours. */
function readClaim(home: string, number: number): Claim | 'gone' | undefined {
  try {
    const claim: unknown = JSON.parse(readFileSync(claimFile(home, number), 'utf8'));
    return isClaim(claim) ? claim : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone';
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value)) return false;
  return Number.isInteger(value.pid) && typeof value.started === 'string';
}

/** A link appears with its content or not at all, and never replaces what is there. */
function take(home: string, number: number, claim: Claim): boolean {
  const draft = writeDraft(home, claim);
  try {
    linkSync(draft, claimFile(home, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceClaim(home: string, number: number, claim: Claim): void {
  try {
    renameSync(writeDraft(home, claim), claimFile(home, number));
  } catch (error) {
    // Deleting the folder releases the lock.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function writeDraft(home: string, claim: Claim): string {
  const draft = join(home, `lock-draft.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(claim)}\n`, { mode: 0o644 });
  return draft;
}

function claimFile(home: string, number: number): string {
  return join(home, `lock.${number}`);
}
