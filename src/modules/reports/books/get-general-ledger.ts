import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import { invalidCursor, limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { cursorInput } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, ForeignName, Id, Instant, Money, OrFile } from '../../../wire/index.ts';
import { type AccountBalance, Paper, recordId } from '../../ledger/index.ts';
import { type AccountLine, accountLinesOf } from './account-lines.ts';
import { dimensionFilterInput, NarrowedTo, narrowedTo } from './dimension-filter.ts';
import { narrowedBalances } from './narrowed-sums.ts';
import { paperCells, paperColumns, paperOf, type Told, toldOf } from './paper-columns.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { take, type Table, table } from '../printing/report-table.ts';
import { pagingOf } from '../printing/report-pages.ts';
import { baseMoney, basisInput, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';

const linesMax = 1_000;
const linesDefault = 100;
/** Of a file, which has no pages. */
const fileLinesMax = 50_000;

const sums = {
  opening: Money.describe('Debits less credits before the first day.'),
  debit: Money,
  credit: Money,
  closing: Money,
};

const GeneralLedger = z.object({
  period: ReportPeriod,
  accounts: z.array(
    z
      .object({ account_id: Id('account'), code: z.string(), name: z.string(), ...sums })
      .describe('Number of accounts with a balance or movement in the period, on all pages.'),
  ),
  rows: z.array(
    z.object({
      account_id: Id('account'),
      code: z.string(),
      date: Day,
      entry_id: Id('journal_entry'),
      number: z.string(),
      memo: z.string(),
      source: z.string().describe('Id of the source record of the entry.'),
      client_id: Id('client').nullable(),
      client_name: ForeignName.nullable(),
      tax_code: z.string().nullable(),
      contra_accounts: z.array(z.string()).describe('Codes of the accounts on the other side of the entry.'),
      posted_at: Instant,
      author: ForeignName.describe('Who posted it.'),
      paper: Paper.nullable().describe('The paper behind the entry.'),
      debit: Money,
      credit: Money,
      balance: Money.describe('Balance of the account after this line.'),
    }),
  ),
  totals: z.object(sums),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  narrowed_to: NarrowedTo,
  meta: ReportMeta,
});
type GeneralLedger = z.output<typeof GeneralLedger>;

export const getGeneralLedger = operation({
  name: 'get_general_ledger',
  summary: 'Get the general ledger for a period: opening balance, lines and closing balance by account.',
  guidance: 'One account by id, or all in order of code. Results are paged; a file covers the whole period.',
  http: 'GET /reports/general-ledger',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    account_id: Id('account').optional(),
    ...dimensionFilterInput,
    limit: z.int().min(1).max(linesMax).default(linesDefault).describe('Lines per page.'),
    cursor: cursorInput,
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(GeneralLedger),
  refuses: [validationFailed, invalidCursor, limitExceeded, notFound, pagesRefused],
  async run(context, { limit, cursor, format, language, ...input }) {
    const { current } = await rangeOf(context, input);
    const paging = pagingOf(context, 'general-ledger', input, cursor);
    const size = format === 'json' ? limit : fileLinesMax;
    const asked = { ...current, account: input.account_id, filter: input, after: paging.after, limit: size + 1 };
    const narrowed = await narrowedTo(context, input);
    const [balances, found, meta] = await Promise.all([
      narrowedBalances(context, input, current),
      accountLinesOf(context, asked),
      metaOf(context),
    ]);
    const own = balances.filter(({ id }) => input.account_id === undefined || id === input.account_id);
    if (own.length === 0 && input.account_id !== undefined) throw notFound({ errors: [missingAccount] });
    const hasMore = found.length > size;
    if (hasMore && format !== 'json') {
      throw limitExceeded({ max: size, hint: 'Choose one account, or narrow `from` and `to` to a shorter period.' });
    }
    const lines = found.slice(0, size);
    const told = await toldOf(context, lines);
    const last = lines.at(-1);
    const report: GeneralLedger = {
      period: current,
      ...summed(context, own),
      rows: lines.map((line) => rowFrom(context, line, told)),
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined ? paging.next([last.code, last.day, last.entry_id, String(last.position)]) : null,
      narrowed_to: narrowed,
      meta,
    };
    return inFormat(context, { format, language }, report, asTable);
  },
});

const missingAccount = { pointer: '/account_id', code: 'not_found', message: 'The account was not found.' };

function summed(context: Context, balances: readonly AccountBalance[]): Pick<GeneralLedger, 'accounts' | 'totals'> {
  const money = baseMoney(context);
  const shown = (opening: bigint, debit: bigint, credit: bigint) => {
    const closing = opening + debit - credit;
    return { opening: money(opening), debit: money(debit), credit: money(credit), closing: money(closing) };
  };
  const moved = balances.filter(({ opening, debit, credit }) => opening !== 0n || debit !== 0n || credit !== 0n);
  const total = (pick: (one: AccountBalance) => bigint) => sum(moved.map(pick));
  return {
    accounts: moved.map(({ id, code, name, opening, debit, credit }) => {
      return { account_id: id, code, name, ...shown(opening, debit, credit) };
    }),
    totals: shown(
      total(({ opening }) => opening),
      total(({ debit }) => debit),
      total(({ credit }) => credit),
    ),
  };
}

function rowFrom(context: Context, line: AccountLine, told: Told): GeneralLedger['rows'][number] {
  const money = baseMoney(context);
  const { account_id, code, day, entry_id, number, memo, client_id, amount, balance } = line;
  const { source_type: type, source_id: source } = line;
  return {
    account_id,
    code,
    entry_id,
    number,
    memo,
    client_id,
    ...paperOf(line, told),
    date: day,
    source: recordId(type, source),
    debit: money(amount > 0n ? amount : 0n),
    credit: money(amount < 0n ? -amount : 0n),
    balance: money(balance),
  };
}

function asTable({ period, accounts, rows, totals }: GeneralLedger): Table {
  const byAccount = Map.groupBy(rows, ({ account_id: id }) => id);
  const ofLine = ['date', 'number', 'memo', 'source', 'debit', 'credit', 'balance'] as const;
  return table(`general-ledger-${period.from}-${period.to}`, ['code', 'account', ...ofLine, ...paperColumns], (row) => [
    ...accounts.flatMap(({ account_id: id, code, name: account, opening, debit, credit, closing }) => [
      row({ code, account, date: period.from, memo: 'opening', balance: opening }),
      ...(byAccount.get(id) ?? []).map((line) =>
        row({ account, ...take(line, ['code', ...ofLine]), ...paperCells(line, line) }),
      ),
      row({ code, account, date: period.to, memo: 'closing', debit, credit, balance: closing }),
    ]),
    row({ date: period.to, memo: 'total', debit: totals.debit, credit: totals.credit, balance: totals.closing }),
  ]);
}
