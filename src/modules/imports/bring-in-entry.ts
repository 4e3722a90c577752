import type { Decimal } from '../../core/decimal.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { absolute, inDigits, minus, sum, zero } from './amounts.ts';
import { tagsIn } from './cells.ts';
import { accountIn, accountNamed, chartOf, type FoundAccount } from './find-accounts.ts';
import { datevKeyMark } from './datev-table.ts';
import { isNoTax } from './find-taxes.ts';
import { taxOfKey, withoutAutomatic } from '../handover/index.ts';
import type { ImportContext, Step } from './import-context.ts';
import { headOf, type ImportRecord, type Values } from './import-record.ts';
import { externalIdOf } from './known-again.ts';
import { signedAmount } from './opening-rows.ts';
import { type Line, taxedOf, withTax } from './split-tax.ts';

/** A posted entry of all rows with its number, or of one row that names both of its accounts. */
export async function entrySteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { rows } = record;
  const head = headOf(record);
  const lines: Line[] = [];
  for (const [row, values] of rows.entries()) {
    await checkCurrency(values, context);
    lines.push(...(await taxedLines(values, row, context)));
  }
  checkBalance(lines);
  const memo = head['memo'] ?? head['description'] ?? head['entry'] ?? 'Journal entry';
  const input = {
    external_id: externalIdOf('journal', record),
    entry_date: head['date'],
    memo,
    tags: tagsIn(head['tags']),
    post: true,
    lines: lines.map(({ account, value, memo: own }) => ({
      account_id: account.id,
      [value.units < 0n ? 'credit' : 'debit']: inDigits(absolute(value)),
      ...(own === undefined || own === memo ? {} : { memo: own }),
    })),
  };
  return [{ operation: 'create_journal_entry', input }];
}

async function linesOf(values: Values, row: number, context: ImportContext): Promise<Line[]> {
  const base = values['base_amount'];
  const value = signedAmount(base === undefined ? values : { ...values, amount: base });
  if (value === undefined) throw faultAt(row, 'amount', 'required', 'Write a debit, a credit or an amount.');
  if (value.units === 0n) return [];
  const { contra, description, memo = description } = values;
  const own = { account: await ownAccount(values, context), value, memo: description ?? memo };
  if (contra === undefined) return [own];
  const other = await namedOrPersonal(context, contra, 'contra');
  return [own, { account: other, value: minus(zero, value), memo: own.memo }];
}

/** With the tax that a key of DATEV stands for, which is in no row of its file. */
async function taxedLines(values: Values, row: number, context: ImportContext): Promise<Line[]> {
  const lines = await linesOf(values, row, context);
  const key = values['tax_key'];
  if (key === undefined || key === withoutAutomatic || /^0+$/.test(key) || isNoTax(key)) return lines;
  const tax = key.startsWith(datevKeyMark) ? taxOfKey(key.slice(datevKeyMark.length), values['date'] ?? '') : undefined;
  const taxed = taxedOf(lines.map(({ account }) => account));
  if (tax === undefined || taxed === undefined) throw notSplit(key, row);
  const chart = await chartOf(context);
  const [input, output] = ['tax_input', 'tax_output'].map((role) => chart.find((one) => one.system_role === role));
  if (input === undefined || output === undefined) throw notSplit(key, row);
  return withTax(lines, tax, { taxed, input, output });
}

/** By its code; where a file has names beside codes of another chart, by its name. */
async function ownAccount({ code, account }: Values, context: ImportContext): Promise<FoundAccount> {
  if (code !== undefined && account !== undefined) {
    const chart = await chartOf(context);
    const found = accountIn(chart, code) ?? accountIn(chart, account);
    if (found !== undefined) return found;
  }
  return namedOrPersonal(context, code ?? account ?? '', 'account');
}

/** Numbers of five digits and more are those of clients and suppliers in DATEV, which have records here. */
async function namedOrPersonal(context: ImportContext, text: string, field: string): Promise<FoundAccount> {
  if (!/^[1-9]\d{4,8}$/.test(text) || accountIn(await chartOf(context), text) !== undefined) {
    return accountNamed(context, text, field);
  }
  const message =
    `There is no account "${text}". If it is that of a client or supplier, bring what they owe in as sales or bills, ` +
    'and what they paid as payments.';
  throw notFound({ detail: message, errors: [{ pointer: `/${field}`, code: 'not_found', message }] });
}

/** A tax that the old program would compute from a gross amount, by a key that says no rate. */
function notSplit(key: string, row: number): Error {
  const how = 'Bring it in as sales or bills, or write the tax as a row on its account.';
  return faultAt(
    row,
    'tax_key',
    'tax_not_split',
    `The row is gross: its tax "${key}" is computed, not written. ${how}`,
  );
}

async function checkCurrency({ currency, base_amount: base }: Values, { once, read }: ImportContext): Promise<void> {
  if (currency === undefined || base !== undefined) return;
  const own = await once('base currency', async () => String((await read('get_organization', {}))['base_currency']));
  if (currency.toUpperCase() === own) return;
  throw faultAt(0, 'currency', 'other_currency', `Entries are in ${own}: map a column to base_amount.`);
}

function checkBalance(lines: readonly Line[]): void {
  const difference = sum(lines.map(({ value }) => value));
  if (difference.units === 0n) return;
  const of = (isWanted: (value: Decimal) => boolean) => sum(lines.map(({ value }) => value).filter(isWanted));
  const debits = of(({ units }) => units > 0n);
  const credits = absolute(of(({ units }) => units < 0n));
  const sides = `Debits are ${inDigits(debits)} and credits ${inDigits(credits)}`;
  throw faultAt(0, 'amount', 'entry_unbalanced', `${sides}: they differ by ${inDigits(absolute(difference))}.`);
}

function faultAt(row: number, field: string, code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: `/lines/${row}/${field}`, code, message }], hint: message });
}
