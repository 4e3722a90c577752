import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { bankConfirmed, openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import { noticeOf } from '../returns/notice.ts';
import { noteBefore, returnRecord } from '../returns/return-record.ts';
import { loadReturn, lockReturn } from '../returns/store.ts';
import { VatReturn, vatPaymentVoided, vatReturnWrongState } from '../returns/vat-return.ts';

export const voidVatPayment = operation({
  name: 'void_vat_payment',
  summary: 'Void the payment of a VAT return; an entry that was made for it is reversed.',
  http: 'POST /vat-payments/{id}/void',
  effect: 'destructive',
  permission: 'vat:write',
  mcp: 'action',
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('vat_payment'), date: reversalDate }),
  output: VatReturn,
  refuses: [bankConfirmed, notFound, validationFailed, vatReturnWrongState],
  emits: [vatPaymentVoided],
  async run(context, { id, date }) {
    const { db, organization } = context;
    const payment = await db.maybe<{ return_id: string }>(sql`
      select return_id from vat_return_payments where organization_id = ${organization} and id = ${id}`);
    if (payment === undefined) throw notFound();
    const row = await lockReturn(context, { id: payment.return_id });
    await noteBefore(context, row);
    const current = await db.one<{ is_made: boolean; paid_on: string; reversed_on: string | null }>(sql`
      select is_made, paid_on, reversed_on from vat_return_payments
      where organization_id = ${organization} and id = ${id}`);
    if (current.reversed_on !== null) throw vatReturnWrongState({ status: 'voided' });
    const source = { type: 'vat_payment', id, event: vatPaymentVoided.type };
    const open = await openDay(context, source, context.today);
    const day = reversalDay(context, { asked: date, open, recorded: current.paid_on });
    const memo = `Void of VAT ${row.period_from} to ${row.period_to}`;
    const reversals = current.is_made ? await reversalsOf(context, source, { date: day, memo }) : [];
    await db.run(sql`
      update vat_return_payments set reversed_on = ${day} where organization_id = ${organization} and id = ${id}`);
    await db.run(sql`
      update vat_returns set version = version + 1, updated_at = ${context.now}
      where organization_id = ${organization} and id = ${row.id}`);
    post(context, reversals);
    context.emit(
      vatPaymentVoided(noticeOf({ ...row, version: row.version + 1 }, row.settled_on === null ? 'filed' : 'settled')),
    );
    return returnRecord(context, await loadReturn(context, row.id));
  },
});
