import { discountedTaxes } from '../../../core/early-discount.ts';
import { type Entry, mergeLines } from '../../../core/entry.ts';
import { at, sum } from '../../../core/list.ts';
import { type DiscountLeg, earlyDiscountTaken, type PostingHeader } from '../../../core/posting.ts';
import { divide } from '../../../core/rounding.ts';
import { shareOut } from '../../../core/share.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { type AccountsByRole, loadAccounts } from '../../ledger/index.ts';
import { expensePaid } from '../expense.ts';
import { costOf } from '../expense-record.ts';
import type { ExpenseRow, LineRow, PaymentRow, StoredLeg, StoredTax } from '../expense-row.ts';
import { headerOf, owedTo, postingOf } from './expense-entry.ts';
import { paidWith, reliefOf } from './expense-worth.ts';
import type { PlannedPayment } from './post-planned.ts';

type Taking = {
  /** The payment that is early. */
  readonly payment: PaymentRow;
  readonly amount: bigint;
  readonly lines: readonly LineRow[];
  readonly accounts: AccountsByRole;
  /** Accounts of the lines on which assets are kept. */
  readonly assets: ReadonlySet<string>;
};

/** The discount of a payment as it will be written, and what it does to the books on the day of the payment. */
export function planDiscount(
  context: Context,
  row: ExpenseRow,
  { payment, amount, lines, accounts, assets }: Taking,
): PlannedPayment {
  const paid = { ...row, ...paidWith(row, payment) };
  const base = reliefOf(paid, amount);
  const legs = legsOf(row, { amount, lines, accounts, assets });
  const discount: PaymentRow = {
    id: context.newId(),
    expense_id: row.id,
    method_id: null,
    account_id: accounts.earlyDiscountTaken,
    entry_id: null,
    supplier_payment_id: null,
    amount,
    exchange_rate: row.exchange_rate,
    rate_source: row.rate_source,
    rate_date: row.rate_date,
    base,
    fx_gain_loss: base === null ? null : 0n,
    payment_date: payment.payment_date,
    reference: null,
    reversed_on: null,
    reverse_reason: null,
    discount_of: payment.id,
    legs,
    created_at: context.now,
    created_by: actorStamp(context.actor),
  };
  const day = { date: payment.payment_date, event: expensePaid.type, what: 'Early-payment discount' };
  const entry = discountEntry(context, row, { header: headerOf(row, day), discount, accounts });
  const postings = postingOf(context, entry);
  return { payment: { ...discount, entry_id: postings[0]?.id ?? null }, postings };
}

type Booked = {
  readonly header: PostingHeader;
  readonly discount: Pick<PaymentRow, 'amount' | 'base' | 'legs'>;
  readonly accounts: AccountsByRole;
};

/** The entry of a discount, known from the discount. */
function discountEntry(
  context: Context,
  row: ExpenseRow,
  { header, discount: { amount, base, legs }, accounts }: Booked,
): Entry | undefined {
  const exchange = exchangeOf(context, row);
  return earlyDiscountTaken({
    header,
    accounts,
    owedTo: owedTo(row, accounts),
    amount,
    legs: (legs ?? []).map(legFrom),
    worth: exchange === undefined || base === null ? undefined : { exchange, debt: base },
  });
}

function legFrom({ account, amount, taxRateId, taxBase, dimensionIds }: StoredLeg): DiscountLeg {
  return {
    account,
    amount: BigInt(amount),
    taxRateId,
    taxBase: taxBase === undefined ? undefined : BigInt(taxBase),
    dimensionIds,
  };
}

type Parting = Pick<Taking, 'amount' | 'lines' | 'accounts' | 'assets'>;

/**
 * The taxes fall with what they are on, and the rest is less cost: of an asset, of that; of all else, on an account of
 * its own.
 */
function legsOf(row: ExpenseRow, { amount, lines, accounts, assets }: Parting): StoredLeg[] {
  const taxes = taxLegs(row, amount, accounts);
  const cost = amount + sum(taxes.map((leg) => leg.amount));
  const costs = shareOut(cost, lines.map(costOf));
  const less = lines.map((line, index): DiscountLeg => {
    const own = line.account_id !== null && assets.has(line.account_id) ? line.account_id : accounts.earlyDiscountTaken;
    return { account: own, amount: -at(costs, index), dimensionIds: line.dimension_value_ids };
  });
  return [...mergeLines(less), ...taxes].filter((leg) => leg.amount !== 0n).map(storedLeg);
}

function storedLeg({ account, amount, taxRateId, taxBase, dimensionIds = [] }: DiscountLeg): StoredLeg {
  return {
    account,
    amount: amount.toString(),
    ...(taxRateId !== undefined && { taxRateId, taxBase: (taxBase ?? 0n).toString() }),
    ...(dimensionIds.length > 0 && { dimensionIds }),
  };
}

function taxLegs(row: ExpenseRow, discount: bigint, accounts: AccountsByRole): DiscountLeg[] {
  const isReverse = ({ kind }: StoredTax) => kind === 'reverse_charge';
  const charged = row.taxes.map((tax) => ({
    base: BigInt(tax.base),
    // By reverse charge the tax is no part of what the supplier is owed.
    amount: isReverse(tax) ? 0n : BigInt(tax.amount),
  }));
  const off = discountedTaxes(charged, { discount, total: row.total });
  return row.taxes.flatMap((tax, index) => {
    const { base, amount } = at(off, index);
    const [whole, full] = [BigInt(tax.amount), BigInt(tax.base)];
    const owed = isReverse(tax) ? part(whole, base, full) : 0n;
    const recoverable = part(BigInt(tax.recoverable), isReverse(tax) ? owed : amount, whole);
    const of = { taxRateId: tax.rate_id };
    return [
      { account: tax.account_id ?? accounts.taxInput, amount: -recoverable, ...of, taxBase: -base },
      ...(isReverse(tax) ? [{ account: tax.owed_on ?? accounts.taxOutput, amount: owed, ...of, taxBase: base }] : []),
    ];
  });
}

function part(of: bigint, by: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : divide(of * by, whole, 'half_up');
}

/** The accounts of lines on which assets are kept, which cost less where they are paid early. */
export async function assetAccounts(context: Context, lines: readonly LineRow[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(lines.flatMap(({ account_id: id }) => id ?? []))];
  const accounts = await loadAccounts(context, ids);
  return new Set(ids.filter((id) => accounts.get(id)?.type === 'fixed_asset'));
}
