import { z } from 'zod';
import type { Decimal } from '../../core/decimal.ts';
import { at } from '../../core/list.ts';
import { shareOut } from '../../core/share.ts';
import { fault, missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/index.ts';
import { Id, SignedAmount } from '../../wire/index.ts';
import { type DimensionValues, dimensionValuesNamed } from '../dimensions/index.ts';
import { AccountCode, accountsNamed } from '../ledger/index.ts';
import { amountFrom } from '../sales/index.ts';
import { monthsMax } from './budget.ts';

const linesMax = 500;

const Line = z.strictObject({
  account_id: Id('account').optional(),
  account_code: AccountCode.optional().describe('Instead of account_id. An account of income or costs.'),
  dimension_value_id: Id('dimension_value')
    .nullable()
    .optional()
    .describe('Of what names this value. Default: of what names none.'),
  amount: SignedAmount.optional().describe(
    'Of all months, spread evenly; over a line that is there, in proportion to its months.',
  ),
  amounts: z.array(SignedAmount).min(1).max(monthsMax).optional().describe('Instead of amount: one for each month.'),
});
type Line = z.output<typeof Line>;

export const linesInput = z.array(Line).max(linesMax);

/** A line as it is kept, in minor units, with what its account is called. */
export type PlannedLine = {
  readonly account: { readonly id: string; readonly code: string; readonly name: string };
  readonly value: string | null;
  readonly amounts: readonly bigint[];
};

type Plan = {
  readonly lines: readonly Line[];
  readonly months: number;
  /** Lines that are there already. */
  readonly kept?: readonly PlannedLine[];
};

/** Lines as they were sent, with their accounts, values and months; refused where two are of the same. */
export async function plannedLines(context: Context, { lines, months, kept = [] }: Plan): Promise<PlannedLine[]> {
  const [accounts, values] = await Promise.all([
    accountsNamed(context, lines),
    dimensionValuesNamed(
      context,
      lines.map(({ dimension_value_id: id }) => ({ dimension_value_ids: id ? [id] : [] })),
    ),
  ]);
  const before = new Map(kept.map((line) => [keyOf(line), line]));
  const seen = new Set<string>();
  return lines.map((line, index) => {
    const pointer = `/lines/${index}`;
    const account = accountOf(line, accounts, pointer);
    const value = valueOf(line, values, pointer);
    const key = keyOf({ account, value });
    const own = before.get(key);
    if (account.archived_at !== null && own === undefined) {
      throw fault(`${pointer}/${nameIn(line)}`, 'archived', `Account ${account.code} is archived.`);
    }
    if (seen.has(key)) {
      const message = `Write one line for account ${account.code} and each value.`;
      throw fault(`${pointer}/${nameIn(line)}`, 'line_repeated', message);
    }
    seen.add(key);
    return { account, value, amounts: amountsOf(context, line, { pointer, months, own }) };
  });
}

/** What two lines must not have in common. */
const keyOf = ({ account, value }: Pick<PlannedLine, 'account' | 'value'>): string => `${account.id} ${value}`;

const nameIn = ({ account_id: id }: Line): string => (id === undefined ? 'account_code' : 'account_id');

type Accounts = Awaited<ReturnType<typeof accountsNamed>>;
type Account = Accounts extends ReadonlyMap<string, infer Found> ? Found : never;

function accountOf(line: Line, accounts: Accounts, pointer: string): Account {
  const { account_id: id, account_code: code } = line;
  if ((id === undefined) === (code === undefined)) {
    throw fault(`${pointer}/account_id`, 'one_of', 'Write either account_id or account_code.');
  }
  const found = accounts.get(id ?? code ?? '');
  if (found === undefined) throw missing(`${pointer}/${nameIn(line)}`, 'account');
  if (found.class !== 'revenue' && found.class !== 'expense') {
    const message = `Account ${found.code} is on the balance sheet. Budgets are of income and costs.`;
    throw fault(`${pointer}/${nameIn(line)}`, 'not_of_result', message);
  }
  return found;
}

function valueOf({ dimension_value_id: id }: Line, values: DimensionValues, pointer: string): string | null {
  if (!id) return null;
  if (!values.has(id)) throw missing(`${pointer}/dimension_value_id`, 'dimension value');
  return id;
}

type Spread = { readonly pointer: string; readonly months: number; readonly own: PlannedLine | undefined };

function amountsOf(context: Context, { amount, amounts }: Line, { pointer, months, own }: Spread): bigint[] {
  const minor = (one: Decimal, place: string) => amountFrom(one, place, baseCurrency(context));
  if ((amount === undefined) === (amounts === undefined)) {
    throw fault(`${pointer}/amount`, 'one_of', 'Write either amount or amounts.');
  }
  if (amounts === undefined) {
    return shareOut(
      minor(amount as Decimal, `${pointer}/amount`),
      Array.from({ length: months }, (_, month) => (own === undefined ? 1n : at(own.amounts, month))),
    );
  }
  if (amounts.length !== months) {
    throw fault(`${pointer}/amounts`, 'not_each_month', `Write ${months} amounts, one for each month.`);
  }
  return amounts.map((one, month) => minor(one, `${pointer}/amounts/${month}`));
}
