/** Joins entries that explain lines, such as those of camt.054, with the lines of statements that they explain. */
import { type Day, daysBetween } from '../core/calendar.ts';
import { given } from './remittance.ts';

/** What a bank names an entry by. Each may stand for nothing, for this entry alone, or for several. */
export type EntryNames = {
  readonly bankReference: string | null;
  readonly batchId: string | null;
  /** By the owner of the account: a QR-IBAN, for instance, which all batches of it share. */
  readonly customerReference: string | null;
};

type Entry = EntryNames & {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  /** Negative for money out. */
  readonly minor: bigint;
  readonly day: Day;
};

export type ExplainingEntry = Entry & { readonly detailCount: number };

export type ExplainableLine = Entry & {
  /** The bank's own id where it is that of this line alone. */
  readonly ownReference: string | null;
  readonly detailCount: number;
  /** The statement says nothing of who paid what. */
  readonly isBare: boolean;
};

/** `adds`: the details are more than the statement has. */
export type ExplainedLine = { readonly explanationId: string; readonly lineId: string; readonly adds: boolean };

export type Joined = {
  readonly joined: readonly ExplainedLine[];
  /** Explanations that fit several lines, or fit one together with others: they are joined with none. */
  readonly unclear: ReadonlySet<string>;
};

/** Banks book what they notify so many days before or after. */
export const daysAround = 5;

const namesByStrength = ['bankReference', 'batchId', 'customerReference'] as const;

/**
 * Each line has one explanation at most, and each explanation one line: of its account, currency and amount. A name
 * that both have decides, the bank's own first; without one, the only bare line of the day does.
 */
export function joinExplanations(entries: readonly ExplainingEntry[], lines: readonly ExplainableLine[]): Joined {
  const free = new Map(lines.map((line) => [line.id, line]));
  const left = new Map(entries.map((entry) => [entry.id, entry]));
  const bySum = Map.groupBy(lines, sumKey);
  const joined: ExplainedLine[] = [];
  const unclear = new Set<string>();
  const decide = (fits: (entry: ExplainingEntry, line: ExplainableLine) => boolean) => {
    const wanted = [...left.values()].map((entry) => {
      const near = (bySum.get(sumKey(entry)) ?? []).filter((line) => free.has(line.id) && mayBe(entry, line));
      const found = near.filter((line) => fits(entry, line));
      const ofDay = found.filter(({ day }) => day === entry.day);
      return { entry, found: ofDay.length > 0 ? ofDay : found };
    });
    const claims = Map.groupBy(
      wanted.flatMap(({ entry, found }) => found.map(({ id }) => ({ id, entry }))),
      ({ id }) => id,
    );
    for (const { entry, found } of wanted) {
      const [line, other] = found;
      if (line === undefined) continue;
      if (other !== undefined || (claims.get(line.id) ?? []).length > 1) {
        unclear.add(entry.id);
        continue;
      }
      free.delete(line.id);
      left.delete(entry.id);
      unclear.delete(entry.id);
      const adds = line.isBare || line.detailCount < entry.detailCount;
      joined.push({ explanationId: entry.id, lineId: line.id, adds });
    }
  };
  for (const name of namesByStrength) decide((entry, line) => isSame(entry[name], line[name]));
  decide((entry, line) => line.isBare && line.day === entry.day);
  return { joined, unclear };
}

function sumKey({ accountId, currency, minor }: Entry): string {
  return `${accountId} ${currency} ${minor}`;
}

/** Two ids that the bank gave to one entry each are of two entries. */
function mayBe(entry: ExplainingEntry, line: ExplainableLine): boolean {
  const { bankReference } = entry;
  const { ownReference } = line;
  const isOther = isName(bankReference) && isName(ownReference) && !isSame(bankReference, ownReference);
  return !isOther && Math.abs(daysBetween(entry.day, line.day)) <= daysAround;
}

function isSame(left: string | null, right: string | null): boolean {
  return isName(left) && isName(right) && plain(left) === plain(right);
}

function isName(name: string | null): name is string {
  return given(name) !== null && !/^0*$/.test(plain(name ?? ''));
}

/** Formats write them with and without blanks and slashes. */
function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
