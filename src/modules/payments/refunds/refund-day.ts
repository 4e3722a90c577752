import { addDays, type Day, laterOf } from '../../../core/calendar.ts';
import { freeSince, usedFrom } from '../../../core/payment.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { RefundRow } from './refund-row.ts';
import type { Taking } from './taking.ts';
import type { StoredPayment } from '../store.ts';

const futureDaysMax = 1;

/** The day of a refund: as asked, else today or, of what is dated later, its own. Nothing is paid back before. */
export function refundDay(
  context: Context,
  asked: Day | undefined,
  taking: Taking,
  refunds: readonly RefundRow[],
): Day {
  const first = laterOf(settledSince(taking), creditSince(taking, refunds));
  const day = asked ?? laterOf(context.today, first);
  const { payment_date: received } = taking.payment.row;
  if (day < received) {
    throw fault('/refund_date', 'before_payment', 'Date the refund on or after the day the payment was received.');
  }
  if (day < first) {
    const message = `The money was applied elsewhere until ${first}; date the refund on or after that day.`;
    throw fault('/refund_date', 'before_use', message);
  }
  if (asked === undefined || day <= addDays(context.today, futureDaysMax)) return day;
  throw fault('/refund_date', 'in_future', 'A refund may be dated tomorrow at the latest.');
}

/** The day since which the payment settles what is taken of sales. */
export function settledSince({ payment: { row, allocations }, releases }: Taking): Day {
  const taken = new Set(releases.map(({ saleId }) => saleId));
  return allocations
    .filter((one) => taken.has(one.sale_id) && one.amount > 0n && one.reversed_on === null)
    .reduce((latest, one) => laterOf(latest, one.allocated_on), row.payment_date);
}

/** The first day since which so much of the payment was never used otherwise. */
function creditSince({ payment, unapplied }: Taking, refunds: readonly RefundRow[]): Day {
  return creditFreeSince(payment, unapplied.amount, refunds);
}

/** The first day since which so much of a payment was credit: neither settling a sale nor paid back. */
export function creditFreeSince(
  { row, allocations }: StoredPayment,
  amount: bigint,
  refunds: readonly RefundRow[],
): Day {
  const paidBack = refunds.filter(({ destination }) => destination !== 'client_credit');
  return freeSince({ amount: row.amount, day: row.payment_date }, amount, [
    ...allocations.flatMap((one) => usedFrom(one.amount, one.allocated_on, one.reversed_on)),
    ...paidBack.flatMap((one) => usedFrom(one.amount, one.refund_date, one.voided_on)),
  ]);
}
