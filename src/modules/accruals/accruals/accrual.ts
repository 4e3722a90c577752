import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { baseCurrency } from '../../../operation/record/column.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../../wire/index.ts';

export const accrualKinds = ['accrued_expense', 'accrued_income'] as const;

export const Accrual = z.object({
  id: Id('accrual'),
  organization_id: Id('organization'),
  kind: z.enum(accrualKinds),
  description: z.string(),
  status: z.enum(['posted', 'voided']),
  account_id: Id('account'),
  balance_account_id: Id('account').describe('Account of the balance sheet it stands on until it is reversed.'),
  client_id: Id('client').nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
  amount: Money,
  currency: z.string(),
  accrual_date: Day,
  reverse_on: Day.describe('Date of the reversal, which is posted with it.'),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
type AccrualRecord = z.output<typeof Accrual>;

/** A row of `accruals`; the amount is in minor units. */
export type AccrualRow = Omit<AccrualRecord, 'organization_id' | 'status' | 'amount' | 'currency'> & {
  readonly amount: bigint;
  readonly voided_at: string | null;
};

const Facts = Accrual.pick({
  id: true,
  kind: true,
  description: true,
  amount: true,
  currency: true,
  accrual_date: true,
  reverse_on: true,
  version: true,
});
export const accrualCreated = event('accrual.created', Facts);
export const accrualVoided = event('accrual.voided', Facts);

export const accrualColumns: Sql = sql`id, kind, description, account_id, balance_account_id, client_id,
  dimension_value_ids, amount, accrual_date, reverse_on, voided_at, voided_on, void_reason, version,
  created_at, updated_at, created_by, updated_by`;

export function accrualRecord(context: Context, { voided_at: voidedAt, ...row }: AccrualRow): AccrualRecord {
  const currency = baseCurrency(context);
  return {
    ...row,
    organization_id: context.organization,
    status: voidedAt === null ? 'posted' : 'voided',
    amount: money(row.amount, currency),
    currency,
  };
}

export const wireAccrual = encoderOf(Accrual);

export async function readAccrual({ db, organization }: Context, id: string): Promise<AccrualRow> {
  const row = await db.maybe<AccrualRow>(sql`
    select ${accrualColumns} from accruals where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockAccrual({ db, organization }: Context, id: string, version?: number): Promise<AccrualRow> {
  const row = await db.maybe<AccrualRow>(sql`
    select ${accrualColumns} from accruals where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
