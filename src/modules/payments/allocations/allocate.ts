import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { type Allocated, checkAllocations, PaymentFault, spread } from '../../../core/payment.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault, missing, sentenceOf } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Id, Text } from '../../../wire/index.ts';
import {
  amountFrom,
  currencyMismatch,
  dueOf,
  duesOf,
  lockForPayment,
  lockOwed,
  type Payable,
  payableOf,
  saleIdsByNumber,
  statusOf,
} from '../../sales/index.ts';
import { amountExceedsDue, clientMismatch } from '../payment.ts';
import { type EarlyDiscounts, noDiscounts } from '../discounts/early-discounts.ts';
import type { Payer, Share } from '../plan-payment.ts';

const allocationsMax = 500;
const policies = ['oldest_due_first', 'exact_match', 'none'] as const;

/** Sales that a payment settles. */
export const allocationInput = {
  allocations: z
    .array(
      z.strictObject({
        sale_id: Id('sale').optional(),
        sale: Text(60).optional().describe('Number of the sale instead of `sale_id`.'),
        amount: Amount,
      }),
    )
    .min(1)
    .max(allocationsMax)
    .optional()
    .describe('Sales to allocate it to, and how much to each. Any remainder stays as unapplied credit of the client.'),
  auto_allocate: z
    .enum(policies)
    .optional()
    .describe(
      'Without `allocations`: the client’s open sales, earliest due first, which is the default; or the one ' +
        'sale of exactly that amount; or none.',
    ),
};

export type AllocationGiven = z.output<z.ZodObject<typeof allocationInput>>;

/** The sales that may be settled, locked, and whether the caller named them. */
export type Settleable = { readonly sales: readonly Payable[]; readonly named: readonly Named[] | undefined };

type Named = { readonly saleId: string; readonly amount: bigint; readonly pointer: string };

/** Locks what the input names or, where it names nothing, what the client owes. */
export async function lockSettleable(
  context: Context,
  given: AllocationGiven,
  { clientId, currency }: { readonly clientId: string | null; readonly currency: string },
): Promise<Settleable> {
  if (given.allocations === undefined) {
    const isAuto = clientId !== null && given.auto_allocate !== 'none';
    return { sales: isAuto ? await lockOwed(context, clientId, currency) : [], named: undefined };
  }
  if (given.auto_allocate !== undefined) {
    throw fault('/auto_allocate', 'sent_twice', 'Send `allocations` or `auto_allocate`, not both.');
  }
  const named = await namedSales(context, given.allocations, currency);
  const sales = await lockForPayment(
    context,
    named.map(({ saleId }) => saleId),
  );
  for (const sale of sales) {
    if (sale.currency !== currency) throw otherCurrency(sale, currency);
  }
  return { sales, named };
}

/** Sales named by the caller, or those of the client's open sales that are dated up to a day. */
export function owedBy(day: Day, { sales, named }: Settleable): Settleable {
  return { named, sales: named === undefined ? sales.filter((sale) => sale.sale_date <= day) : sales };
}

function otherCurrency({ number, currency }: Payable, paid: string): Error {
  const hint = `Sale ${number} is in ${currency}: send a payment in ${currency}, and its exchange_rate.`;
  return currencyMismatch({ sale: number, currency, paid_in: paid, hint });
}

async function namedSales(
  context: Context,
  given: NonNullable<AllocationGiven['allocations']>,
  currency: string,
): Promise<readonly Named[]> {
  const numbers = given.flatMap(({ sale }) => sale ?? []);
  const ids = numbers.length === 0 ? undefined : await saleIdsByNumber(context, numbers);
  return given.map(({ sale_id: id, sale: number, amount }, index) => {
    const pointer = `/allocations/${index}`;
    if ((id === undefined) === (number === undefined)) {
      throw fault(`${pointer}/sale_id`, 'required', 'Name the sale, by `sale_id` or by `sale`.');
    }
    const saleId = id ?? ids?.get(number ?? '');
    if (saleId === undefined) throw missing(`${pointer}/sale`, 'sale');
    return { saleId, amount: amountFrom(amount, `${pointer}/amount`, currency), pointer };
  });
}

/**
 * Shares an amount out: as the input says, else by its policy. What is left over is not in the answer. Of sales that it
 * is early for it pays what is left after their discounts, and more only with money that nothing else needs.
 */
export function sharesOf(
  amount: bigint,
  given: AllocationGiven,
  settleable: Settleable,
  early: EarlyDiscounts = noDiscounts,
): Share[] {
  const { sales, named } = settleable;
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  const shares = named === undefined ? spreadOver(amount, given, sales, early) : checkNamed(amount, named, byId);
  return [...sumBySale(shares)].map(([id, share]) => {
    const sale = byId.get(id);
    if (sale === undefined) throw new RangeError(`sale ${id} was never locked`);
    return { sale, amount: share, discount: early.with(id, share) };
  });
}

type Allocations = Allocated['allocations'];

function spreadOver(
  amount: bigint,
  given: AllocationGiven,
  sales: readonly Payable[],
  early: EarlyDiscounts,
): Allocations {
  const { auto_allocate: policy } = given;
  const whole = sales.map((sale) => ({ id: sale.id, due: dueOf(sale), dueDate: sale.due_date }));
  const less = early.whole;
  // Parts of several sales are settled in the order in which they are due, whosever they are.
  const dues = sales.flatMap((sale) => duesOf(sale).map((part) => ({ id: sale.id, ...part })));
  if (policy === 'exact_match') {
    const { allocations } = spread(amount, whole, policy);
    const discounted = whole.map((one) => ({ ...one, due: one.due - less(one.id) }));
    return allocations.length > 0 ? allocations : spread(amount, discounted, policy).allocations;
  }
  // Sales payable in instalments have no discounts, so a discounted sale has one due date.
  const { allocations, unapplied } = spread(
    amount,
    dues.map((part) => ({ ...part, due: part.due - less(part.id) })),
    policy,
  );
  if (unapplied === 0n) return allocations;
  const left = dues.flatMap((part) => (less(part.id) > 0n ? [{ ...part, due: less(part.id) }] : []));
  return [...allocations, ...spread(unapplied, left, policy).allocations];
}

function sumBySale(allocations: Allocations): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { id, amount } of allocations) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return sums;
}

/** A sale that is named may be paid although its debt was given up. */
function checkNamed(amount: bigint, named: readonly Named[], byId: ReadonlyMap<string, Payable>): Allocations {
  for (const { saleId, pointer } of named) {
    const sale = byId.get(saleId);
    if (sale === undefined) throw missing(`${pointer}/sale_id`, 'sale');
    checkState(sale, pointer);
  }
  try {
    return checkAllocations(
      amount,
      named.map((one) => ({ id: one.saleId, amount: one.amount })),
      [...byId.values()].map((sale) => ({ id: sale.id, due: payableOf(sale) })),
    ).allocations;
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    const sale = byId.get(error.target ?? '');
    const pointer = named.findLast(({ saleId }) => saleId === error.target)?.pointer ?? '/allocations';
    if (error.code === 'amount_exceeds_due' && sale !== undefined) throw exceedsDue(sale, `${pointer}/amount`);
    throw fault(pointer, error.code, sentenceOf(error.message));
  }
}

/** Only a sale that is confirmed can be paid. */
export function checkState(sale: Payable, pointer: string): void {
  const status = statusOf(sale);
  if (sale.kind === 'return') {
    const message = 'A return cannot be paid; name a sale.';
    throw invalidStateTransition({
      detail: message,
      status,
      allowed: [],
      errors: [{ pointer, code: 'sale_is_return', message }],
    });
  }
  if (status === 'confirmed' || status === 'completed') return;
  const message = status === 'draft' ? 'The sale is not confirmed yet.' : 'The sale is void.';
  throw invalidStateTransition({
    detail: message,
    status,
    allowed: status === 'draft' ? ['confirm_sale'] : [],
    errors: [{ pointer, code: `sale_${status}`, message }],
  });
}

export function exceedsDue(sale: Payable, pointer: string): Error {
  const message = 'The amount exceeds the balance due.';
  const max = formatMoney(money(payableOf(sale), sale.currency));
  return amountExceedsDue({
    max,
    currency: sale.currency,
    sale: sale.number,
    errors: [{ pointer, code: 'amount_exceeds_due', message }],
  });
}

/** The payer: as named, else the client of the sales. Anybody may pay what nobody in particular owes. */
export function payerOf(shares: readonly Share[], named: Payer | undefined): Payer {
  const owing = shares.find(({ sale }) => sale.client_id !== null)?.sale;
  const payer = named ?? { id: owing?.client_id ?? null, name: owing?.client_name ?? null };
  for (const { sale } of shares) {
    if (sale.client_id !== null && sale.client_id !== payer.id) throw clientMismatch({ sale: sale.number });
  }
  return payer;
}
