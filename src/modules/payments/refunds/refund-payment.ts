import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Id, Notes, recordInput, Version } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import {
  ambiguousName,
  amountFrom,
  applyPaid,
  clientRequired,
  lockForPayment,
  ReturnReason,
  saleUpdated,
} from '../../sales/index.ts';
import { methodArchived } from '../payment.ts';
import type { PaymentRow } from '../payment-row.ts';
import { landingOn } from '../methods/landing-on.ts';
import { methodsOf, type PaymentMethodRecord } from '../methods/payment-method.ts';
import { creditHeld, heldBySale, nothingHeld, partOf } from '../credit/held.ts';
import { discountsOf, loseDiscounts, losing, lostWith } from '../discounts/lost-discounts.ts';
import { planRefund, type Way, wayOf } from './plan-refund.ts';
import type { Taking } from './taking.ts';
import { paymentRefunded, Refund, refundExceedsRefundable, refundExternalIdTaken, wayInput } from './refund.ts';
import { refundRecord } from './refund-row.ts';
import { refundDay } from './refund-day.ts';
import { refundsOfPayments, writeRefunds } from './refund-store.ts';
import { lockPayment, type StoredPayment } from '../store.ts';

export const refundPayment = operation({
  name: 'refund_payment',
  summary: 'Refund a payment: its unapplied part first, then what paid sales, which are owed again.',
  guidance: 'For returned goods, use return_sale, which can refund the money itself.',
  http: 'POST /payments/{id}/refund',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneBy('void_refund'),
  input: z.strictObject({
    id: Id('payment'),
    amount: Amount.optional().describe('Default: everything not refunded yet.'),
    ...wayInput,
    account_id: Id('account').optional().describe('Money account that it leaves. Default: that of the method.'),
    reason: ReturnReason.default('customer_request'),
    refund_date: Day.optional().describe('Default: today or, of what is dated later, its own day.'),
    notes: Notes.nullable().optional(),
    version: Version.optional().describe('Of the payment.'),
    ...recordInput,
  }),
  output: Refund,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    refundExceedsRefundable,
    clientRequired,
    ambiguousName,
    methodArchived,
    refundExternalIdTaken,
    exchangeRateMissing,
  ],
  emits: [paymentRefunded, saleUpdated],
  async run(context, { id, version, ...input }) {
    const [payment, refunds, methods, accounts] = await Promise.all([
      lockPayment(context, id, version),
      refundsOfPayments(context, [id]),
      methodsOf(context),
      accountsByRole(context),
    ]);
    const { row } = payment;
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    const way = await leavingFrom(context, wayOf(methods, input, ''), { methods, row, account: input.account_id });
    const max = refundableOf(row, way);
    const amount = input.amount === undefined ? max : amountFrom(input.amount, '/amount', row.currency);
    if (amount > max || max === 0n) throw exceedsRefundable(max, row.currency);
    if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    if (way.destination === 'client_credit' && row.client_id === null) throw clientRequired();
    const taking = takingOf(payment, way, amount);
    const date = refundDay(context, input.refund_date, taking, refunds);
    const sales = await lockForPayment(
      context,
      taking.releases.map(({ saleId }) => saleId),
    );
    const after = payment.allocations.length;
    const planned = await planRefund(context, taking, { way, date, accounts, returnId: null, after, about: input });
    const released = new Map(taking.releases.map((one) => [one.saleId, one]));
    const held = heldBySale(payment.allocations);
    const releases = taking.releases.map(({ saleId, amount: part }) => {
      return { paymentId: id, saleId, part, of: held.get(saleId)?.amount ?? part };
    });
    const lost = loseDiscounts(context, lostWith(await discountsOf(context, sales), releases), {
      sales,
      date: planned.row.refund_date,
      accounts,
      refundId: planned.row.id,
    });
    applyPaid(
      context,
      sales.map((sale) => {
        const { amount: refunded, base } = released.get(sale.id) ?? nothingHeld;
        return losing(lost)({ sale, refunded, base: -base });
      }),
    );
    const writing = writeRefunds(context, [planned]);
    post(context, [...planned.postings, ...lost.postings]);
    const [refund] = await writing;
    if (refund === undefined) throw new Error('the refund was not written');
    const record = refundRecord(context, refund);
    context.emit(paymentRefunded(record));
    return record;
  },
});

type Leaving = {
  readonly methods: readonly PaymentMethodRecord[];
  readonly row: PaymentRow;
  readonly account: string | undefined;
};

/** The same way from another account of money, as a bank or a provider may give it back from any. */
async function leavingFrom(context: Context, way: Way, { methods, row, account }: Leaving): Promise<Way> {
  if (account === undefined) return way;
  if (way.destination === 'client_credit') {
    throw fault('/account_id', 'no_money', 'Client credit leaves no account; leave `account_id` out.');
  }
  const method = way.method ?? methods.find(({ id }) => id === row.method_id);
  if (method === undefined) throw fault('/method', 'required', 'Name the method the refund is paid by.');
  return { ...way, method: await landingOn(context, method, account) };
}

/** Money that is still here; or, to be kept as credit, what of it settles sales. */
function refundableOf(row: PaymentRow, { destination }: Way): bigint {
  return destination === 'client_credit' ? row.amount_allocated : row.amount - row.amount_refunded;
}

function exceedsRefundable(refundable: bigint, currency: string): Error {
  const message = 'The amount exceeds what can be refunded of the payment.';
  return refundExceedsRefundable({
    max: formatMoney(money(refundable, currency)),
    currency,
    errors: [{ pointer: '/amount', code: 'refund_exceeds_refundable', message }],
  });
}

/** The unapplied part goes first, then allocations, the latest first. */
function takingOf(payment: StoredPayment, { destination }: Way, amount: bigint): Taking {
  const credit = destination === 'client_credit' ? nothingHeld : creditHeld(payment.row);
  const unapplied = partOf(credit, amount < credit.amount ? amount : credit.amount);
  let left = amount - unapplied.amount;
  const releases = [...heldBySale(payment.allocations)].toReversed().flatMap(([saleId, held]) => {
    const taken = held.amount < left ? held.amount : left;
    left -= taken;
    return taken > 0n ? [{ saleId, ...partOf(held, taken) }] : [];
  });
  return { payment, unapplied, releases };
}
