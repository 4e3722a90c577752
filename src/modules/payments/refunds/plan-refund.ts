import { type Day, laterOf } from '../../../core/calendar.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { convert, type Exchange } from '../../../core/exchange.ts';
import { isKeepable } from '../../../core/money.ts';
import { creditReleased, refundPaid } from '../../../core/posting.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf, knownRate, settlingRate } from '../../exchange/index.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { type ReturnInput } from '../../sales/index.ts';
import { type Held, heldTogether } from '../credit/held.ts';
import type { AllocationRow, PaymentRow } from '../payment-row.ts';
import type { PaymentMethodRecord } from '../methods/payment-method.ts';
import { paymentRefunded, type RefundRecord } from './refund.ts';
import type { RefundRow } from './refund-row.ts';
import { settledSince } from './refund-day.ts';
import { methodOf } from '../methods/tender.ts';
import type { Taking } from './taking.ts';

/** Route of a refund: as credit, by a named method, or the way the payment came in. */
export type Way = {
  readonly destination: 'client_credit' | 'money';
  readonly method: PaymentMethodRecord | undefined;
  /** It takes its time, so the money waits in clearing. */
  readonly isPending: boolean;
  /** Exchange rate given by the caller, and its place in the input. */
  readonly rate: { readonly given: Decimal | undefined; readonly pointer: string };
};

type WayGiven = {
  readonly exchange_rate?: Decimal | undefined;
  readonly destination?: RefundRecord['destination'] | undefined;
  readonly method_id?: string | undefined;
  readonly method?: string | undefined;
  readonly pending?: boolean | undefined;
};

export function wayOf(methods: readonly PaymentMethodRecord[], given: WayGiven, pointer: string): Way {
  const { destination, pending: isPending = false } = given;
  const names = given.method_id !== undefined || given.method !== undefined;
  const rate = {
    given: given.exchange_rate,
    pointer: `${pointer}/exchange_rate`,
  };
  if (destination === 'client_credit') {
    if (rate.given !== undefined)
      throw fault(rate.pointer, 'no_money', 'Client credit keeps the rate of its payment; leave the rate out.');
    if (names) throw fault(`${pointer}/method`, 'no_money', 'Client credit has no payment method; leave it out.');
    if (isPending) throw fault(`${pointer}/pending`, 'no_money', 'Client credit is immediate; leave `pending` out.');
    return { destination, method: undefined, isPending, rate };
  }
  if (destination === 'original_method' && names) {
    throw fault(`${pointer}/method`, 'sent_twice', 'Leave the method out, or send `destination` other.');
  }
  if (destination === 'other' && !names) {
    throw fault(`${pointer}/method`, 'required', 'Name the method the refund is paid by.');
  }
  return { destination: 'money', method: names ? methodOf(methods, given, pointer) : undefined, isPending, rate };
}

export type RefundPlan = {
  readonly way: Way;
  readonly date: Day;
  readonly accounts: AccountsByRole;
  readonly returnId: string | null;
  /** Number of allocations of the payment before those of the refund. */
  readonly after: number;
  readonly about: Pick<ReturnInput, 'reason'> & { readonly [Field in AboutField]?: RefundRow[Field] | undefined };
};
type AboutField = 'reference' | 'notes' | 'external_id' | 'metadata' | 'custom_fields' | 'tags';

/** A refund as it will be written, and what it does to the books. */
export type PlannedRefund = {
  readonly row: RefundRow;
  /** Below zero: what it takes back of sales. */
  readonly allocations: readonly AllocationRow[];
  readonly released: bigint;
  /** The money that leaves. */
  readonly paidBack: bigint;
  /** Further base value of the payment that is used. */
  readonly baseUsed: bigint;
  readonly postings: readonly Posting[];
};

export async function planRefund(context: Context, taking: Taking, plan: RefundPlan): Promise<PlannedRefund> {
  const { payment, unapplied, releases } = taking;
  const released = heldTogether(releases);
  const isForeign = payment.row.exchange_rate !== null;
  const taken = isForeign ? unapplied.spent + released.spent : null;
  // A payment or an allocation after the requested date is not refunded before its own date.
  const date = laterOf(plan.date, settledSince(taking));
  const rate = await rateOfMoney(context, payment.row, { way: plan.way, date });
  const row = refundRow(context, payment.row, {
    ...plan,
    date,
    amount: unapplied.amount + released.amount,
    base: taken,
    rate,
  });
  const allocations = releases.map(({ saleId, amount, base, spent }, index) => ({
    id: context.newId(),
    payment_id: payment.row.id,
    sale_id: saleId,
    refund_id: row.id,
    position: plan.after + index + 1,
    amount: -amount,
    base: isForeign ? -base : null,
    fx_gain_loss: isForeign ? base - spent : null,
    allocated_on: row.refund_date,
    reversed_on: null,
  }));
  const isMoney = plan.way.destination === 'money';
  const exchange = exchangeOf(context, isMoney ? row : payment.row);
  const postings = postingsOf(context, row, { accounts: plan.accounts, unapplied, released, exchange });
  return {
    row,
    allocations,
    postings,
    released: released.amount,
    paidBack: isMoney ? row.amount : 0n,
    baseUsed: isMoney ? unapplied.spent : -released.spent,
  };
}

/** The rate of the day for money of another currency: as the caller says, else as the payment or the table has it. */
async function rateOfMoney(
  context: Context,
  payment: PaymentRow,
  { way: { destination, rate }, date: day }: Pick<RefundPlan, 'way' | 'date'>,
): Promise<bigint | null> {
  if (destination === 'client_credit') return null;
  const { given, pointer } = rate;
  const known = given === undefined ? await knownRate(context, payment.currency, day) : undefined;
  return settlingRate(context, payment, { day, given, known, pointer }).exchange_rate;
}

/** The payment behind a refund; without one, the recipient only. */
type Origin = Pick<PaymentRow, 'client_id' | 'client_name' | 'currency'> & {
  readonly id: string | null;
  readonly method_id: string | null;
  readonly account_id: string | null;
};

type Given = Pick<RefundPlan, 'way' | 'date' | 'returnId' | 'about'> & {
  readonly amount: bigint;
  /** Base value taken from the payment; that of the money where there is no payment. */
  readonly base?: bigint | null;
  readonly rate: bigint | null;
  /** Account charged where there is no payment. */
  readonly charged?: string;
};

export function refundRow(context: Context, payment: Origin, plan: Given): RefundRow {
  const { way, about } = plan;
  const stamp = actorStamp(context.actor);
  const isMoney = way.destination === 'money';
  const methodId = way.method?.id ?? payment.method_id;
  const isOriginal = methodId === payment.method_id;
  const worth = worthOf(context, { currency: payment.currency, exchange_rate: plan.rate }, plan.amount);
  return {
    id: context.newId(),
    number: '',
    payment_id: payment.id,
    return_id: plan.returnId,
    client_id: payment.client_id,
    client_name: payment.client_name,
    destination: isMoney ? (isOriginal ? 'original_method' : 'other') : 'client_credit',
    method_id: isMoney ? methodId : null,
    account_id: isMoney ? (isOriginal ? payment.account_id : (way.method?.account_id ?? null)) : null,
    charged_account_id: plan.charged ?? null,
    currency: payment.currency,
    exchange_rate: plan.rate,
    amount: plan.amount,
    base: plan.base === undefined ? worth : plan.base,
    worth,
    refund_date: plan.date,
    paid_on: way.isPending ? null : plan.date,
    paid_rate: way.isPending ? null : plan.rate,
    paid_worth: way.isPending ? null : worth,
    reason: about.reason,
    reference: about.reference ?? null,
    notes: about.notes ?? null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    failed: false,
    external_id: about.external_id ?? null,
    metadata: about.metadata ?? {},
    custom_fields: about.custom_fields ?? {},
    tags: about.tags ?? [],
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
}

/** Base value of money; null in the base currency. */
export function worthOf(
  context: Context,
  money: { readonly currency: string; readonly exchange_rate: bigint | null },
  amount: bigint,
): bigint | null {
  const exchange = exchangeOf(context, money);
  const worth = exchange === undefined ? null : convert(amount, exchange);
  if (!isKeepable(worth ?? amount)) throw fault('/amount', 'too_large', 'Write a smaller amount.');
  return worth;
}

type Moved = {
  readonly accounts: AccountsByRole;
  readonly unapplied: Held;
  readonly released: Held;
  readonly exchange: Exchange | undefined;
};

/**
 * Amounts allocated to sales are owed again; the rest was owed to the client. Either leaves as money or becomes credit.
 */
function postingsOf(context: Context, row: RefundRow, { accounts, unapplied, released, exchange }: Moved): Posting[] {
  const memo = row.client_name === null ? 'Refund' : `Refund to ${row.client_name}`;
  const header = {
    date: row.refund_date,
    memo,
    source: { type: 'refund', id: row.id, event: paymentRefunded.type },
  };
  const clientId = row.client_id ?? undefined;
  const account = leavesFrom(row, accounts);
  const common = { header, accounts, clientId, exchange };
  const entry =
    account === null
      ? creditReleased({
          ...common,
          base: released.spent,
          allocations: [settledBy(released)],
        })
      : refundPaid({
          ...common,
          account,
          owed: [
            { account: accounts.receivable, ...settledBy(released) },
            { account: accounts.clientCredit, ...settledBy(unapplied) },
          ],
        });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

/** Account of a refund: a pending one waits in clearing, as its money can no longer be used. */
export function leavesFrom(
  { account_id: account, paid_on: paidOn }: RefundRow,
  accounts: AccountsByRole,
): string | null {
  return account !== null && paidOn === null ? accounts.paymentClearing : account;
}

function settledBy({ amount, base }: Held) {
  return { amount, base };
}
