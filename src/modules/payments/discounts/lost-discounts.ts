import { type Day, laterOf } from '../../../core/calendar.ts';
import { at, sum } from '../../../core/list.ts';
import { sliceOf } from '../../../core/share.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { dueOf, type PaidChange, type Payable } from '../../sales/index.ts';
import { type Relief, reliefPart, summed } from '../sales/relief.ts';
import { writeDiscount } from './write-discount.ts';

type Row = {
  readonly sale_id: string;
  readonly payment_id: string | null;
  readonly amount: bigint;
  readonly base: bigint | null;
  readonly taxes: readonly Relief[];
  readonly discounted_on: Day;
  readonly refund_id: string | null;
  readonly return_id: string | null;
};

/** Discounts of a sale still in force that came with one payment, or were granted without one. */
export type Standing = {
  readonly saleId: string;
  readonly paymentId: string | null;
  readonly amount: bigint;
  readonly base: bigint;
  readonly taxes: readonly Relief[];
  /** The last day on which anything of it was granted or lost. */
  readonly since: Day;
};

/** Discounts of sales, as they stand; nothing is read where none of the sales has any. */
export async function discountsOf(
  context: Context,
  sales: readonly Pick<Payable, 'id' | 'amount_discounted'>[],
): Promise<Standing[]> {
  const ids = sales.filter((sale) => sale.amount_discounted > 0n).map(({ id }) => id);
  if (ids.length === 0) return [];
  return standing(await rowsOf(context, ids)).filter(({ amount }) => amount > 0n);
}

function rowsOf({ db, organization }: Context, saleIds: readonly string[]): Promise<Row[]> {
  return db.many<Row>(sql`
    select sale_id, payment_id, amount, base, taxes, discounted_on, refund_id, return_id from early_discounts
    where organization_id = ${organization} and sale_id = any(${saleIds}::uuid[]) order by created_at, id`);
}

function standing(rows: readonly Row[]): Standing[] {
  const groups = Map.groupBy(rows, (row) => `${row.sale_id} ${row.payment_id ?? ''}`);
  return [...groups.values()].map((own) => {
    const { sale_id: saleId, payment_id: paymentId, discounted_on: first } = at(own, 0);
    return {
      saleId,
      paymentId,
      amount: sum(own.map((row) => row.amount)),
      base: sum(own.map((row) => row.base ?? 0n)),
      taxes: summed(own.flatMap((row) => row.taxes)),
      since: own.reduce((day, row) => laterOf(day, row.discounted_on), first),
    };
  });
}

/** The part of what stands that is lost: so much of so much. */
type Lost = { readonly one: Standing; readonly part: bigint; readonly of: bigint };
type Losing = {
  readonly sales: readonly Payable[];
  readonly date: Day;
  readonly accounts: AccountsByRole;
  readonly refundId?: string | undefined;
  readonly returnId?: string | undefined;
};

/** Its change to each sale, negative, and its postings. */
export type DiscountChange = {
  readonly bySale: ReadonlyMap<string, { readonly discounted: bigint; readonly base: bigint }>;
  readonly postings: readonly Posting[];
};

/** Adds it to what else changes of a sale. */
export function losing({ bySale }: DiscountChange): (change: PaidChange) => PaidChange {
  return (change) => {
    const own = bySale.get(change.sale.id);
    if (own === undefined) return change;
    const { discounted = 0n, base } = change;
    return { ...change, discounted: discounted + own.discounted, base: (base ?? 0n) + own.base };
  };
}

export const noChange: DiscountChange = { bySale: new Map(), postings: [] };

/** Writes that parts of discounts are lost, never before the day that they were granted on. */
export function loseDiscounts(context: Context, lost: readonly Lost[], by: Losing): DiscountChange {
  const { sales, accounts, refundId, returnId } = by;
  const bySale = new Map<string, { discounted: bigint; base: bigint }>();
  const postings = lost.flatMap(({ one, part, of }) => {
    const sale = sales.find(({ id }) => id === one.saleId);
    const slice = { from: of, to: of - part, of };
    const amount = sliceOf(one.amount, slice);
    if (sale === undefined || amount === 0n) return [];
    const base = sliceOf(one.base, slice);
    const before = bySale.get(sale.id) ?? { discounted: 0n, base: 0n };
    bySale.set(sale.id, { discounted: before.discounted + amount, base: before.base + base });
    const taxes = one.taxes.map((tax) => reliefPart(tax, slice));
    const date = laterOf(by.date, one.since);
    const { paymentId } = one;
    const worth = sale.base_total === null ? null : base;
    return writeDiscount(context, { sale, amount, base: worth, taxes, date, paymentId, refundId, returnId }, accounts);
  });
  return { bySale, postings };
}

/** The discounts lost when part of what payments settle is reversed. */
export function lostWith(
  all: readonly Standing[],
  released: readonly {
    readonly paymentId: string;
    readonly saleId: string;
    readonly part: bigint;
    readonly of: bigint;
  }[],
): Lost[] {
  return released.flatMap(({ paymentId, saleId, part, of }) => {
    const one = all.find((each) => each.saleId === saleId && each.paymentId === paymentId);
    return one === undefined || of === 0n ? [] : [{ one, part, of }];
  });
}

type Cause = { readonly refundId: string } | { readonly returnId: string };
type Restoring = Pick<Losing, 'sales' | 'date' | 'accounts'> & {
  /** The discount that the reversal restores on each sale. */
  readonly settled: (sale: Payable) => bigint;
};

/** Discounts that a refund or return reversed, to be reinstated. */
export async function lostTo({ db, organization }: Context, cause: Cause): Promise<Taken> {
  const isOf = 'refundId' in cause ? sql`refund_id = ${cause.refundId}` : sql`return_id = ${cause.returnId}`;
  const rows = await db.many<Row>(sql`
    select sale_id, payment_id, amount, base, taxes, discounted_on, refund_id, return_id from early_discounts
    where organization_id = ${organization} and ${isOf} order by created_at, id`);
  return { cause, standing: standing(rows) };
}

type Taken = { readonly cause: Cause; readonly standing: readonly Standing[] };

/** Gives it back once the refund or the return is void: as much as the sale still owes. */
export function restoreDiscounts(
  context: Context,
  { cause, standing: all }: Taken,
  { sales, date, accounts, settled }: Restoring,
): DiscountChange {
  const bySale = new Map<string, { discounted: bigint; base: bigint }>();
  const postings = all.flatMap((one) => {
    const sale = sales.find(({ id }) => id === one.saleId);
    const amount = -one.amount;
    if (sale === undefined || amount === 0n) return [];
    const before = bySale.get(sale.id) ?? { discounted: 0n, base: 0n };
    if (dueOf(sale) < settled(sale) + before.discounted + amount) return [];
    const base = -one.base;
    bySale.set(sale.id, { discounted: before.discounted + amount, base: before.base + base });
    const taxes = one.taxes.map((tax) => reliefPart(tax, { from: 1n, to: 0n, of: 1n }));
    const given = { sale, amount, base: sale.base_total === null ? null : base, taxes, paymentId: one.paymentId };
    return writeDiscount(context, { ...given, ...cause, date: laterOf(date, one.since) }, accounts);
  });
  return { bySale, postings };
}
