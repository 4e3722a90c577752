import { createHash } from 'node:crypto';
import { formatMoney } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { type Afterwards, afterwards } from '../../../operation/afterwards.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import type { FileOutput } from '../../../wire/index.ts';
import { type Cell, csvFile, exportAccounts, booksState } from '../../ledger/index.ts';
import { getBalanceSheet } from './get-balance-sheet.ts';
import { getProfitAndLoss } from './get-profit-and-loss.ts';
import { getTaxSummary } from '../tax/get-tax-summary.ts';
import { getTrialBalance } from './get-trial-balance.ts';
import { journalTables } from './journal-tables.ts';
import { owedExpenses } from '../aging/payables.ts';
import { owedSales } from '../aging/receivables.ts';
import { take, type Table, table } from '../printing/report-table.ts';
import { baseMoney, currencyOf } from '../report.ts';

/**
 * The books of a period for an accountant as one archive: every table as CSV and as JSON, with a manifest of row counts
 * and SHA-256 hashes.
 */
export async function accountantPackage(context: Context, period: Period): Promise<Afterwards<FileOutput>> {
  const { organization } = context.actor;
  const [tables, { latest_entry: watermark }] = await Promise.all([tablesOf(context, period), booksState(context)]);
  const files = tables.flatMap((one) => [
    { name: `${one.name}.csv`, rows: one.rows.length, content: csvFile(one.name, one.header, one.rows).content },
    { name: `${one.name}.json`, rows: one.rows.length, content: jsonOf(one) },
  ]);
  const manifest = {
    organization: organization?.name ?? '',
    currency: currencyOf(context),
    timezone: organization?.timezone ?? 'UTC',
    ...period,
    generated_at: context.now,
    ledger_watermark: watermark,
    files: files.map(({ name, rows, content }) => {
      return {
        name,
        rows,
        bytes: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest('hex'),
      };
    }),
  };
  const entries = {
    'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`,
    ...Object.fromEntries(files.map(({ name, content }) => [name, content])),
  };
  return afterwards(async ({ packer, organization: whose, signal }) => {
    const archive = await packer.zip(entries, { organization: whose, signal });
    return {
      filename: `books-${period.from}-${period.to}.zip`,
      content_type: 'application/zip',
      content: Buffer.from(archive).toString('base64'),
      encoding: 'base64',
    };
  });
}

async function tablesOf(context: Context, period: Period): Promise<Table[]> {
  const asAt = { as_at: period.to };
  const [chart, books, trial, receivables, payables, tax, results, sheet] = await Promise.all([
    chartTable(context),
    journalTables(context, period),
    tableOf(context, getTrialBalance, period),
    receivablesTable(context, period.to),
    payablesTable(context, period.to),
    tableOf(context, getTaxSummary, period),
    tableOf(context, getProfitAndLoss, { ...period, basis: 'accrual', layout: 'plain' }),
    tableOf(context, getBalanceSheet, { ...asAt, layout: 'plain' }),
  ]);
  const named = (name: string, { header, rows }: Table): Table => ({ name, header, rows });
  return [
    chart,
    ...books,
    named('trial-balance', trial),
    receivables,
    payables,
    named('tax-summary', tax),
    named('profit-and-loss', results),
    named('balance-sheet', sheet),
  ];
}

/** A report as the table that its files are made of. */
async function tableOf(context: Context, report: Operation, asked: object): Promise<Table> {
  const input = { ...(report.input.parse(asked) as object), format: 'table' };
  // `inFormat` answers a table where that is the format, which nobody outside can ask for.
  return (await report.run(context, input, undefined)) as Table;
}

async function chartTable(context: Context): Promise<Table> {
  const accounts = await exportAccounts(context);
  const header = ['code', 'account', 'type', 'class', 'parent', 'system_role', 'archived_at'] as const;
  return table('chart-of-accounts', header, (row) =>
    [...accounts.values()].map(({ name, parentId, role, archivedAt, ...one }) => {
      const parent = parentId === null ? undefined : accounts.get(parentId);
      const own = take(one, ['code', 'type', 'class']);
      return row({ ...own, account: name, parent: parent?.code ?? null, system_role: role, archived_at: archivedAt });
    }),
  );
}

type OpenItem = {
  readonly number: string | null;
  readonly name: string | null;
  readonly day: string;
  readonly due_date: string;
  readonly total: bigint;
  readonly amount: bigint;
};

async function receivablesTable({ db, organization, ...rest }: Context, day: string): Promise<Table> {
  const items = await db.many<OpenItem>(sql`
    select owed.number, client.name, owed.sale_date as day, owed.due_date, owed.total, owed.amount
    from (${owedSales(organization, day)}) as owed
    left join report_clients as client on client.organization_id = ${organization} and client.id = owed.client_id
    order by owed.due_date, owed.id`);
  return openItems({ db, organization, ...rest }, { name: 'open-receivables', party: 'client', items });
}

async function payablesTable({ db, organization, ...rest }: Context, day: string): Promise<Table> {
  const items = await db.many<OpenItem>(sql`
    select owed.number, coalesce(member.name, supplier.name, owed.payee_name) as name, owed.expense_date as day,
      owed.due_date, owed.total, owed.amount
    from (${owedExpenses(organization, day)}) as owed
    left join report_clients as supplier
      on supplier.organization_id = ${organization} and supplier.id = owed.supplier_id
    left join report_members as member on member.organization_id = ${organization} and member.id = owed.member_id
    order by owed.due_date, owed.id`);
  return openItems({ db, organization, ...rest }, { name: 'open-payables', party: 'supplier', items });
}

type OpenItems = { readonly name: string; readonly party: 'client' | 'supplier'; readonly items: readonly OpenItem[] };

function openItems(context: Context, { name, party, items }: OpenItems): Table {
  const money = baseMoney(context);
  return table(name, ['number', party, 'date', 'due_date', 'total', 'open'], (row) =>
    items.map(({ number, name: whose, day: date, due_date, total, amount }) =>
      row({ number, [party]: whose, date, due_date, total: money(total), open: money(amount) }),
    ),
  );
}

/** An array of objects, in which amounts are decimal strings as everywhere. */
function jsonOf({ header, rows }: Table): string {
  const made = rows.map((row) => Object.fromEntries(header.map((title, index) => [title, plain(row[index] ?? null)])));
  return `${JSON.stringify(made, null, 1)}\n`;
}

function plain(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return cell.toString();
  return 'digits' in cell ? cell.digits : formatMoney(cell);
}
