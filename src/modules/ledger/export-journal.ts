import { formatDecimal } from '../../core/decimal.ts';
import { minorDigits } from '../../core/currency.ts';
import type { Period } from '../../core/period.ts';
import { divide } from '../../core/rounding.ts';
import { limitExceeded } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { FileOutput } from '../../wire/index.ts';
import {
  exportAccounts,
  exportEntries,
  type ExportedAccount,
  type ExportedEntry,
  type ExportedLine,
  exportPageSize,
} from './export-pages.ts';
import { baseCurrency } from './journal-entry.ts';
import { beancount, csv, hledger, type JournalFormat, ledgerCli, type Price } from './journal-formats.ts';

/** Some 25 MB of text, the most that is put together in memory at once; a year of many a business. */
export const exportLinesMax = 250_000;

const formats = { hledger, beancount, ledger: ledgerCli, csv } as const satisfies Record<string, JournalFormat>;
export const journalFormats = Object.keys(formats) as [keyof typeof formats, ...(keyof typeof formats)[]];

/** The entries of some days as a plain-text accounting file, or as CSV. */
export async function exportJournal(
  context: Context,
  format: keyof typeof formats,
  period: Period,
): Promise<FileOutput> {
  const accounts = await exportAccounts(context);
  const writer: JournalFormat = formats[format];
  const body = await writeEntries(context, period, accounts, writer);
  const head = writer.head({
    accounts: [...accounts.values()],
    organization: context.actor.organization?.name ?? '',
    firstDay: body.firstDay ?? context.today,
    now: context.now,
    currencies: body.currencies,
  });
  return {
    filename: `journal.${writer.extension}`,
    content_type: writer.contentType,
    content: head + body.text + body.prices.map((price) => writer.price(price)).join(''),
  };
}

/** Every entry of some days, page by page, so that what the database hands over at once stays small. */
export async function* entriesOf(context: Context, period: Period): AsyncGenerator<ExportedEntry> {
  let last: ExportedEntry | undefined;
  for (let lines = 0; ;) {
    const page = await exportEntries(context, period, last);
    last = page.at(-1);
    for (const entry of page) {
      lines += entry.lines.length;
      yield entry;
    }
    if (lines > exportLinesMax)
      throw limitExceeded({ max: exportLinesMax, hint: 'Export fewer days at once: narrow `from` and `to`.' });
    if (page.length < exportPageSize) return;
  }
}

type Body = {
  readonly text: string;
  readonly firstDay: string | undefined;
  readonly currencies: readonly string[];
  readonly prices: readonly Price[];
};

async function writeEntries(
  context: Context,
  period: Period,
  accounts: ReadonlyMap<string, ExportedAccount>,
  writer: JournalFormat,
): Promise<Body> {
  const parts: string[] = [];
  const base = baseCurrency(context);
  const currencies = new Set([base]);
  const largest = new Map<string, { day: string; line: ExportedLine }>();
  let firstDay: string | undefined;
  for await (const entry of entriesOf(context, period)) {
    firstDay ??= entry.date;
    for (const line of entry.lines) {
      if (line.foreign === undefined) continue;
      currencies.add(line.foreign.currency);
      const key = `${entry.date} ${line.foreign.currency}`;
      if (sizeOf(line) > sizeOf(largest.get(key)?.line)) largest.set(key, { day: entry.date, line });
    }
    parts.push(writer.entry(entry, accounts));
  }
  const prices = [...largest.values()].map(({ day, line }) => priceOf(day, line));
  return { text: parts.join(''), firstDay, currencies: [...currencies], prices };
}

function sizeOf(line: ExportedLine | undefined): bigint {
  const minor = line?.foreign?.minor ?? 0n;
  return minor < 0n ? -minor : minor;
}

const rateDecimals = 8;

/** What one unit of another currency was worth on a day, by the largest amount of it: that rounds least. */
function priceOf(day: string, { amount, foreign = amount }: ExportedLine): Price {
  const scale = (code: string) => 10n ** BigInt(minorDigits(code) ?? 0);
  const numerator = amount.minor * scale(foreign.currency) * 10n ** BigInt(rateDecimals);
  const denominator = foreign.minor * scale(amount.currency);
  const rate =
    denominator < 0n ? divide(-numerator, -denominator, 'half_up') : divide(numerator, denominator, 'half_up');
  return { day, currency: foreign.currency, base: amount.currency, rate: formatDecimal(rate, rateDecimals) };
}
