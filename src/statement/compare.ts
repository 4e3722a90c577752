import { absolute } from '../core/absolute.ts';
/** Lines of a file against those that are there: what is new, known, or the final form of another. */
import { addDays, daysBetween } from '../core/calendar.ts';
import type { LineKey } from './line-key.ts';

export type StoredLine = LineKey & { readonly id: string };

export type Verdict =
  | { readonly verdict: 'new'; readonly isReferenceReused: boolean }
  | { readonly verdict: 'known'; readonly id: string }
  /** The stored line was pending or of an interim report; this one takes its place. */
  | { readonly verdict: 'replaces'; readonly id: string }
  /** The bank takes the stored line back, or one that never was. */
  | { readonly verdict: 'deletes'; readonly id: string }
  | { readonly verdict: 'ignored' };

/**
 * A verdict for each line of a file, in order. The lines are compared as a multiset: two equal ones on a day are two,
 * and each stored line is the match of one.
 */
export function compareLines(lines: readonly LineKey[], stored: readonly StoredLine[]): readonly Verdict[] {
  const matches = new Matches(stored);
  return lines.map((line) => matches.verdictOn(line));
}

class Matches {
  readonly #byReference: Index;
  readonly #byPlace: Index;
  readonly #byContent: Index;
  readonly #pendingByDay: Index;

  constructor(stored: readonly StoredLine[]) {
    this.#byReference = new Index(stored, ({ reference }) => reference);
    this.#byPlace = new Index(stored, placeKey);
    this.#byContent = new Index(stored, ({ content }) => content);
    this.#pendingByDay = new Index(stored, ({ status, bookingDay }) => (status === 'pending' ? bookingDay : null));
  }

  verdictOn(line: LineKey): Verdict {
    const named = this.#byReference.first(line.reference, () => true);
    const corrected = this.#byReference.first(line.corrects?.reference ?? null, () => true);
    if (line.corrects?.action === 'delete') {
      return corrected === undefined
        ? { verdict: 'ignored' }
        : { ...this.#take(corrected, 'replaces'), verdict: 'deletes' };
    }
    if (corrected !== undefined) return this.#take(corrected, 'replaces');
    const same = this.#byReference.first(line.reference, (one) => isSameMoney(one, line)) ?? this.#sameContent(line);
    if (same !== undefined) return this.#take(same, isFinalFormOf(line, same) ? 'replaces' : 'known');
    const expected = line.status === 'booked' ? this.#pendingFormOf(line) : undefined;
    if (expected !== undefined) return this.#take(expected, 'replaces');
    // Some banks use an id again, after years or for a correction: the money tells, so that both are lines.
    return { verdict: 'new', isReferenceReused: named !== undefined && named.status !== 'pending' };
  }

  /** The same statement and position first, since equal lines of a day are told apart by it. */
  #sameContent(line: LineKey): StoredLine | undefined {
    const mayBe = ({ reference }: StoredLine) =>
      reference === null || line.reference === null || reference === line.reference;
    return this.#byPlace.first(placeKey(line), mayBe) ?? this.#byContent.first(line.content, mayBe);
  }

  #pendingFormOf(line: LineKey): StoredLine | undefined {
    let best: { readonly one: StoredLine; readonly likeness: number } | undefined;
    for (let days = -daysMax; days <= daysMax; days++) {
      for (const one of this.#pendingByDay.some(addDays(line.bookingDay, days))) {
        const likeness = likenessOf(one, line);
        if (likeness > (best?.likeness ?? 0)) best = { one, likeness };
      }
    }
    return best?.one;
  }

  #take<Kind extends 'known' | 'replaces'>(
    stored: StoredLine,
    verdict: Kind,
  ): { readonly verdict: Kind; readonly id: string } {
    for (const index of [this.#byReference, this.#byPlace, this.#byContent, this.#pendingByDay]) index.remove(stored);
    return { verdict, id: stored.id };
  }
}

/** Looked at for one line, so that a file of equal lines takes no longer than any other. */
const candidatesMax = 200;

/** Stored lines by a key, without those that are matched. */
class Index {
  readonly #groups = new Map<string, Set<StoredLine>>();
  readonly #keyOf: (line: StoredLine) => string | null;

  constructor(stored: readonly StoredLine[], keyOf: (line: StoredLine) => string | null) {
    this.#keyOf = keyOf;
    for (const one of stored) {
      const key = keyOf(one);
      if (key === null) continue;
      const group = this.#groups.get(key);
      if (group === undefined) this.#groups.set(key, new Set([one]));
      else group.add(one);
    }
  }

  *some(key: string | null): Generator<StoredLine> {
    let seen = 0;
    for (const one of this.#groups.get(key ?? '') ?? []) {
      if (key === null || ++seen > candidatesMax) return;
      yield one;
    }
  }

  first(key: string | null, mayBe: (line: StoredLine) => boolean): StoredLine | undefined {
    for (const one of this.some(key)) if (mayBe(one)) return one;
    return undefined;
  }

  remove(stored: StoredLine): void {
    this.#groups.get(this.#keyOf(stored) ?? '')?.delete(stored);
  }
}

function placeKey({ place, content }: LineKey): string | null {
  return place === null ? null : `${place} ${content}`;
}

function isSameMoney(left: LineKey, right: LineKey): boolean {
  return left.minor === right.minor && left.currency === right.currency && left.bookingDay === right.bookingDay;
}

function isFinalFormOf(line: LineKey, stored: StoredLine): boolean {
  const wasPending = stored.status === 'pending' && line.status === 'booked';
  return wasPending || (stored.isProvisional && !line.isProvisional);
}

const daysMax = 5;
/** A tip or the rate of a card changes an amount by less. */
const percentMax = 20n;
const alike = 0.5;
const nearlySame = 0.8;

/**
 * Above zero where a pending line may be the booked one: within five days, in the same direction, of the same amount
 * and with similar words; or with the same words and an amount that is near, as of a card in another currency.
 */
function likenessOf(pending: StoredLine, line: LineKey): number {
  if (pending.currency !== line.currency || pending.minor < 0n !== line.minor < 0n) return 0;
  if (Math.abs(daysBetween(pending.bookingDay, line.bookingDay)) > daysMax) return 0;
  const words = sharedWords(pending.words, line.words);
  if (pending.minor === line.minor) return words >= alike ? 1 + words : 0;
  const [before, after] = [absolute(pending.minor), absolute(line.minor)];
  const isNear = absolute(after - before) * 100n <= before * percentMax;
  return isNear && words >= nearlySame ? words : 0;
}

/** 0 to 1: words of both among those of either. */
function sharedWords(left: string, right: string): number {
  const [ours, theirs] = [new Set(left.split(' ')), new Set(right.split(' '))];
  if (left === '' || right === '') return left === right ? alike : 0;
  const common = [...ours].filter((word) => theirs.has(word)).length;
  return (2 * common) / (ours.size + theirs.size);
}
