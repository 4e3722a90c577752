import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { parse } from 'csv-parse/sync';
import { tool } from '../support/tools.ts';

/** Movement of each account by month, by its code and the month, in units of the currency. */
export type Movements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** `Liabilities:2200 Output tax` and `Liabilities:Output-tax-2200` are account 2200. */
export function codeIn(account: string): string {
  const last = account.split(':').at(-1) ?? '';
  const code = /^(\d+) /.exec(last)?.[1] ?? /(?:^|-)(\d{3,10})(?:-|$)/.exec(last)?.[1];
  assert.ok(code, `no code in ${account}`);
  return code;
}

export function numberIn(amount: string): number {
  const number = /^-?[\d.]+/.exec(amount.trim())?.[0];
  assert.ok(number !== undefined || amount.trim() === '', `no number in ${amount}`);
  return Number(number ?? 0);
}

function put(movements: Map<string, Map<string, number>>, code: string, month: string, amount: number): void {
  const months = movements.get(code) ?? new Map<string, number>();
  months.set(month, amount);
  movements.set(code, months);
}

/** hledger's word on a journal: sound in its strictest mode, and what moved. Undefined where there is no hledger. */
export function byHledger(context: TestContext, journal: string): Movements | undefined {
  const hledger = tool(context, 'hledger', 'what hledger makes of the years');
  if (hledger === undefined) return undefined;
  const verdict = hledger.on(journal, 'check', '--strict', 'ordereddates', '-f', 'FILE');
  assert.ok(verdict.ok, verdict.errors);
  const sums = hledger.on(journal, 'balance', '-f', 'FILE', '--flat', '-N', '-M', '-B', '-O', 'csv');
  assert.ok(sums.ok, sums.errors);
  const [head = [], ...rows]: string[][] = parse(sums.output);
  const movements = new Map<string, Map<string, number>>();
  for (const [account = '', ...amounts] of rows) {
    for (const [index, amount] of amounts.entries()) {
      const month = /\d{4}-\d{2}/.exec(head[index + 1] ?? '')?.[0] ?? monthNamed(head[index + 1] ?? '');
      if (month !== undefined && numberIn(amount) !== 0) put(movements, codeIn(account), month, numberIn(amount));
    }
  }
  return movements;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** hledger writes months of one year by their names. */
function monthNamed(head: string): string | undefined {
  const index = monthNames.indexOf(head);
  return index === -1 ? undefined : `2024-${String(index + 1).padStart(2, '0')}`;
}

/** Beancount keeps a price of each unit where a total was said, and multiplies it again: that leaves dust. */
const priceGrain = 1e6;

/** The same by Beancount, which nobody who wrote hledger wrote. */
export function byBeancount(context: TestContext, journal: string): Movements | undefined {
  const check = tool(context, 'bean-check', 'what Beancount makes of the years');
  const query = tool(context, 'bean-query', 'what Beancount makes of the years');
  if (check === undefined || query === undefined) return undefined;
  const verdict = check.on(journal, 'FILE');
  assert.ok(verdict.ok, `${verdict.output}${verdict.errors}`);
  // As text, because a column of numbers is cut to as many digits as most of them have.
  const asked = 'select account, year, month, str(sum(number(weight))) as amount group by account, year, month';
  const sums = query.on(journal, '-f', 'csv', 'FILE', asked);
  assert.ok(sums.ok, sums.errors);
  const rows: string[][] = parse(sums.output, { from_line: 2, trim: true });
  const movements = new Map<string, Map<string, number>>();
  for (const [account = '', year = '', month = '', text = ''] of rows) {
    const amount = Number(/^Decimal\('(.+)'\)$/.exec(text)?.[1]);
    const moved = Math.round(amount * priceGrain) / priceGrain;
    if (moved !== 0) put(movements, codeIn(account), `${year}-${month.padStart(2, '0')}`, moved);
  }
  return movements;
}
