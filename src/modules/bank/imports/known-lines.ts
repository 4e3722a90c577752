/** Lines of a bank account that are there, as the lines of a file are compared with them. */
import { addDays, type Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { StoredLine } from '../../../statement/compare.ts';
import type { LineKey } from '../../../statement/line-key.ts';
import type { LineStatus } from '../../../statement/model.ts';
import type { KeyedStatement } from '../../../statement/read-keyed.ts';

export type KnownLine = StoredLine & {
  readonly state: 'open' | 'replaced' | 'withdrawn';
  readonly replacedBy: string | null;
};

type Row = {
  readonly id: string;
  readonly reference: string | null;
  readonly place: string | null;
  readonly content: string;
  readonly bookingDay: Day;
  readonly minor: bigint;
  readonly currency: string;
  readonly status: LineStatus;
  readonly isProvisional: boolean;
  readonly words: string;
  readonly state: KnownLine['state'];
  readonly replacedBy: string | null;
};

/** A pending line is booked within so many days. */
const daysAround = 5;

/** Lines of the account that any line of these statements may be again. */
export async function loadKnownLines(
  { db, organization }: Context,
  account: string,
  statements: readonly KeyedStatement[],
): Promise<KnownLine[]> {
  const keys = statements.flatMap(({ lines }) => lines.map(({ key }) => key));
  const days = keys.map(({ bookingDay }) => bookingDay).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows = await db.many<Row>(sql`
    select id, key_reference as reference, key_place as place, key_content as content, booking_date as "bookingDay",
      amount as minor, currency, booking as status, is_interim as "isProvisional", key_words as words, state,
      replaced_by_id as "replacedBy"
    from bank_lines where organization_id = ${organization} and bank_account_id = ${account}
      and (booking_date between ${first}::date - ${daysAround}::int and ${last}::date + ${daysAround}::int
        or key_reference = any(${referencesIn(keys)}::text[]))
    order by state <> 'open', id`);
  return rows.map((row) => ({ ...row, corrects: null }));
}

function referencesIn(keys: readonly LineKey[]): string[] {
  const all = keys.flatMap(({ reference, corrects }) => [reference ?? [], corrects?.reference ?? []].flat());
  return [...new Set(all)];
}

/** Finds what a statement is compared with among many lines: a year of daily statements is compared day by day. */
export class KnownLines {
  readonly #byId = new Map<string, KnownLine>();
  readonly #byDay = new Map<Day, Set<string>>();
  readonly #byReference = new Map<string, Set<string>>();

  constructor(lines: readonly KnownLine[]) {
    for (const line of lines) this.add(line);
  }

  add(line: KnownLine): void {
    this.#byId.set(line.id, line);
    note(this.#byDay, line.bookingDay, line.id);
    if (line.reference !== null) note(this.#byReference, line.reference, line.id);
  }

  /** Says what became of a line. */
  end(id: string, state: 'replaced' | 'withdrawn', replacedBy: string | null): void {
    const line = this.#byId.get(id);
    if (line !== undefined) this.#byId.set(id, { ...line, state, replacedBy });
  }

  get(id: string): KnownLine | undefined {
    return this.#byId.get(id);
  }

  /** Open ones first, each in the order in which they came. */
  near(keys: readonly LineKey[]): KnownLine[] {
    const ids = new Set<string>();
    for (const day of daysNear(keys)) for (const id of this.#byDay.get(day) ?? []) ids.add(id);
    for (const reference of referencesIn(keys)) for (const id of this.#byReference.get(reference) ?? []) ids.add(id);
    const lines = [...ids].flatMap((id) => this.#byId.get(id) ?? []);
    return [...lines.filter(({ state }) => state === 'open'), ...lines.filter(({ state }) => state !== 'open')];
  }
}

function note<Key>(groups: Map<Key, Set<string>>, key: Key, id: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([id]));
  else group.add(id);
}

function daysNear(keys: readonly LineKey[]): Set<Day> {
  const days = new Set<Day>();
  for (const day of new Set(keys.map(({ bookingDay }) => bookingDay))) {
    for (let away = -daysAround; away <= daysAround; away++) days.add(addDays(day, away));
  }
  return days;
}
