import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { vatPaid } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, refusal, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, SignedAmount, Version } from '../../../wire/index.ts';
import { accountsByRole, lockMoneyAccounts, post } from '../../ledger/index.ts';
import { minorOf } from '../returns/minor-of.ts';
import { noticeOf } from '../returns/notice.ts';
import { noteBefore, returnRecord } from '../returns/return-record.ts';
import { loadReturn, lockReturn } from '../returns/store.ts';
import { type ReturnRow, VatReturn, vatReturnPaid, vatReturnWrongState } from '../returns/vat-return.ts';

const vatEntryUsed = refusal(
  'vat_entry_used',
  409,
  'That entry has paid a return already.',
  'Name another entry, or send the `account_id` that the money left.',
  ['vat_return_payments_entry_key'],
);

export const payVatReturn = operation({
  name: 'pay_vat_return',
  summary: 'Record the payment of a settled VAT return, or the refund of the tax office.',
  guidance:
    'Send the account of the money, whose bank line is then matched with the entry; or the `entry_id` of a bank line ' +
    'that is booked on the settlement account already.',
  http: 'POST /vat-returns/{id}/pay',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  undo: ({ output }) => {
    const payments = output['payments'];
    const last = Array.isArray(payments) ? (payments.at(-1) as { readonly id?: unknown } | undefined) : undefined;
    return typeof last?.id === 'string' ? [{ operation: 'void_vat_payment', input: { id: last.id } }] : [];
  },
  input: z.strictObject({
    id: Id('vat_return'),
    account_id: Id('account').optional().describe('Account that the money left or landed on.'),
    entry_id: Id('journal_entry').optional().describe('Instead: an entry on the account of VAT to settle.'),
    amount: SignedAmount.optional().describe('Default: what is left. Below zero, it came back.'),
    date: Day.optional().describe('Default: today.'),
    version: Version.optional(),
  }),
  output: VatReturn,
  refuses: [notFound, validationFailed, versionConflict, vatReturnWrongState, vatEntryUsed],
  emits: [vatReturnPaid],
  async run(context, { id, account_id: account, entry_id: entryId, amount, date, version }) {
    const { db, organization, now, actor } = context;
    const row = await lockReturn(context, { id, version });
    await noteBefore(context, row);
    if (row.status !== 'filed' || row.settled_on === null) throw vatReturnWrongState({ status: row.status });
    if ((account === undefined) === (entryId === undefined)) {
      throw fault('/account_id', 'required', 'Send the account of the money or the entry of it, and not both.');
    }
    const day = date ?? context.today;
    if (day > context.today) throw fault('/date', 'in_future', 'Send today or an earlier day.');
    const left = (row.due ?? 0n) - row.paid;
    const paymentId = context.newId();
    const paid =
      entryId === undefined
        ? { amount: amount === undefined ? left : minorOf(context, amount, '/amount'), paid_on: day }
        : await entryOf(context, entryId);
    checkAmount(paid.amount, left);
    const made = entryId === undefined ? context.newId() : undefined;
    db.later(sql`
      insert into vat_return_payments (organization_id, id, return_id, entry_id, amount, paid_on, is_made, created_at,
        created_by)
      values (${organization}, ${paymentId}, ${id}, ${made ?? entryId ?? ''}, ${paid.amount}, ${paid.paid_on},
        ${made !== undefined}, ${now}, ${JSON.stringify(actorStamp(actor))})`);
    db.later(sql`
      update vat_returns set version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    if (made !== undefined && account !== undefined) {
      await postPayment(context, row, { made, account, paymentId, day, amount: paid.amount });
    }
    const record = await returnRecord(context, await loadReturn(context, id));
    context.emit(
      vatReturnPaid(noticeOf({ ...row, version: row.version + 1 }, record.status === 'paid' ? 'paid' : 'settled')),
    );
    return record;
  },
});

function checkAmount(amount: bigint, left: bigint): void {
  const isWithin = left > 0n ? amount > 0n && amount <= left : amount < 0n && amount >= left;
  if (isWithin) return;
  const message =
    left === 0n
      ? 'Nothing is left to pay of this return. Book interest and penalties as an expense.'
      : 'Send no more than is left, and with its sign. Book interest and penalties as an expense.';
  throw fault('/amount', 'out_of_range', message);
}

/** Amount and date of an entry's postings to the VAT settlement account. */
async function entryOf({ db, organization }: Context, id: string): Promise<{ amount: bigint; paid_on: CoreDay }> {
  const found = await db.maybe<{ amount: bigint; paid_on: CoreDay }>(sql`
    select sum(line.amount)::bigint as amount, entry.entry_date as paid_on
    from report_entries as entry
    join report_lines as line on line.organization_id = ${organization} and line.entry_id = entry.id
    join report_accounts as account on account.organization_id = ${organization} and account.id = line.account_id
      and account.system_role = 'vat_settlement'
    where entry.organization_id = ${organization} and entry.id = ${id} and entry.source_type <> 'vat_return'
      and entry.kind <> 'reversal' and not exists (select from report_entries as reversal
        where reversal.organization_id = ${organization} and reversal.reverses_id = entry.id)
    group by entry.entry_date`);
  if (found === undefined) throw missing('/entry_id', 'entry on the account of VAT to settle');
  return found;
}

type Paying = {
  readonly made: string;
  readonly account: string;
  readonly paymentId: string;
  readonly day: CoreDay;
  readonly amount: bigint;
};

async function postPayment(context: Context, row: ReturnRow, { made, account, paymentId, day, amount }: Paying) {
  const [places, accounts] = await Promise.all([lockMoneyAccounts(context, [account]), accountsByRole(context)]);
  const place = places.get(account);
  if (place === undefined) throw missing('/account_id', 'account');
  if (!place.holdsMoney || place.isArchived || account === accounts.vatSettlement) {
    throw fault('/account_id', 'no_money', 'Choose an account that holds money, such as a bank account.');
  }
  const header = {
    date: day,
    memo: `VAT ${row.period_from} to ${row.period_to}`,
    source: { type: 'vat_payment', id: paymentId, event: vatReturnPaid.type },
  };
  const entry = vatPaid({ header, accounts, account, amount });
  if (entry !== undefined) post(context, [{ id: made, entry }]);
}
