import { z } from 'zod';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, FileOutput } from '../../wire/index.ts';
import {
  exportAccounts,
  exportEntries,
  type ExportedAccount,
  type ExportedEntry,
  exportPageSize,
} from './export-pages.ts';
import { beancount, csv, hledger, type JournalFormat, ledgerCli } from './journal-formats.ts';

/** Some 25 MB of text, the most that is put together in memory at once; a year of many a business. */
export const exportLinesMax = 250_000;

const formats: Readonly<Record<'hledger' | 'beancount' | 'ledger' | 'csv', JournalFormat>> = {
  hledger,
  beancount,
  ledger: ledgerCli,
  csv,
};

export const exportLedger = operation({
  name: 'export_ledger',
  summary: 'Exports the journal as a plain-text accounting file for hledger, Beancount or Ledger, or as CSV.',
  guidance: 'All entries, or those from one day to another; balances before `from` are not in it.',
  http: 'GET /ledger/export',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({
    format: z.enum(['hledger', 'beancount', 'ledger', 'csv']),
    from: Day.optional(),
    to: Day.optional(),
  }),
  output: FileOutput,
  refuses: [limitExceeded, validationFailed],
  async run(context, { format, from = '0001-01-01', to = '9999-12-31' }) {
    if (to < from) throw reversed();
    const accounts = await exportAccounts(context);
    const writer = formats[format];
    const body = await writeEntries(context, { from, to }, accounts, writer);
    const organization = context.actor.organization?.name ?? '';
    const head = writer.head({
      accounts: [...accounts.values()],
      organization,
      firstDay: body.firstDay ?? context.today,
      now: context.now,
      currencies: body.currencies,
    });
    return {
      filename: `journal.${writer.extension}`,
      content_type: writer.contentType,
      content: head + body.text,
    };
  },
});

type Body = { readonly text: string; readonly firstDay: string | undefined; readonly currencies: readonly string[] };

/** Page by page, so that what the database hands over at once stays small. */
async function writeEntries(
  context: Context,
  period: { readonly from: string; readonly to: string },
  accounts: ReadonlyMap<string, ExportedAccount>,
  writer: JournalFormat,
): Promise<Body> {
  const parts: string[] = [];
  const currencies = new Set([context.actor.organization?.baseCurrency ?? '']);
  let [first, last]: (ExportedEntry | undefined)[] = [];
  for (let lines = 0; ;) {
    const page = await exportEntries(context, period, last);
    first ??= page[0];
    last = page.at(-1);
    for (const entry of page) {
      lines += entry.lines.length;
      for (const { foreign } of entry.lines) if (foreign !== undefined) currencies.add(foreign.currency);
      parts.push(writer.entry(entry, accounts));
    }
    if (lines > exportLinesMax)
      throw limitExceeded({ max: exportLinesMax, hint: 'Export fewer days at once: narrow `from` and `to`.' });
    if (page.length < exportPageSize) break;
  }
  return { text: parts.join(''), firstDay: first?.date, currencies: [...currencies] };
}

function reversed(): Error {
  const message = 'Write a day that is not before `from`.';
  return validationFailed({ errors: [{ pointer: '/to', code: 'period_reversed', message }], hint: message });
}
