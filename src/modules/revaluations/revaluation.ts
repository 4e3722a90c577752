import { z } from 'zod';
import { money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../wire/index.ts';
import { recordId } from '../ledger/index.ts';

export const revaluationStandards = ['ias_21', 'hgb'] as const;

const Rate = z.object({
  currency: z.string(),
  rate: z.string().describe('Value of one unit in the base currency.'),
  source: z.string(),
  rate_date: Day,
});
export type UsedRate = z.output<typeof Rate>;

export const Revaluation = z.object({
  id: Id('revaluation'),
  organization_id: Id('organization'),
  status: z.enum(['posted', 'voided']),
  date: Day,
  reversed_on: Day.describe('The day after, on which the same entry is posted back.'),
  standard: z.enum(revaluationStandards),
  gain: Money,
  loss: Money,
  currency: z.string(),
  rates: z.array(Rate),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
type RevaluationRecord = z.output<typeof Revaluation>;

const Item = z.object({
  kind: z.enum(['account', 'receivable', 'payable']),
  account_id: Id('account').describe('Account that the difference is posted to.'),
  record_id: z.string().nullable().describe('The sale or the expense.'),
  number: z.string().nullable(),
  client_id: Id('client').nullable(),
  due_date: Day.nullable(),
  currency: z.string(),
  amount: Money.describe('In its currency; below zero if owed to others.'),
  carrying_amount: Money.describe('As the books have it.'),
  revalued_amount: Money.describe('At the closing rate.'),
  difference: Money.describe('Posted gain; below zero for a loss. Zero where the standard leaves a gain out.'),
});
export const RevaluationWithItems = Revaluation.extend({ items: z.array(Item) });

/** A row of `revaluations`; amounts are in minor units. */
export type RevaluationRow = Pick<
  RevaluationRecord,
  | 'id'
  | 'standard'
  | 'rates'
  | 'voided_on'
  | 'void_reason'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'created_by'
  | 'updated_by'
> & {
  readonly revalued_on: string;
  readonly next_day: string;
  readonly gain: bigint;
  readonly loss: bigint;
};

/** A row of `revaluation_items`. */
export type ItemRow = {
  readonly position: number;
  readonly kind: z.output<typeof Item>['kind'];
  readonly account_id: string;
  readonly record_id: string | null;
  readonly number: string | null;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly due_date: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly carrying: bigint;
  readonly revalued: bigint;
  readonly difference: bigint;
};

const Facts = Revaluation.pick({
  id: true,
  date: true,
  standard: true,
  gain: true,
  loss: true,
  currency: true,
  version: true,
});
export const currencyRevalued = event('revaluation.posted', Facts);
export const revaluationVoided = event('revaluation.voided', Facts);

export const revaluationColumns: Sql = sql`id, revalued_on, (revalued_on + 1)::date as next_day, standard, gain, loss,
  rates, voided_on, void_reason, version, created_at, updated_at, created_by, updated_by`;

export function revaluationRecord(context: Context, row: RevaluationRow): RevaluationRecord {
  const { revalued_on: date, next_day: reversedOn, gain, loss, ...rest } = row;
  const currency = baseCurrency(context);
  return {
    ...rest,
    organization_id: context.organization,
    status: row.voided_on === null ? 'posted' : 'voided',
    date,
    reversed_on: reversedOn,
    gain: money(gain, currency),
    loss: money(loss, currency),
    currency,
  };
}

export function itemRecord(context: Context, { position: _position, ...row }: ItemRow): z.output<typeof Item> {
  const base = baseCurrency(context);
  const { kind, account_id, number, client_id, due_date, currency } = row;
  const type = kind === 'receivable' ? 'sale' : 'expense';
  return {
    kind,
    account_id,
    record_id: row.record_id === null ? null : recordId(type, row.record_id),
    number,
    client_id,
    due_date,
    currency,
    amount: money(row.amount, currency),
    carrying_amount: money(row.carrying, base),
    revalued_amount: money(row.revalued, base),
    difference: money(row.difference, base),
  };
}

export const wireRevaluation = encoderOf(Revaluation);

export async function readRevaluation({ db, organization }: Context, id: string): Promise<RevaluationRow> {
  const row = await db.maybe<RevaluationRow>(sql`
    select ${revaluationColumns} from revaluations where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockRevaluation(context: Context, id: string, version?: number): Promise<RevaluationRow> {
  const { db, organization } = context;
  const row = await db.maybe<RevaluationRow>(sql`
    select ${revaluationColumns} from revaluations
    where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

export function itemsOf({ db, organization }: Context, id: string): Promise<ItemRow[]> {
  return db.many<ItemRow>(sql`
    select position, kind, account_id, record_id, number, client_id, member_id, due_date, currency, amount, carrying,
      revalued, difference
    from revaluation_items where organization_id = ${organization} and revaluation_id = ${id} order by position`);
}
