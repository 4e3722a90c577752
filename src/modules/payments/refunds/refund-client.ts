import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneForEach } from '../../../operation/undo.ts';
import { Amount, Currency, Day as DayInput, Id, Money, Notes, recordInput } from '../../../wire/index.ts';
import { clientsFor } from '../../clients/index.ts';
import { baseOf, documentRate, exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import { ambiguousName, amountFrom, ReturnReason } from '../../sales/index.ts';
import { chargedAccount, readCharged } from './charged-account.ts';
import { methodArchived } from '../payment.ts';
import { methodsOf } from '../methods/payment-method.ts';
import { creditOf, type PaymentRow } from '../payment-row.ts';
import { paymentDay } from '../plan-payment.ts';
import { creditHeld, partOf } from '../credit/held.ts';
import { planRefund, type PlannedRefund, type RefundPlan, type Way, wayOf } from './plan-refund.ts';
import { planGift } from './plan-gift.ts';
import {
  clientRefunded,
  paymentRefunded,
  Refund,
  refundExceedsRefundable,
  refundExternalIdTaken,
  wayInput,
} from './refund.ts';
import { refundDay } from './refund-day.ts';
import { refundRecord } from './refund-row.ts';
import { lockCredits, payersMax, refundsOfPayments, writeRefunds } from './refund-store.ts';
import { allocationsOf } from '../store.ts';

const { destination: _, ...methodInput } = wayInput;

export const refundClient = operation({
  name: 'refund_client',
  summary: 'Refund a client without reference to a payment; existing credit is used first.',
  guidance:
    'The oldest credit is refunded first. Anything beyond it is a goodwill refund posted as an expense: send ' +
    '`beyond_credit`, which needs payments:refund_unlinked. For returned goods, use return_sale.',
  http: 'POST /clients/{id}/refund',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneForEach('refunds', 'void_refund'),
  input: z.strictObject({
    id: Id('client'),
    amount: Amount.optional().describe('Default: all unapplied credit.'),
    currency: Currency.optional().describe('Default: the base currency.'),
    ...methodInput,
    reason: ReturnReason.describe('Reason for the refund.'),
    beyond_credit: z.boolean().optional().describe('Also refunds an amount that exceeds the credit.'),
    account_id: Id('account')
      .optional()
      .describe('Account charged for the amount exceeding the credit. Default: the account for discounts after tax.'),
    refund_date: DayInput.optional().describe('Default: today.'),
    notes: Notes.nullable().optional(),
    ...recordInput,
    external_id: recordInput.external_id.describe('The external_id of the first refund.'),
  }),
  output: z.object({
    client_id: Id('client'),
    currency: z.string(),
    amount: Money,
    from_credit: Money.describe('Refunded from the client’s credit.'),
    beyond_credit: Money.describe('Refunded beyond the client’s credit, with no payment behind it.'),
    refunds: z.array(Refund).describe('One refund per payment with unapplied credit, and one for any excess.'),
  }),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    refundExceedsRefundable,
    exchangeRateMissing,
    ambiguousName,
    methodArchived,
    refundExternalIdTaken,
  ],
  emits: [paymentRefunded, clientRefunded],
  async run(context, { id, ...input }) {
    const currency = input.currency ?? baseOf(context);
    const day = paymentDay(context, input.refund_date, '/refund_date');
    const [credits, clients, methods, accounts, known, named] = await Promise.all([
      lockCredits(context, { clientId: id, currency }),
      clientsFor(context, [id]),
      methodsOf(context),
      accountsByRole(context),
      knownRate(context, currency, day),
      readCharged(context, input.account_id),
    ]);
    const client = clients.get(id);
    if (client === undefined) throw notFound();
    const charged = chargedAccount(named, input.account_id);
    const way = wayOf(methods, { ...input, destination: 'other' }, '');
    const credit = sum(credits.map(creditOf));
    const amount = input.amount === undefined ? credit : amountFrom(input.amount, '/amount', currency);
    if (input.amount !== undefined && amount === 0n) {
      throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    }
    checkAmount(context, { amount, credit, currency, beyond: input.beyond_credit === true, payments: credits.length });
    const plan = { way, accounts, returnId: null, about: input };
    const fromCredit = amount < credit ? amount : credit;
    const given = { amount: fromCredit, asked: input.refund_date };
    const planned = fromCredit === 0n ? [] : await refundsOfCredit(context, credits, { ...plan, ...given });
    if (amount > credit) {
      const rate = documentRate(context, { currency, day, given: input.exchange_rate, known });
      const owner = { id: null, client_id: id, client_name: client.displayName, currency };
      const account = charged ?? accounts.discountGiven;
      planned.push(planGift(context, owner, { ...plan, date: day, amount: amount - credit, account, rate }));
    }
    const numbered = planned.map((one, index) => (index === 0 ? one : withoutExternalId(one)));
    const writing = writeRefunds(context, numbered);
    post(
      context,
      numbered.flatMap(({ postings }) => postings),
    );
    const refunds = (await writing).map((row) => refundRecord(context, row));
    for (const one of refunds) context.emit((one.payment_id === null ? clientRefunded : paymentRefunded)(one));
    return {
      client_id: id,
      currency,
      amount: money(amount, currency),
      refunds,
      from_credit: money(fromCredit, currency),
      beyond_credit: money(amount - fromCredit, currency),
    };
  },
});

type Asked = {
  readonly amount: bigint;
  readonly credit: bigint;
  readonly currency: string;
  readonly beyond: boolean;
  readonly payments: number;
};

/** An amount beyond the credit must be confirmed, so that two users who refund one credit do not pay it twice. */
function checkAmount(context: Context, { amount, credit, currency, beyond, payments }: Asked): void {
  if (amount > credit && payments === payersMax) {
    throw fault('/amount', 'too_many_payments', `Refund the credit of at most ${payersMax} payments at a time.`);
  }
  if (amount > credit && beyond) return needPermission(context, 'payments:refund_unlinked');
  if (amount > credit || credit === 0n) {
    const message = 'The amount exceeds the client’s credit.';
    throw refundExceedsRefundable({
      max: formatMoney(money(credit, currency)),
      currency,
      hint: 'Refund at most `max`, or send `beyond_credit` to refund more.',
      errors: [{ pointer: '/amount', code: 'refund_exceeds_refundable', message }],
    });
  }
}

type CreditPlan = {
  readonly amount: bigint;
  /** The day that the caller wants. */
  readonly asked: Day | undefined;
  readonly way: Way;
  readonly accounts: AccountsByRole;
  readonly returnId: null;
  readonly about: RefundPlan['about'];
};

/** A refund of each payment with credit, the oldest first, until there is as much as wanted. */
async function refundsOfCredit(
  context: Context,
  credits: readonly PaymentRow[],
  { amount, asked, ...plan }: CreditPlan,
): Promise<PlannedRefund[]> {
  const ids = credits.map(({ id }) => id);
  const [allocations, refunds] = await Promise.all([allocationsOf(context, ids), refundsOfPayments(context, ids)]);
  let left = amount;
  const planned = credits.toSorted(byDay).flatMap((row) => {
    const held = creditHeld(row);
    const unapplied = partOf(held, held.amount < left ? held.amount : left);
    if (unapplied.amount === 0n) return [];
    left -= unapplied.amount;
    const own = allocations.filter((one) => one.payment_id === row.id);
    const taking = { payment: { row, allocations: own }, unapplied, releases: [] };
    const earlier = refunds.filter((one) => one.payment_id === row.id);
    const date = refundDay(context, asked, taking, earlier);
    return [planRefund(context, taking, { ...plan, date, after: own.length })];
  });
  return Promise.all(planned);
}

function byDay(left: PaymentRow, right: PaymentRow): number {
  const [a, b] = [left.payment_date + left.id, right.payment_date + right.id];
  return a < b ? -1 : 1;
}

function withoutExternalId(planned: PlannedRefund): PlannedRefund {
  return { ...planned, row: { ...planned.row, external_id: null } };
}
