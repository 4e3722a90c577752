import { formatDecimal } from '../../../core/decimal.ts';
import { minorDigits } from '../../../core/currency.ts';
import type { Period } from '../../../core/period.ts';
import { divide } from '../../../core/rounding.ts';
import { sql } from '../../../db/sql.ts';
import { limitExceeded } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import type { FileOutput } from '../../../wire/index.ts';
import {
  type EntriesAsked,
  exportAccounts,
  exportEntries,
  type ExportedEntry,
  type ExportedLine,
  exportPageSize,
} from './export-pages.ts';
import { baseCurrency } from '../entries/journal-entry.ts';
import { beancount, csv, hledger, type JournalFormat, ledgerCli, type Price } from './journal-formats.ts';

/** Some 25 MB of text, the most that is put together in memory at once; a year of many a business. */
export const exportLinesMax = 250_000;

const formats = { hledger, beancount, ledger: ledgerCli, csv } as const satisfies Record<string, JournalFormat>;
export const journalFormats = Object.keys(formats) as [keyof typeof formats, ...(keyof typeof formats)[]];
type JournalName = keyof typeof formats;

/** The entries of some days as a plain-text accounting file, or as CSV. */
export async function exportJournal(context: Context, format: JournalName, period: Period): Promise<FileOutput> {
  const parts: string[] = [];
  for await (const part of journalText(context, format, { period, linesMax: exportLinesMax })) parts.push(part);
  const { extension, contentType } = formats[format];
  return { filename: `journal.${extension}`, content_type: contentType, content: parts.join('') };
}

/** Context of a reader of the books: an operation, or a background export with permissions of its own. */
type Reading = Pick<Context, 'db' | 'organization' | 'actor' | 'today' | 'now'>;

type Extent = { readonly period: Period; readonly linesMax?: number };

/** The same piece by piece: no more than a page of entries is in memory, however long the journal is. */
export async function* journalText(
  reading: Reading,
  format: JournalName,
  { period, linesMax = Number.POSITIVE_INFINITY }: Extent,
): AsyncGenerator<string> {
  const writer: JournalFormat = formats[format];
  const [accounts, { first, currencies }] = await Promise.all([exportAccounts(reading), boundsOf(reading, period)]);
  const base = baseCurrency(reading);
  yield writer.head({
    accounts: [...accounts.values()],
    organization: reading.actor.organization?.name ?? '',
    firstDay: first ?? reading.today,
    now: reading.now,
    currencies: [base, ...currencies.filter((currency) => currency !== base)],
  });
  const largest = new Map<string, { day: string; line: ExportedLine }>();
  for await (const entry of entriesOf(reading, period, linesMax)) {
    for (const line of entry.lines) {
      if (line.foreign === undefined) continue;
      const key = `${entry.date} ${line.foreign.currency}`;
      if (sizeOf(line) > sizeOf(largest.get(key)?.line)) largest.set(key, { day: entry.date, line });
    }
    yield writer.entry(entry, accounts);
  }
  for (const { day, line } of largest.values()) yield writer.price(priceOf(day, line));
}

/** Every entry of some days, page by page, so that what the database hands over at once stays small. */
export async function* entriesOf(
  reading: Reading,
  period: EntriesAsked,
  linesMax: number = exportLinesMax,
): AsyncGenerator<ExportedEntry> {
  if (Number.isFinite(linesMax)) await refuseMoreLines(reading, period, linesMax);
  let last: ExportedEntry | undefined;
  for (;;) {
    const page = await exportEntries(reading, period, last);
    last = page.at(-1);
    yield* page;
    if (page.length < exportPageSize) return;
  }
}

/** Before the first page: what is too long is refused at once, and no further line of it is read. */
async function refuseMoreLines({ db, organization }: Reading, { from, to }: Period, max: number): Promise<void> {
  const { lines } = await db.one<{ readonly lines: number }>(sql`
    select count(*)::int as lines from (
      select from journal_entries as e
        join journal_lines as l on l.organization_id = e.organization_id and l.entry_id = e.id
      where e.organization_id = ${organization} and e.entry_date between ${from} and ${to}
      limit ${max + 1}) as line`);
  if (lines > max) throw limitExceeded({ max, hint: 'Narrow `from` and `to` to a shorter period.' });
}

/** Number of entries in a period, and the sum of their debits. */
export function entryTotals(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  { from, to }: Period,
): Promise<{ readonly entries: bigint; readonly amount: bigint }> {
  return db.one(sql`
    select (select count(*) from journal_entries
        where organization_id = ${organization} and entry_date between ${from} and ${to}) as entries,
      (select coalesce(sum(debit), 0)::bigint from account_days
        where organization_id = ${organization} and day between ${from} and ${to}) as amount`);
}

type Bounds = { readonly first: string | null; readonly currencies: readonly string[] };

/** The first day with an entry, and every currency that accounts ever held. */
function boundsOf({ db, organization }: Reading, { from, to }: Period): Promise<Bounds> {
  return db.one<Bounds>(sql`
    select (select min(entry_date) from journal_entries
        where organization_id = ${organization} and entry_date between ${from} and ${to}) as first,
      array(select distinct currency::text from account_currencies
        where organization_id = ${organization} order by 1) as currencies`);
}

function sizeOf(line: ExportedLine | undefined): bigint {
  const minor = line?.foreign?.minor ?? 0n;
  return minor < 0n ? -minor : minor;
}

const rateDecimals = 8;

/** Price of one unit of another currency on a day, from its largest amount: that rounds least. */
function priceOf(day: string, { amount, foreign = amount }: ExportedLine): Price {
  const scale = (code: string) => 10n ** BigInt(minorDigits(code) ?? 0);
  const numerator = amount.minor * scale(foreign.currency) * 10n ** BigInt(rateDecimals);
  const denominator = foreign.minor * scale(amount.currency);
  const rate =
    denominator < 0n ? divide(-numerator, -denominator, 'half_up') : divide(numerator, denominator, 'half_up');
  return { day, currency: foreign.currency, base: amount.currency, rate: formatDecimal(rate, rateDecimals) };
}
