import type { Decimal } from '../../core/decimal.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { absolute, amountIn, inDigits, isSame, minus, sum, zero } from './amounts.ts';
import { accountIn, chartOf, type FoundAccount, nearestAccount } from './find-accounts.ts';
import type { ImportContext, Step } from './import-context.ts';
import { type OpeningRow, openingRows } from './opening-rows.ts';
import { headOf, type ImportRecord } from './import-record.ts';

type Known = OpeningRow & { readonly account: FoundAccount };

/**
 * The opening balances of a whole trial balance, in one entry or not at all. Where it balances, an account that it does
 * not name has no balance in the old books either: what open invoices and bills posted there is taken off again.
 */
export async function openingSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const date = headOf(record)['date'] ?? '';
  const chart = await chartOf(context);
  const rows = knownRows(openingRows(record), chart);
  const isWhole = sum(rows.map(({ value }) => value)).units === 0n;
  const named = new Set(rows.map(({ account }) => account.id));
  const others = isWhole ? chart.filter(({ id, system_role: role }) => !named.has(id) && role !== opening) : [];
  await checkRecords(context, { rows, others, date });
  const balances = rows.map(({ account, value }) => ({
    account_id: account.id,
    ...(value.units < 0n ? { credit: inDigits(absolute(value)) } : { debit: inDigits(value) }),
  }));
  const input = { date, balances: [...balances, ...others.map(({ id }) => ({ account_id: id, debit: '0' }))] };
  return [{ operation: 'set_opening_balances', input }];
}

const opening = 'opening_balance';

/** Refuses what is not in the chart, all of it at once, and what is in the file twice. */
function knownRows(rows: readonly OpeningRow[], chart: readonly FoundAccount[]): Known[] {
  const found = rows.map((row) => ({ ...row, account: firstIn(chart, row.texts) }));
  const unknown = found.filter(({ account, value }) => account === undefined && value.units !== 0n);
  if (unknown[0] !== undefined) throw accountsUnknown(unknown, chart);
  const known = found.flatMap(({ account, ...row }) => (account === undefined ? [] : [{ ...row, account }]));
  const twice = known.find(({ account }, at) => known.findIndex((one) => one.account.id === account.id) < at);
  if (twice === undefined) return known;
  const message = `Account ${twice.account.code} is in the file twice: add the rows up.`;
  throw faultAt(twice.row, 'repeated', message);
}

function firstIn(chart: readonly FoundAccount[], texts: readonly string[]): FoundAccount | undefined {
  for (const text of texts) {
    const found = accountIn(chart, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

const namedMax = 10;

function accountsUnknown(rows: readonly OpeningRow[], chart: readonly FoundAccount[]): Error {
  const shown = rows.slice(0, namedMax).map(({ texts }) => {
    const [text = ''] = texts;
    return `"${texts.join(' ')}" is no account. ${nearestAccount(chart, text)}`;
  });
  const more = rows.length > shown.length ? [`And ${rows.length - shown.length} more.`] : [];
  const how = 'Create them first, as an import of accounts.';
  const message = [...shown, ...more, how].join(' ');
  const errors = [{ pointer: `/balances/${rows[0]?.row}/account`, code: 'not_found', message }];
  return notFound({ detail: message, errors });
}

type Checked = { readonly rows: readonly Known[]; readonly others: readonly FoundAccount[]; readonly date: string };

/** What is owed and in stock must be there by its records; all that differs is told at once. */
async function checkRecords({ read }: ImportContext, { rows, others, date }: Checked): Promise<void> {
  const report = await read('get_trial_balance', { from: date, to: date });
  const booked = new Map(
    (report['rows'] as readonly { account_id: string; closing: string }[]).map((row) => [row.account_id, row.closing]),
  );
  const wanted = [...rows, ...others.map((account) => ({ account, value: zero, row: undefined }))];
  const differing = wanted.flatMap(({ account, value, row }) => {
    const way = wayTo(account);
    const have = amountIn(booked.get(account.id)) ?? zero;
    return way === undefined || isSame(value, have) ? [] : [{ row, said: unlike(account, { value, have, way }) }];
  });
  if (differing.length === 0) return;
  const message = differing.map(({ said }) => said).join(' ');
  const row = differing.find((one) => one.row !== undefined)?.row ?? 0;
  throw faultAt(row, 'control_account', message);
}

const ways: Readonly<Record<string, string>> = {
  receivable: 'open invoices, with imports of sales and payments',
  payable: 'open bills, with imports of bills and bill_payments',
  member_payable: 'expenses that members paid, with create_expense',
  client_credit: 'credit of clients, with an import of payments that name a client and no invoice',
  client_deposits: 'deposit invoices, with create_document',
  supplier_credit: 'credit notes of suppliers, with an import of bills below zero',
};

/** The records that a balance is the sum of; undefined where it can be written down. */
function wayTo({ type, system_role: role }: FoundAccount): string | undefined {
  return type === 'inventory' ? 'stock, with an import of products with stock, cost and stock_date' : ways[role ?? ''];
}

type Unlike = { readonly value: Decimal; readonly have: Decimal; readonly way: string };

function unlike({ code, name }: FoundAccount, { value, have, way }: Unlike): string {
  const missing = inDigits(minus(value, have));
  return `${code} ${name} is ${inDigits(value)} in the file and ${inDigits(have)} here: enter ${missing} as ${way}.`;
}

function faultAt(row: number, code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: `/balances/${row}/balance`, code, message }], hint: message });
}
