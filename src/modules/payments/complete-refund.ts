import { z } from 'zod';
import { addDays, type Day, laterOf } from '../../core/calendar.ts';
import { refundPaid } from '../../core/posting.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day as DayInput, Id, Text, Version } from '../../wire/index.ts';
import { exchangeOf } from '../exchange/index.ts';
import { accountsByRole, post } from '../ledger/index.ts';
import { wordsOf } from '../sales/index.ts';
import { Refund, refundCompleted } from './refund.ts';
import { keepRefundBefore, refundRecord, type RefundRow } from './refund-row.ts';
import { lockRefund } from './refund-store.ts';
import { checkState } from './undo-refund.ts';

export const completeRefund = operation({
  name: 'complete_refund',
  summary: 'Says that the money of a pending refund has left: it leaves clearing for good.',
  http: 'POST /refunds/{id}/complete',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  input: z.strictObject({
    id: Id('refund'),
    date: DayInput.optional().describe('When it left. Default: today.'),
    reference: Text(255).optional().describe('What the bank or the gateway calls it; instead of the one that it has.'),
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [refundCompleted],
  async run(context, { id, date, reference, version }) {
    const { db, organization, now, actor } = context;
    const [{ row: before, payment }, accounts] = await Promise.all([
      lockRefund(context, id, version),
      accountsByRole(context),
    ]);
    checkState(before, 'pending');
    keepRefundBefore(context, before);
    const paidOn = dayOf(context, before, date);
    const stamp = actorStamp(actor);
    const told = { paid_on: paidOn, reference: reference ?? before.reference };
    const row = { ...before, ...told, version: before.version + 1, updated_at: now, updated_by: stamp };
    db.later(sql`
      update refunds set paid_on = ${paidOn}, reference = ${row.reference}, version = version + 1, updated_at = ${now},
        words = ${wordsIn(row)}, updated_by = ${JSON.stringify(stamp)}
      where organization_id = ${organization} and id = ${id}`);
    const worth = before.base ?? undefined;
    const entry = refundPaid({
      header: {
        date: paidOn,
        memo: before.client_name === null ? 'Refund' : `Refund to ${before.client_name}`,
        source: { type: 'refund', id, event: refundCompleted.type },
      },
      ...{ accounts, owedOn: accounts.paymentClearing, account: before.account_id ?? '', amount: before.amount },
      ...{ base: worth, paidBase: worth, exchange: exchangeOf(context, payment?.row ?? before) },
    });
    post(context, entry === undefined ? [] : [{ id: context.newId(), entry }]);
    const record = refundRecord(context, row);
    context.emit(refundCompleted(record));
    return record;
  },
});

function wordsIn({ client_name: name, reference, number }: RefundRow) {
  return sql`search_words(${wordsOf([name, reference])}::text[], ${number})`;
}

/** Money leaves once it is refunded, and is known to have left tomorrow at the latest. */
function dayOf(context: Context, { refund_date: from }: RefundRow, asked: Day | undefined): Day {
  const day = asked ?? laterOf(context.today, from);
  const latest = laterOf(addDays(context.today, 1), from);
  if (day >= from && day <= latest) return day;
  throw fault('/date', 'wrong_day', `Write a day from ${from} to ${latest}.`);
}
