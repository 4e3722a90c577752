import { z } from 'zod';
import type { DepreciationMethod } from '../../core/depreciation.ts';
import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { ActorStamp, Day, Id, Instant, Money, Percent } from '../../wire/index.ts';

export const assetClasses = [
  'intangible',
  'land_and_buildings',
  'plant_and_machinery',
  'vehicles',
  'office_equipment',
  'computers',
  'low_value',
  'other',
] as const;
export const depreciationMethods = ['straight_line', 'declining_balance', 'immediate', 'pool', 'none'] as const;
export const assetStates = ['in_use', 'disposed', 'voided'] as const;

const Disposal = z.object({
  kind: z.enum(['sale', 'scrapping']),
  date: Day,
  book_value: Money,
  proceeds: Money.describe('Without tax.'),
  gain: Money.describe('Proceeds less book value: below zero for a loss.'),
  sale_id: Id('sale').nullable(),
  journal_entry_id: Id('journal_entry').nullable(),
  reason: z.string().nullable(),
});

export const Asset = z.object({
  id: Id('asset'),
  organization_id: Id('organization'),
  name: z.string(),
  class: z.enum(assetClasses),
  status: z.enum(assetStates),
  serial_number: z.string().nullable(),
  location: z.string().nullable(),
  supplier_id: Id('client').nullable(),
  expense_id: Id('expense').nullable(),
  expense_line_id: Id('expense_line').nullable(),
  account_id: Id('account').describe('Account of its cost.'),
  accumulated_account_id: Id('account').describe('Account that depreciation is credited to.'),
  depreciation_account_id: Id('account').describe('Account of the expense.'),
  dimension_value_ids: z.array(Id('dimension_value')),
  cost: Money,
  residual_value: Money,
  accumulated_depreciation: Money.describe('Posted until now, write-downs included.'),
  book_value: Money,
  currency: z.string(),
  acquired_on: Day,
  in_use_from: Day,
  method: z.enum(depreciationMethods),
  life_months: z.int().nullable(),
  yearly_rate: Percent.nullable().describe('Declining balance: percent of the book value each year.'),
  opening_depreciation: Money.describe('Depreciation of before these books.'),
  depreciated_through: Day.nullable().describe('Last day of the depreciation of before these books.'),
  next_date: Day.nullable().describe('Date of the next depreciation.'),
  disposal: Disposal.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
type Asset = z.output<typeof Asset>;

const Part = z.object({
  kind: z.enum(['depreciation', 'write_down', 'write_up']),
  due_date: Day,
  amount: Money.describe('What the book value loses; below zero if written up.'),
  posted_on: Day.nullable().describe('Later than the due date if that was closed.'),
  journal_entry_id: Id('journal_entry').nullable(),
  reason: z.string().nullable(),
});
export const AssetWithParts = Asset.extend({ parts: z.array(Part).describe('The plan, with what was posted of it.') });

type Made =
  | 'organization_id'
  | 'status'
  | 'cost'
  | 'residual_value'
  | 'accumulated_depreciation'
  | 'book_value'
  | 'currency'
  | 'opening_depreciation'
  | 'next_date'
  | 'disposal';

/** A row of `assets`; amounts are in minor units. */
export type AssetRow = Omit<Asset, Made> & {
  readonly moved_from_id: string | null;
  readonly cost: bigint;
  readonly residual_value: bigint;
  readonly opening_depreciation: bigint;
  readonly disposed_on: string | null;
  readonly disposal_kind: 'sale' | 'scrapping' | null;
  readonly disposal_entry_id: string | null;
  readonly book_value_disposed: bigint | null;
  readonly proceeds: bigint | null;
  readonly sale_id: string | null;
  readonly sale_line_id: string | null;
  readonly dispose_reason: string | null;
  readonly voided_at: string | null;
};

/** A row with what follows from its parts. */
export type AssetFound = AssetRow & { readonly posted: bigint; readonly next_date: string | null };

/** A row of `asset_depreciations`. */
export type PartRow = {
  readonly position: number;
  readonly kind: z.output<typeof Part>['kind'];
  readonly due_date: string;
  readonly amount: bigint;
  readonly posted_on: string | null;
  readonly entry_id: string | null;
  readonly reason: string | null;
};

const Facts = Asset.pick({
  id: true,
  name: true,
  class: true,
  status: true,
  cost: true,
  accumulated_depreciation: true,
  book_value: true,
  currency: true,
  acquired_on: true,
  version: true,
});
export const assetCreated = event('asset.created', Facts);
export const assetUpdated = event('asset.updated', Facts);
export const assetDepreciated = event('asset.depreciated', Facts);
export const assetWrittenDown = event('asset.written_down', Facts);
export const assetWrittenUp = event('asset.written_up', Facts);
export const assetDisposed = event('asset.disposed', Facts);
export const assetReinstated = event('asset.reinstated', Facts);
export const assetVoided = event('asset.voided', Facts);

export const assetPooled = refusal(
  'asset_pooled',
  409,
  'The asset is part of a pool, which is depreciated to its end whatever happens to the asset.',
  'Leave it as it is: the pool ends by itself.',
);

export function assetRecord(context: Context, found: AssetFound): Asset {
  const currency = baseCurrency(context);
  const gone = found.disposed_on !== null || found.voided_at !== null;
  return {
    ...found,
    organization_id: context.organization,
    status: statusOf(found),
    cost: money(found.cost, currency),
    residual_value: money(found.residual_value, currency),
    accumulated_depreciation: money(accumulatedOf(found), currency),
    book_value: money(gone ? 0n : bookValueOf(found), currency),
    opening_depreciation: money(found.opening_depreciation, currency),
    next_date: gone ? null : found.next_date,
    disposal: disposalOf(found, currency),
    currency,
  };
}

function statusOf({ voided_at: voidedAt, disposed_on: disposedOn }: AssetRow): Asset['status'] {
  if (voidedAt !== null) return 'voided';
  return disposedOn === null ? 'in_use' : 'disposed';
}

function disposalOf(row: AssetRow, currency: string): Asset['disposal'] {
  const { disposed_on: date, disposal_kind: kind, book_value_disposed: bookValue, proceeds } = row;
  if (date === null || kind === null || bookValue === null || proceeds === null) return null;
  return {
    kind,
    date,
    book_value: money(bookValue, currency),
    proceeds: money(proceeds, currency),
    gain: money(proceeds - bookValue, currency),
    sale_id: row.sale_id,
    journal_entry_id: row.disposal_entry_id,
    reason: row.dispose_reason,
  };
}

/** All depreciation until now, that of before these books included. */
export function accumulatedOf({ opening_depreciation: opening, posted }: AssetFound): bigint {
  return opening + posted;
}

export function bookValueOf(found: AssetFound): bigint {
  return found.cost - accumulatedOf(found);
}

export function methodOf({ method, life_months: life, yearly_rate: rate }: AssetRow): DepreciationMethod {
  const months = life ?? 1;
  if (method === 'straight_line') return { kind: method, months };
  if (method === 'declining_balance') return { kind: 'declining', percent: rate ?? 0n, months };
  if (method === 'pool') return { kind: method, years: Math.ceil(months / 12) };
  return { kind: method };
}

export const wireAsset = encoderOf(Asset);

export function partRecord(context: Context, { entry_id: entryId, ...part }: PartRow): z.output<typeof Part> {
  const { kind, due_date, posted_on, reason } = part;
  const amount = money(part.amount, baseCurrency(context));
  return { kind, due_date, posted_on, reason, amount, journal_entry_id: entryId };
}
