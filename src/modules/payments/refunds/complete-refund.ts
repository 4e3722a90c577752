import { z } from 'zod';
import { addDays, type Day, laterOf } from '../../../core/calendar.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { refundPaid } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day as DayInput, Id, Text, Version } from '../../../wire/index.ts';
import { exchangeOf, exchangeRateMissing, knownRate, settlingRate } from '../../exchange/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import { wordsOf } from '../../../core/words.ts';
import { worthOf } from './plan-refund.ts';
import { Refund, refundCompleted } from './refund.ts';
import { keepRefundBefore, refundRecord, type RefundRow } from './refund-row.ts';
import { lockRefund } from './refund-store.ts';
import { rateInput } from '../methods/tender.ts';
import { checkState } from './undo-refund.ts';

export const completeRefund = operation({
  name: 'complete_refund',
  summary: 'Complete a pending refund whose money has left the clearing account.',
  http: 'POST /refunds/{id}/complete',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('refund'),
    date: DayInput.optional().describe('Date the money left. Default: today.'),
    exchange_rate: rateInput,
    reference: Text(255).optional().describe('Reference of the bank or gateway; replaces the existing one.'),
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, exchangeRateMissing],
  emits: [refundCompleted],
  async run(context, { id, date, reference, version, exchange_rate: given }) {
    const { db, organization, now, actor } = context;
    const [{ row: before }, accounts] = await Promise.all([lockRefund(context, id, version), accountsByRole(context)]);
    checkState(before, 'pending');
    keepRefundBefore(context, before);
    const paidOn = dayOf(context, before, date);
    const stamp = actorStamp(actor);
    const rate = await rateThen(context, before, { day: paidOn, given });
    const worth = worthOf(context, { currency: before.currency, exchange_rate: rate }, before.amount);
    const left = { paid_on: paidOn, paid_rate: rate, paid_worth: worth };
    const told = { ...left, reference: reference ?? before.reference };
    const row = { ...before, ...told, version: before.version + 1, updated_at: now, updated_by: stamp };
    db.later(sql`
      update refunds set paid_on = ${paidOn}, paid_rate = ${rate}, paid_worth = ${worth},
        reference = ${row.reference}, words = ${wordsIn(row)}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(stamp)}
      where organization_id = ${organization} and id = ${id}`);
    const entry = refundPaid({
      header: {
        date: paidOn,
        memo: before.client_name === null ? 'Refund' : `Refund to ${before.client_name}`,
        source: { type: 'refund', id, event: refundCompleted.type },
      },
      accounts,
      owed: [{ account: accounts.paymentClearing, amount: before.amount, base: before.worth ?? undefined }],
      account: before.account_id ?? '',
      exchange: exchangeOf(context, { currency: before.currency, exchange_rate: rate }),
    });
    post(context, entry === undefined ? [] : [{ id: context.newId(), entry }]);
    const record = refundRecord(context, row);
    context.emit(refundCompleted(record));
    return record;
  },
});

/** The rate of the day that it left: what is said, on the day of the refund its own, else that of the table. */
async function rateThen(
  context: Context,
  { currency, exchange_rate, refund_date: rated }: RefundRow,
  { day, given }: { readonly day: Day; readonly given: Decimal | undefined },
): Promise<bigint | null> {
  const known = given === undefined ? await knownRate(context, currency, day) : undefined;
  const own = { currency, exchange_rate, rate_source: 'given', rate_date: rated };
  return settlingRate(context, own, { day, given, known }).exchange_rate;
}

function wordsIn({ client_name: name, reference, number }: RefundRow) {
  return sql`search_words(${wordsOf([name, reference])}::text[], ${number})`;
}

/** Money leaves once it is refunded, and is known to have left tomorrow at the latest. */
function dayOf(context: Context, { refund_date: from }: RefundRow, asked: Day | undefined): Day {
  const day = asked ?? laterOf(context.today, from);
  const latest = laterOf(addDays(context.today, 1), from);
  if (day >= from && day <= latest) return day;
  throw fault('/date', 'wrong_day', `Send a date from ${from} to ${latest}.`);
}
