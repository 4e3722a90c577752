import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { type Allocated, checkAllocations, PaymentFault, spread } from '../../../core/payment.ts';
import { sql } from '../../../db/sql.ts';
import { fault, missing, sentenceOf } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Currency, Id, Text } from '../../../wire/index.ts';
import { amountExceedsDue, type EarlyDiscounts, noDiscounts } from '../../payments/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { amountFrom, currencyMismatch } from '../../sales/index.ts';
import { checkState } from '../expense-record.ts';
import type { ExpenseRow } from '../expense-row.ts';
import { nothingOwed, supplierMismatch } from './supplier-payment.ts';
import { expensesMax, lockOwedExpenses } from './supplier-payment-store.ts';

const allocationsMax = 500;

export const supplierAllocations = z
  .array(
    z.strictObject({
      expense_id: Id('expense').optional(),
      expense: Text(60).optional().describe('Number of the expense instead of `expense_id`.'),
      amount: Amount.optional().describe('Default: the balance due of the expense, less its discount.'),
      discount_amount: Amount.optional().describe(
        'What the supplier lets off beside it, with tax. Default: the discount that it is in time for.',
      ),
    }),
  )
  .max(allocationsMax);

/** Expenses that a payment pays. */
export const supplierAllocationInput = {
  currency: Currency.optional().describe('Default: the currency of the expenses being paid, which must all share one.'),
  amount: Amount.optional().describe('Default: the sum of the allocations, or everything owed to the supplier.'),
  keep_credit: z
    .boolean()
    .optional()
    .describe('Keeps any overpayment as credit with the supplier. Without it, an overpayment is refused.'),
  allocations: supplierAllocations
    .min(1)
    .optional()
    .describe('Expenses to pay. Default: the supplier’s open expenses, earliest due first.'),
};
type Given = z.output<z.ZodObject<typeof supplierAllocationInput>>;

type Named = {
  readonly id: string;
  readonly amount: Decimal | undefined;
  /** Instead of the discount that the payment is in time for. */
  readonly discount: Decimal | undefined;
  readonly pointer: string;
};

/** The expenses that may be paid, locked, in their currency, and whether the caller named them. */
export type Owed = {
  readonly expenses: readonly ExpenseRow[];
  readonly named: readonly Named[] | undefined;
  readonly currency: string;
};

/** The amount paid on one expense, and its early-payment discount. */
export type ExpenseShare = { readonly expense: ExpenseRow; readonly amount: bigint; readonly discount: bigint };

/** Locks what the input names or, where it names nothing, what is owed to the supplier. */
export async function lockOwed(context: Context, given: Given, supplierId: string | undefined): Promise<Owed> {
  if (given.allocations === undefined) {
    if (supplierId === undefined) throw nobodyNamed();
    const expenses = await lockOwedExpenses(context, { supplierId, currency: given.currency });
    return { expenses, named: undefined, currency: given.currency ?? onlyCurrency(context, expenses) };
  }
  if (given.allocations.length === 0 && supplierId === undefined) throw nobodyNamed();
  const named = await namedExpenses(context, given.allocations);
  const ids = named.map(({ id }) => id);
  const expenses = await lockOwedExpenses(context, { ids });
  const currency = given.currency ?? expenses[0]?.currency ?? baseOf(context);
  for (const expense of expenses) {
    if (expense.currency !== currency) throw otherCurrency(expense, currency);
  }
  return { expenses, named, currency };
}

/** Expenses named by the caller, or those of the supplier's open expenses that are dated up to a day. */
export function owedBy(day: Day, { expenses, ...owed }: Owed): Owed {
  return { ...owed, expenses: owed.named ? expenses : expenses.filter((expense) => expense.expense_date <= day) };
}

function nobodyNamed(): Error {
  return fault('/supplier_id', 'required', 'Name the supplier, or the expenses by `allocations`.');
}

/** Nobody guesses in which currency is paid what is owed in several. */
function onlyCurrency(context: Context, expenses: readonly ExpenseRow[]): string {
  const [only = baseOf(context), ...others] = new Set(expenses.map(({ currency }) => currency));
  if (others.length === 0) return only;
  throw fault('/currency', 'required', `Send the currency: ${[only, ...others].toSorted().join(', ')} are owed.`);
}

function otherCurrency({ number, currency }: ExpenseRow, paid: string): Error {
  const hint = `Expense ${number} is in ${currency}: record a separate payment for each currency.`;
  return currencyMismatch({ expense: number, currency, paid_in: paid, hint });
}

async function namedExpenses(context: Context, given: NonNullable<Given['allocations']>): Promise<Named[]> {
  const numbers = given.flatMap(({ expense }) => expense ?? []);
  const ids = numbers.length === 0 ? undefined : await idsByNumber(context, numbers);
  return given.map(({ expense_id: id, expense: number, amount, discount_amount: discount }, index) => {
    const pointer = `/allocations/${index}`;
    if ((id === undefined) === (number === undefined)) {
      throw fault(`${pointer}/expense_id`, 'required', 'Name the expense, by `expense_id` or by `expense`.');
    }
    const expenseId = id ?? ids?.get(number ?? '');
    if (expenseId === undefined) throw missing(`${pointer}/expense`, 'expense');
    return { id: expenseId, amount, discount, pointer };
  });
}

async function idsByNumber({ db, organization }: Context, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.many<{ id: string; number: string }>(sql`
    select id, number from expenses
    where organization_id = ${organization}
      and (case when number is null then '' else number end) = any(${numbers}::text[]) and number is not null`);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Allocation of a payment, with the remainder as supplier credit. */
export type Shared = { readonly shares: readonly ExpenseShare[]; readonly credit: bigint };

/** Shares the money out: as the input says, else over what is due first. What is left is credit, or it is refused. */
export function sharesOf(
  given: Given,
  { expenses, named, currency }: Owed,
  inTime: EarlyDiscounts = noDiscounts,
): Shared {
  const said = discountsNamed(named ?? [], { expenses, currency });
  const early = orNamed(inTime, said);
  const asked = given.amount && amountFrom(given.amount, '/amount', currency);
  if (asked === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
  const byId = new Map(expenses.map((expense) => [expense.id, expense]));
  const { keep_credit: keeps } = given;
  const { allocations, unapplied } =
    named === undefined
      ? sharedOut(asked, expenses, { currency, keeps, early })
      : asNamed(asked, named, { byId, currency, keeps, early, said });
  const byExpense = Map.groupBy(allocations, ({ id }) => id);
  const shares = [...byExpense].map(([id, parts]) => {
    const expense = byId.get(id);
    if (expense === undefined) throw new RangeError(`expense ${id} was never locked`);
    const amount = sum(parts.map((part) => part.amount));
    return { expense, amount, discount: early.with(id, amount) };
  });
  return { shares, credit: unapplied };
}

type Debts = { readonly expenses: readonly ExpenseRow[]; readonly currency: string };

/** Discounts that the caller named, by expense: suppliers let off more, less or later than their terms say. */
function discountsNamed(named: readonly Named[], { expenses, currency }: Debts): ReadonlyMap<string, bigint> {
  const said = new Map<string, bigint>();
  for (const { id, discount, pointer } of named) {
    if (discount === undefined) continue;
    const field = `${pointer}/discount_amount`;
    const minor = (said.get(id) ?? 0n) + amountFrom(discount, field, currency);
    const expense = expenses.find((one) => one.id === id);
    if (expense !== undefined && minor > 0n && minor >= dueOf(expense)) {
      throw exceedsDue(field, { max: dueOf(expense), currency, number: expense.number });
    }
    said.set(id, minor);
  }
  return said;
}

function orNamed(inTime: EarlyDiscounts, said: ReadonlyMap<string, bigint>): EarlyDiscounts {
  return {
    whole: (id) => said.get(id) ?? inTime.whole(id),
    with: (id, paid) => said.get(id) ?? inTime.with(id, paid),
  };
}

export function dueOf({ total, amount_paid: paid }: ExpenseRow): bigint {
  return total - paid;
}

/** Undefined where nobody said whether what is left is to be credit. */
type How = {
  readonly currency: string;
  readonly keeps: boolean | undefined;
  readonly early: EarlyDiscounts;
};

function sharedOut(asked: bigint | undefined, expenses: readonly ExpenseRow[], how: How): Allocated {
  const { currency, keeps, early } = how;
  // Somebody may have paid or voided one while the lock was waited for.
  const owed = expenses.filter((expense) => expense.status === 'posted' && dueOf(expense) > 0n);
  const max = sum(owed.map(dueOf));
  // With more expenses than are looked at, nobody knows whether anything is left over.
  const isRest = keeps === true && asked !== undefined && expenses.length < expensesMax;
  if (max === 0n && !isRest) throw nothingOwed();
  const payable = (expense: ExpenseRow) => dueOf(expense) - early.whole(expense.id);
  const amount = asked ?? sum(owed.map(payable));
  if (amount > max && !isRest) throw exceedsDue('/amount', { max, currency, mayKeep: keeps === undefined });
  const due = (amountOf: (expense: ExpenseRow) => bigint) =>
    owed.map((expense) => ({ id: expense.id, due: amountOf(expense), dueDate: expense.due_date }));
  const first = spread(amount, due(payable));
  // More than they come to with their discounts pays the discounts instead.
  const spared = due(({ id }) => early.whole(id)).filter((one) => one.due > 0n);
  if (first.unapplied === 0n || spared.length === 0) return first;
  const rest = spread(first.unapplied, spared);
  return { allocations: [...first.allocations, ...rest.allocations], unapplied: rest.unapplied };
}

type Among = How & {
  readonly byId: ReadonlyMap<string, ExpenseRow>;
  /** Discounts that the caller named. */
  readonly said: ReadonlyMap<string, bigint>;
};

function asNamed(asked: bigint | undefined, named: readonly Named[], among: Among): Allocated {
  const { byId, currency, keeps, early, said } = among;
  const allocations = named.map(({ id, amount, pointer }) => {
    const expense = byId.get(id);
    if (expense === undefined) throw missing(`${pointer}/expense_id`, 'expense');
    checkState(expense, 'pay_expense');
    const due = dueOf(expense);
    if (due === 0n) throw exceedsDue(`${pointer}/amount`, { max: due, currency, number: expense.number });
    const minor = amount && amountFrom(amount, `${pointer}/amount`, currency);
    if (minor === 0n) throw fault(`${pointer}/amount`, 'not_positive', 'Write an amount above zero.');
    return { id, amount: minor ?? due - early.whole(id) };
  });
  const total = sum(allocations.map(({ amount }) => amount));
  if (asked !== undefined && asked !== total && !(keeps === true && asked > total)) {
    const message = `The allocations total ${formatMoney(money(total, currency))}: send that amount, or leave it out.`;
    throw fault('/amount', 'not_allocated', message);
  }
  try {
    const dueBeside = (expense: ExpenseRow) => dueOf(expense) - (said.get(expense.id) ?? 0n);
    const dues = [...byId.values()].map((expense) => ({ id: expense.id, due: dueBeside(expense) }));
    return checkAllocations(asked ?? total, allocations, dues);
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    const pointer = named.findLast(({ id }) => id === error.target)?.pointer ?? '/allocations';
    if (error.code === 'amount_exceeds_due') {
      const number = byId.get(error.target ?? '')?.number ?? null;
      throw exceedsDue(`${pointer}/amount`, { max: error.allowed ?? 0n, currency, number });
    }
    throw fault(pointer, error.code, sentenceOf(error.message));
  }
}

type Most = {
  readonly max: bigint;
  readonly currency: string;
  readonly number?: string | null;
  readonly mayKeep?: boolean;
};

function exceedsDue(pointer: string, { max, currency, number = null, mayKeep = false }: Most): Error {
  const message = 'The amount exceeds the balance due.';
  return amountExceedsDue({
    max: formatMoney(money(max, currency)),
    currency,
    expense: number,
    hint: `Pay at most \`max\`${mayKeep ? ', or send `keep_credit` to leave the rest with the supplier' : ''}.`,
    errors: [{ pointer, code: 'amount_exceeds_due', message }],
  });
}

/** The one supplier of all these expenses, who may be named by the caller. */
export function supplierOf(
  shares: readonly ExpenseShare[],
  named: string | undefined,
  name = '',
): { readonly id: string; readonly name: string } {
  const [first] = shares;
  const id = named ?? first?.expense.supplier_id ?? null;
  for (const { expense } of shares) {
    if (id === null || expense.supplier_id !== id || expense.paid_by !== 'company') {
      throw supplierMismatch({ expense: expense.number });
    }
  }
  if (id === null) throw new RangeError('nothing is paid');
  return { id, name: shares.at(-1)?.expense.payee_name ?? name };
}
