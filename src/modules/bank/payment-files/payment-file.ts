import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { invalidStateTransition, notFound, refusal, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { formats } from '../../../sepa/credit-transfer.ts';
import { ActorStamp, Day, ForeignName, Id, Instant, Money } from '../../../wire/index.ts';

export const fileStatuses = ['created', 'executed', 'cancelled'] as const;

const Item = z.object({
  scheduled_payment_id: Id('scheduled_payment'),
  expense_id: Id('expense'),
  expense_number: z.string(),
  status: z.string().describe('Of the scheduled payment now.'),
  day: Day,
  batch_id: z.string(),
  end_to_end_id: z.string(),
  amount: Money,
  early_discount: Money,
  creditor: ForeignName,
  iban: z.string(),
  bic: z.string().nullable(),
  remittance: ForeignName,
});

export const PaymentFile = z.object({
  id: Id('payment_file'),
  organization_id: Id('organization'),
  number: z.string().describe('By which the bank knows the file.'),
  status: z.enum(fileStatuses).describe('`executed`: all of its payments are recorded, or came back.'),
  bank_account_id: Id('bank_account'),
  bank_account_name: z.string(),
  format: z.enum(formats),
  batch_booking: z.boolean(),
  first_day: Day,
  last_day: Day,
  payment_count: z.int(),
  currency: z.string(),
  total: Money,
  sha256: z.string().describe('Of the file: compare it with the one that the bank shows.'),
  ended_at: Instant.nullable(),
  ended_by: ActorStamp.nullable(),
  cancel_reason: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type PaymentFile = z.output<typeof PaymentFile>;

export const PaymentFileWithItems = PaymentFile.extend({ payments: z.array(Item) });
export type PaymentFileWithItems = z.output<typeof PaymentFileWithItems>;

const Facts = PaymentFile.pick({
  id: true,
  number: true,
  status: true,
  bank_account_id: true,
  first_day: true,
  last_day: true,
  payment_count: true,
  currency: true,
  total: true,
  version: true,
});
export const paymentFileCreated = event('payment_file.created', Facts);
export const paymentFileExecuted = event('payment_file.executed', Facts);
export const paymentFileCancelled = event('payment_file.cancelled', Facts);

export const supplierAccountChangedSince = refusal(
  'supplier_bank_account_changed',
  409,
  'The bank account of a supplier was changed, and nobody who may pay has confirmed it.',
  'Ask the supplier by a number that you know, then confirm it with confirm_supplier_bank_account.',
);
export const nothingToSend = refusal(
  'nothing_to_send',
  409,
  'No scheduled payment waits to be sent from that bank account.',
  'List them with `status=planned`: their day may be later than `through`, or something keeps them out (`problem`).',
);

type Row = Omit<PaymentFile, 'organization_id' | 'currency' | 'total'> & { readonly total: bigint };

/** SEPA is of euro. */
const currency = 'EUR';

export const fileColumns: Sql = sql`file.id, file.number, file.status, file.bank_account_id,
  bank.name as bank_account_name, file.format, file.batch_booking, file.first_day, file.last_day, file.payment_count,
  file.total, file.sha256, file.ended_at, file.ended_by, file.cancel_reason, file.version, file.created_at,
  file.updated_at, file.created_by, file.updated_by`;
export const fileTables: Sql = sql`payment_files as file
  join bank_accounts as bank on bank.organization_id = file.organization_id and bank.id = file.bank_account_id`;

export function fileRecord({ organization }: Context, row: object): PaymentFile {
  const file = row as Row;
  return { ...file, organization_id: organization, currency, total: money(file.total, currency) };
}

type ItemRow = Omit<z.output<typeof Item>, 'amount' | 'early_discount'> & {
  readonly amount: bigint;
  readonly early_discount: bigint;
};

export async function readFile(context: Context, id: string): Promise<PaymentFileWithItems> {
  const { db, organization } = context;
  const [file, items] = await Promise.all([
    db.maybe<object>(sql`
      select ${fileColumns} from ${fileTables} where file.organization_id = ${organization} and file.id = ${id}`),
    db.many<ItemRow>(sql`
      select item.scheduled_payment_id, plan.expense_id, bill.number as expense_number, plan.status, item.day,
        item.batch_id, plan.end_to_end_id, item.amount, item.early_discount, item.creditor, item.iban, item.bic,
        item.remittance
      from payment_file_items as item
      join scheduled_payments as plan on plan.organization_id = item.organization_id
        and plan.id = item.scheduled_payment_id
      join payable_bills as bill on bill.organization_id = plan.organization_id and bill.id = plan.expense_id
      where item.organization_id = ${organization} and item.payment_file_id = ${id} order by item.position`),
  ]);
  if (file === undefined) throw notFound();
  const payments = items.map((item) => ({
    ...item,
    amount: money(item.amount, currency),
    early_discount: money(item.early_discount, currency),
  }));
  return { ...fileRecord(context, file), payments };
}

export async function lockFile(context: Context, id: string, version?: number): Promise<PaymentFileWithItems> {
  const { db, organization } = context;
  await db.run(sql`
    select id from payment_files where organization_id = ${organization} and id = ${id} for update`);
  const file = await readFile(context, id);
  if (version !== undefined && version !== file.version) throw versionConflict({ current_version: file.version });
  if (file.status !== 'created') throw invalidStateTransition({ status: file.status, allowed: [] });
  return file;
}

const wireFile = encoderOf(PaymentFileWithItems);

/** Keeps the file as it was for the audit log, in wire form. */
export function keepFileBefore(context: Context, file: PaymentFileWithItems): void {
  context.before(wireFile(file));
}
