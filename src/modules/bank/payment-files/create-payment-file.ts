import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Day as CalendarDay } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { sepaText } from '../../../core/sepa-text.ts';
import { isTargetDay } from '../../../core/target-day.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { formats, writeTransferFile } from '../../../sepa/credit-transfer.ts';
import { ActorStamp, Day, ForeignName, Id, Instant } from '../../../wire/index.ts';
import { leavingDay } from '../scheduled-payments/bill-to-pay.ts';
import { supplierAccountMissing } from '../scheduled-payments/confirm-supplier-bank-account.ts';
import { isSepa } from '../scheduled-payments/paying-account.ts';
import { amountsOn, type ScheduledPaymentRow } from '../scheduled-payments/scheduled-payment.ts';
import {
  nothingToSend,
  paymentFileCreated,
  PaymentFileWithItems,
  readFile,
  supplierAccountChangedSince,
} from './payment-file.ts';
import { paymentsMax, plansToSend } from './plans-to-send.ts';

const remittanceMax = 140;

export const createPaymentFile = operation({
  name: 'create_payment_file',
  summary: 'Create the file for the bank with the scheduled payments of a bank account (SEPA, pain.001).',
  guidance:
    'You send it to the bank: the service moves no money. Afterwards confirm_payment_file, or match the bank ' +
    'statement.',
  http: 'POST /payment-files',
  effect: 'write',
  permission: 'bank:pay',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  stepUp: true,
  paysOut: true,
  noUndo: 'sent',
  input: z.strictObject({
    bank_account_id: Id('bank_account'),
    through: Day.optional().describe('Payments scheduled until that day. Default: today.'),
    scheduled_payment_ids: z
      .array(Id('scheduled_payment'))
      .min(1)
      .max(paymentsMax)
      .optional()
      .describe('Instead of `through`: these, on their days.'),
    execution_date: Day.optional().describe('One day for all of them. Default: the day of each, not before today.'),
    format: z.enum(formats).default('pain.001.001.09').describe('The older one for banks that do not take the newer.'),
    batch_booking: z
      .boolean()
      .default(true)
      .describe('One line on the bank statement for each day, instead of one for each payment.'),
  }),
  output: PaymentFileWithItems.extend({
    left_out: z
      .array(
        z.object({
          scheduled_payment_id: Id('scheduled_payment'),
          expense_number: z.string(),
          problem: z.string().describe('What keeps it out, such as no_iban.'),
        }),
      )
      .describe('Scheduled until that day too, and not in the file.'),
    new_accounts: z
      .array(
        z.object({
          scheduled_payment_id: Id('scheduled_payment'),
          expense_number: z.string(),
          creditor: ForeignName,
          iban: z.string(),
          changed_at: Instant,
          changed_by: ActorStamp,
        }),
      )
      .describe('Payments to accounts that nothing was sent to before: compare them before the file goes out.'),
    has_more: z.boolean().describe(`More than ${paymentsMax} payments wait: make another file.`),
  }),
  refuses: [
    notFound,
    validationFailed,
    invalidStateTransition,
    nothingToSend,
    supplierAccountMissing,
    supplierAccountChangedSince,
  ],
  emits: [paymentFileCreated],
  async run(context, input) {
    const { execution_date: asked, format, batch_booking: batchBooking } = input;
    const account = await loadAccount(context, input.bank_account_id);
    if (asked !== undefined && (asked < context.today || !isTargetDay(asked))) {
      throw fault('/execution_date', 'no_bank_day', 'Send a day from today on which banks move money in euro.');
    }
    const { ready, leftOut, hasMore } = await plansToSend(context, input);
    if (ready.length === 0) throw nothingToSend();
    const id = context.newId();
    const number = await nextNumber(context);
    const payments = ready.map((plan) => {
      const day = asked ?? leavingDay(plan, context.today);
      return { plan, day, ...amountsOn(plan, day) };
    });
    const days = [...new Set(payments.map(({ day }) => day))].toSorted();
    const batchOf = (day: CalendarDay) => `${number}-${days.indexOf(day) + 1}`;
    const items = payments.map(({ plan, day, amount, discount }, index) => ({
      position: index + 1,
      scheduled_payment_id: plan.id,
      end_to_end_id: plan.end_to_end_id,
      day,
      batch_id: batchOf(day),
      amount,
      early_discount: discount,
      creditor: plan.supplier_account?.holder ?? plan.bill.payee_name ?? '',
      iban: plan.supplier_account?.iban ?? '',
      bic: plan.supplier_account?.bic ?? null,
      remittance: remittanceOf(plan.bill),
    }));
    const content = writeTransferFile(
      {
        messageId: number,
        day: context.today,
        debtor: account,
        batchBooking,
        batches: days.map((day) => ({
          id: batchOf(day),
          day,
          transfers: items
            .filter((item) => item.day === day)
            .map(({ end_to_end_id: endToEndId, amount, creditor: name, iban, bic, remittance }) => ({
              endToEndId,
              amount,
              creditor: { name, iban, bic },
              remittance,
            })),
        })),
      },
      format,
    );
    write(context, { id, number, account: account.id, format, batchBooking, days, content, items });
    const file = await readFile(context, id);
    context.emit(paymentFileCreated(file));
    return { ...file, left_out: leftOut, new_accounts: ready.flatMap(firstAccount), has_more: hasMore };
  },
});

/** Nobody has compared it with anything yet. */
function firstAccount({ id, bill, supplier_account: account }: ScheduledPaymentRow) {
  if (account?.standing !== 'first') return [];
  return {
    scheduled_payment_id: id,
    expense_number: bill.number,
    creditor: account.holder ?? bill.payee_name ?? '',
    iban: account.iban ?? '',
    changed_at: account.changed_at,
    changed_by: account.changed_by,
  };
}

/** The day, and how many files there were before on it: a preview tells the number as it will be. */
async function nextNumber({ db, organization, today }: Context): Promise<string> {
  const base = `PF-${today.replaceAll('-', '')}-`;
  // Those who make files at the same moment take their numbers one after the other.
  db.later(sql`select id from bank_accounts where organization_id = ${organization} order by id for no key update`);
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from payment_files
    where organization_id = ${organization} and starts_with(number, ${base})`);
  return `${base}${count + 1}`;
}

type Account = { readonly id: string; readonly name: string; readonly iban: string; readonly bic: string | null };

/** Whose money it is, as the bank knows them. */
async function loadAccount({ db, organization, actor }: Context, id: string): Promise<Account> {
  const found = await db.maybe<{
    readonly kind: string;
    readonly currency: string;
    readonly holder: string | null;
    readonly iban: string | null;
    readonly bic: string | null;
  }>(sql`
    select kind, currency, holder, iban, bic from bank_accounts
    where organization_id = ${organization} and id = ${id} and archived_at is null`);
  if (found === undefined) throw missing('/bank_account_id', 'bank account in use');
  if (!isSepa(found) || found.iban === null) {
    throw fault('/bank_account_id', 'not_sepa', 'Send a bank account in EUR that has an IBAN.');
  }
  return { id, name: found.holder ?? actor.organization?.name ?? '', iban: found.iban, bic: found.bic };
}

/** By which the supplier knows what is paid: its own number first, then ours. */
function remittanceOf(bill: { readonly number: string; readonly supplier_invoice_number: string | null }): string {
  const { supplier_invoice_number: invoice, number } = bill;
  return sepaText(invoice === null ? number : `${invoice} / ${number}`, remittanceMax);
}

type Item = {
  readonly position: number;
  readonly scheduled_payment_id: string;
  readonly day: CalendarDay;
  readonly batch_id: string;
  readonly amount: bigint;
  readonly early_discount: bigint;
  readonly creditor: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly remittance: string;
};

type NewFile = {
  readonly id: string;
  readonly number: string;
  readonly account: string;
  readonly format: string;
  readonly batchBooking: boolean;
  readonly days: readonly CalendarDay[];
  readonly content: string;
  readonly items: readonly Item[];
};

function write(context: Context, file: NewFile): void {
  const { db, organization, now, actor } = context;
  const { id, days, items } = file;
  const stamp = JSON.stringify(actorStamp(actor));
  const bytes = Buffer.from(file.content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const rows = items.map(({ amount, early_discount: discount, ...item }) => ({
    ...item,
    amount: amount.toString(),
    early_discount: discount.toString(),
  }));
  db.later(sql`
    insert into payment_files (organization_id, id, number, bank_account_id, format, batch_booking, first_day,
      last_day, payment_count, total, sha256, content, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${id}, ${file.number}, ${file.account}, ${file.format}, ${file.batchBooking},
      ${days[0]}, ${days.at(-1)}, ${items.length}, ${sum(items.map(({ amount }) => amount))}, ${sha256}, ${bytes},
      ${now}, ${now}, ${stamp}, ${stamp})`);
  db.later(sql`
    insert into payment_file_items (organization_id, payment_file_id, position, scheduled_payment_id, day, batch_id,
      amount, early_discount, creditor, iban, bic, remittance)
    select ${organization}, ${id}, item.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (position int,
      scheduled_payment_id uuid, day date, batch_id text, amount bigint, early_discount bigint, creditor text,
      iban text, bic text, remittance text)`);
  db.later(sql`
    update scheduled_payments as plan set status = 'in_file', payment_file_id = ${id}, fixed_amount = item.amount,
      fixed_discount = item.early_discount, version = plan.version + 1, updated_at = ${now}, updated_by = ${stamp}
    from payment_file_items as item
    where plan.organization_id = ${organization} and item.organization_id = ${organization}
      and item.payment_file_id = ${id} and plan.id = item.scheduled_payment_id`);
  // Whoever makes the file may pay, and sees what is in it.
  db.later(sql`
    update supplier_bank_accounts as account set known_at = ${now}
    from payment_file_items as item
    join scheduled_payments as plan on plan.organization_id = item.organization_id
      and plan.id = item.scheduled_payment_id
    join payable_bills as bill on bill.organization_id = plan.organization_id and bill.id = plan.expense_id
    where account.organization_id = ${organization} and item.organization_id = ${organization}
      and item.payment_file_id = ${id} and account.supplier_id = bill.supplier_id and account.iban = item.iban`);
}
