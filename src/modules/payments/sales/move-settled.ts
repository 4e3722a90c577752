import { minorDigits } from '../../../core/currency.ts';
import type { Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { ascending } from '../../../core/order.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByRole } from '../../ledger/index.ts';
import type { StoredSale } from '../../sales/index.ts';
import { settleWithCredit } from '../credit/apply-client-credit.ts';
import { refundsOfPayments } from '../refunds/refund-store.ts';
import { takeGoodsBack } from './return-sale.ts';
import { lockPayment } from '../store.ts';

/** Released part of a former allocation, in minor units. */
export type Freed = { readonly paymentId: string; readonly amount: bigint };

/** Takes a paid sale back, as a whole: what it was paid is credit of the client then, payment by payment. */
export async function freeSettled(
  context: Context,
  saleId: string,
  day: Day,
): Promise<{ readonly returned: StoredSale; readonly freed: readonly Freed[] }> {
  const returned = await takeGoodsBack(context, saleId, { reason: 'other', return_date: day });
  const freed = returned.refunds.flatMap(({ payment_id: paymentId, amount }) =>
    paymentId === null ? [] : [{ paymentId, amount: amount.minor }],
  );
  return { returned, freed };
}

/** Settles a confirmed sale with what was freed, on the day on which there are both. */
export async function settleWith(
  context: Context,
  sale: { readonly id: string; readonly currency: string },
  freed: readonly Freed[],
): Promise<void> {
  const accounts = await accountsByRole(context);
  const scale = minorDigits(sale.currency) ?? 0;
  const byPayment = [...Map.groupBy(freed, ({ paymentId }) => paymentId)];
  for (const [paymentId, parts] of byPayment.toSorted(ascending(([key]) => key))) {
    const units = sum(parts.map(({ amount }) => amount));
    const given = { allocations: [{ sale_id: sale.id, amount: { units, scale } }] };
    // One after the other: each sees what the one before left to pay.
    // oxlint-disable-next-line eslint/no-await-in-loop
    await settleFrom(context, paymentId, { given, accounts });
  }
}

type Settling = Pick<Parameters<typeof settleWithCredit>[2], 'given' | 'accounts'>;

async function settleFrom(context: Context, paymentId: string, settling: Settling): Promise<void> {
  const [payment, refunds] = await Promise.all([
    lockPayment(context, paymentId, undefined),
    refundsOfPayments(context, [paymentId]),
  ]);
  await settleWithCredit(context, payment, { ...settling, date: undefined, refunds });
}
