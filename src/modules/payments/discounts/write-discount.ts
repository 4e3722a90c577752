import type { Day } from '../../../core/calendar.ts';
import { discountedTaxes } from '../../../core/early-discount.ts';
import { at } from '../../../core/list.ts';
import { earlyDiscountGranted } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { type Payable, saleDiscounted, saleDiscountReversed } from '../../sales/index.ts';
import type { Relief } from '../sales/relief.ts';

/** So much less of a sale is owed because it was paid early or, below zero, is owed after all. */
export type Discounted = {
  readonly sale: Pick<Payable, 'id' | 'number' | 'client_id' | 'client_name' | 'currency' | 'exchange_rate'>;
  readonly amount: bigint;
  /** In the base currency; null where the sale is in that. */
  readonly base: bigint | null;
  readonly taxes: readonly Relief[];
  readonly date: Day;
  readonly reason?: string | null | undefined;
  readonly paymentId?: string | null | undefined;
  /** The refund or return that reversed the discount or grants it again. */
  readonly refundId?: string | null | undefined;
  readonly returnId?: string | null | undefined;
};

/** Writes it, without waiting, and answers what it does to the books. The caller writes it on the sale. */
export function writeDiscount(context: Context, discounted: Discounted, accounts: AccountsByRole): Posting[] {
  const { db, organization, now, actor } = context;
  const { sale, amount, base, taxes, date, reason = null } = discounted;
  const { paymentId = null, refundId = null, returnId = null } = discounted;
  db.later(sql`
    insert into early_discounts (organization_id, id, sale_id, amount, base, taxes, discounted_on, reason, payment_id,
      refund_id, return_id, created_at, created_by)
    values (${organization}, ${context.newId()}, ${sale.id}, ${amount}, ${base}, ${JSON.stringify(taxes)}, ${date},
      ${reason}, ${paymentId}, ${refundId}, ${returnId}, ${now}, ${JSON.stringify(actorStamp(actor))})`);
  const isGranted = amount > 0n;
  const what = isGranted ? 'Early-payment discount' : 'Early-payment discount reversed';
  const header = {
    date,
    memo: sale.client_name === null ? what : `${what}: ${sale.client_name}`,
    source: { type: 'sale', id: sale.id, event: (isGranted ? saleDiscounted : saleDiscountReversed).type },
  };
  const taxRelief = taxes
    .filter((tax) => tax.amount !== '0')
    .map(({ account_id: account, rate_id: taxRateId, ...tax }) => ({
      account,
      taxRateId,
      amount: BigInt(tax.amount),
      taxBase: BigInt(tax.base),
    }));
  const entry = earlyDiscountGranted({
    header,
    accounts,
    amount,
    clientId: sale.client_id ?? undefined,
    taxRelief,
    base: base ?? undefined,
    exchange: exchangeOf(context, sale),
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

/** Tax and base of each rate in a discount on a sale; untaxed amounts have a base alone. */
export function discountTaxes(sale: Payable, discount: bigint, accounts: AccountsByRole): Relief[] {
  const charged = sale.taxes.filter(({ kind }) => kind !== 'withholding');
  const taxes = charged.map(({ base, amount }) => ({ base: BigInt(base), amount: BigInt(amount) }));
  const off = discountedTaxes(taxes, { discount, total: sale.total });
  return charged.map(({ rate_id, account_id: account }, index) => {
    const { base, amount } = at(off, index);
    return {
      rate_id,
      account_id: account ?? accounts.taxOutput,
      base: base.toString(),
      amount: amount.toString(),
    };
  });
}
