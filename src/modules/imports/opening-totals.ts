import type { Decimal } from '../../core/decimal.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/index.ts';
import { formatMoney, money } from '../../core/money.ts';
import { accountBalances, isControl } from '../ledger/index.ts';
import { amountIn, inDigits, isSame, zero } from './amounts.ts';
import type { ControlTotals, Difference } from './control-totals.ts';
import { accountIn } from './find-accounts.ts';
import { openingRows, sumsOf } from './opening-rows.ts';
import { headOf, type ImportRecord } from './import-record.ts';
import { isDay } from '../../core/calendar.ts';

/**
 * Compares the debits of a trial balance with its credits, and what it says is owed and in stock with the open
 * invoices, bills and goods that are in the books on its day.
 */
export async function openingTotals(
  context: Context,
  [record]: readonly ImportRecord[],
): Promise<ControlTotals | null> {
  if (record === undefined) return null;
  const rows = openingRows(record);
  const { debits, credits } = sumsOf(rows);
  const { date = '' } = headOf(record);
  const accounts = isDay(date) ? await accountBalances(context, { from: date, to: date }) : [];
  const chart = accounts.map((account) => ({ ...account, system_role: account.role }));
  const stated = new Map<string, { readonly value: Decimal; readonly line: number }>();
  for (const { texts, value, row } of rows) {
    const account = texts.map((text) => accountIn(chart, text)).find((one) => one !== undefined);
    if (account !== undefined) stated.set(account.id, { value, line: record.lines[row] ?? 1 });
  }
  const books = chart.flatMap((account) => {
    const balance = account.opening + account.debit - account.credit;
    const said = stated.get(account.id);
    if (!isControl(account) || (said === undefined && balance === 0n)) return [];
    const have = amountIn(formatMoney(money(balance, baseCurrency(context)))) ?? zero;
    const { line = 1, value = zero } = said ?? {};
    const field = `${account.code} ${account.name}`;
    return [{ line, field, stated: inDigits(value), computed: inDigits(have), agrees: isSame(value, have) }];
  });
  const sides = { line: 1, field: 'debit_and_credit', stated: inDigits(debits), computed: inDigits(credits) };
  const checks = [{ ...sides, agrees: isSame(debits, credits) }, ...books];
  const differences = checks.flatMap(({ agrees, ...check }): Difference[] => (agrees ? [] : [check]));
  return { checked: checks.length, differing: differences.length, differences };
}
