import { type Day, laterOf } from '../../core/calendar.ts';
import { mergedEntry } from '../../core/entry.ts';
import { sum } from '../../core/list.ts';
import { creditReleased, refundPaid } from '../../core/posting.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../ledger/index.ts';
import { fault, type ReturnInput } from '../sales/index.ts';
import type { AllocationRow, PaymentRow } from './payment-row.ts';
import type { PaymentMethodRecord } from './payment-method.ts';
import { paymentRefunded, type RefundRecord } from './refund.ts';
import type { RefundRow } from './refund-row.ts';
import { settledSince } from './refund-day.ts';
import type { StoredPayment } from './store.ts';
import { methodOf } from './tender.ts';

/** How what is given back goes out: as credit, by a method that was named, or as it came in. */
export type Way = { readonly destination: 'client_credit' | 'money'; readonly method: PaymentMethodRecord | undefined };

type WayGiven = {
  readonly destination?: RefundRecord['destination'] | undefined;
  readonly method_id?: string | undefined;
  readonly method?: string | undefined;
};

export function wayOf(methods: readonly PaymentMethodRecord[], given: WayGiven, pointer: string): Way {
  const { destination } = given;
  const names = given.method_id !== undefined || given.method !== undefined;
  if (destination === 'client_credit') {
    if (names) throw fault(`${pointer}/method`, 'no_money', 'Credit has no method; leave it out.');
    return { destination, method: undefined };
  }
  if (destination === 'original_method' && names) {
    throw fault(`${pointer}/method`, 'sent_twice', 'Leave the method out, or send `destination` other.');
  }
  if (destination === 'other' && !names) {
    throw fault(`${pointer}/method`, 'required', 'Name the method that the money goes out by.');
  }
  return { destination: 'money', method: names ? methodOf(methods, given, pointer) : undefined };
}

/** What of a payment is given back: money that nobody had used, and what had settled sales. */
export type Taking = {
  readonly payment: StoredPayment;
  readonly unapplied: bigint;
  readonly releases: readonly { readonly saleId: string; readonly amount: bigint }[];
};

export type RefundPlan = {
  readonly way: Way;
  readonly date: Day;
  readonly accounts: AccountsByRole;
  readonly returnId: string | null;
  /** How many allocations the payment has before those of the refund. */
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
  readonly postings: readonly Posting[];
};

export function planRefund(context: Context, taking: Taking, plan: RefundPlan): PlannedRefund {
  const { payment, unapplied, releases } = taking;
  const released = sum(releases.map(({ amount }) => amount));
  // What came, or settled a sale, later than the day that is asked for is not given back before.
  const date = laterOf(plan.date, settledSince(taking));
  const row = refundRow(context, payment.row, { ...plan, date, amount: unapplied + released });
  const allocations = releases.map(({ saleId, amount }, index) => ({
    id: context.newId(),
    payment_id: payment.row.id,
    sale_id: saleId,
    refund_id: row.id,
    position: plan.after + index + 1,
    amount: -amount,
    allocated_on: row.refund_date,
    reversed_on: null,
  }));
  const paidBack = plan.way.destination === 'money' ? row.amount : 0n;
  const postings = postingsOf(context, row, { accounts: plan.accounts, unapplied, released });
  return { row, allocations, released, paidBack, postings };
}

function refundRow(context: Context, payment: PaymentRow, plan: RefundPlan & { readonly amount: bigint }): RefundRow {
  const { way, about } = plan;
  const stamp = actorStamp(context.actor);
  const isMoney = way.destination === 'money';
  const methodId = way.method?.id ?? payment.method_id;
  const isOriginal = methodId === payment.method_id;
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
    currency: payment.currency,
    amount: plan.amount,
    refund_date: plan.date,
    reason: about.reason,
    reference: about.reference ?? null,
    notes: about.notes ?? null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
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

type Moved = { readonly accounts: AccountsByRole; readonly unapplied: bigint; readonly released: bigint };

/** What had settled sales is owed again; the rest was owed to the client. Either leaves as money, or is credit now. */
function postingsOf(context: Context, row: RefundRow, { accounts, unapplied, released }: Moved): Posting[] {
  const memo = row.client_name === null ? 'Refund' : `Refund to ${row.client_name}`;
  const header = {
    ...{ date: row.refund_date, memo },
    source: { type: 'refund', id: row.id, event: paymentRefunded.type },
  };
  const clientId = row.client_id ?? undefined;
  const account = row.account_id;
  const common = { header, accounts, clientId };
  const entries =
    account === null
      ? [creditReleased({ ...common, allocations: [{ amount: released }] })]
      : [
          refundPaid({ ...common, account, owedOn: accounts.receivable, amount: released }),
          refundPaid({ ...common, account, owedOn: accounts.clientCredit, amount: unapplied }),
        ];
  const entry = mergedEntry(
    { ...header, kind: 'system' },
    entries.flatMap((one) => one?.lines ?? []),
  );
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

/** What of a payment settles a sale, as its allocations come to. */
export function heldBySale(allocations: readonly AllocationRow[]): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const { sale_id: saleId, amount, reversed_on: reversed } of allocations) {
    if (reversed === null) held.set(saleId, (held.get(saleId) ?? 0n) + amount);
  }
  return held;
}
