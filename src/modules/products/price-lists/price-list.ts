import { z } from 'zod';
import { wholePercent } from '../../../core/decimal.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, refusal, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  Amount,
  Currency,
  Day,
  Id,
  Instant,
  Name,
  Percent,
  Quantity,
  recordFields,
  recordInput,
  recordPatch,
  UnitPrice,
  Version,
} from '../../../wire/index.ts';
import { clearable } from '../../../wire/patch.ts';

export const pricesMax = 1_000;

const listFields = {
  id: Id('price_list'),
  organization_id: Id('organization'),
  name: z.string(),
  currency: z.string(),
  prices_include_tax: z.boolean(),
  valid_from: Day.nullable(),
  valid_to: Day.nullable(),
  percent_off: Percent.nullable(),
  price_count: z.int(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
};

/** A list without its prices, of which there may be thousands. */
export const PriceList = z.object(listFields);
export const PriceListWithPrices = z.object({
  ...listFields,
  prices: z.array(z.object({ variant_id: Id('variant'), min_quantity: Quantity, price: UnitPrice })),
});
export type PriceList = z.output<typeof PriceList>;
export type PriceListWithPrices = z.output<typeof PriceListWithPrices>;

const PricesInput = z
  .array(
    z.strictObject({
      variant_id: Id('variant'),
      min_quantity: Quantity.default(0n).describe('Minimum quantity. Default: any.'),
      price: Amount.describe('Unit price, with up to 6 extra decimals.'),
    }),
  )
  .max(pricesMax)
  .refine((prices) => new Set(prices.map((one) => `${one.variant_id} ${one.min_quantity}`)).size === prices.length, {
    error: 'Write one price for each variant and minimum quantity.',
  })
  .describe('All prices of the list; they replace the existing ones.');
export type PricesGiven = z.output<typeof PricesInput>;

const optionalFields = {
  valid_from: Day,
  valid_to: Day,
  percent_off: Percent.refine((percent) => percent <= wholePercent, { error: 'Write at most "100".' }).describe(
    'Discount on the price of each variant not in the list.',
  ),
};

export const NewPriceList = z.strictObject({
  name: Name,
  currency: Currency.optional().describe('Default: the base currency. It applies only to sales in its currency.'),
  prices_include_tax: z.boolean().optional().describe('Default: the setting of the organisation.'),
  prices: PricesInput.optional(),
  ...clearable(optionalFields),
  ...recordInput,
});
export const PriceListPatch = z.strictObject({
  id: Id('price_list'),
  name: Name.optional(),
  prices_include_tax: z.boolean().optional(),
  prices: PricesInput.optional(),
  ...clearable(optionalFields),
  ...recordPatch,
});
export const PriceListAtVersion = z.strictObject({ id: Id('price_list'), version: Version.optional() });

const ListNotice = z.object({
  id: Id('price_list'),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});
export const priceListCreated = event('price_list.created', ListNotice);
export const priceListUpdated = event('price_list.updated', ListNotice);
export const priceListArchived = event('price_list.archived', ListNotice);
export const priceListRestored = event('price_list.restored', ListNotice);

export const priceListNameTaken = refusal(
  'price_list_name_taken',
  409,
  'Another price list has that name.',
  'Choose another `name`; case and accents are ignored.',
  ['price_lists_name_key'],
);
export const priceListExternalIdTaken = refusal(
  'price_list_external_id_taken',
  409,
  'Another price list has that external_id.',
  'List price lists with that `external_id` to find it.',
  ['price_lists_external_id_key'],
);

export const wirePriceList: (list: PriceListWithPrices) => unknown = encoderOf(PriceListWithPrices);

/** The columns of a list called `list`. */
export const priceListColumns: Sql = sql`list.*,
  case when list.archived_at is null then 'active' else 'archived' end as status,
  (select count(*)::int from price_list_prices price
    where price.organization_id = list.organization_id and price.price_list_id = list.id) as price_count`;

type StoredPrice = { readonly variant_id: string; readonly min_quantity: bigint; readonly price_micro: bigint };

/** The list and its prices, in one flight. */
export async function readPriceList(context: Context, id: string): Promise<PriceListWithPrices> {
  return listWith(await Promise.all([priceListRow(context, id, sql``), pricesOf(context, id)]));
}

/** Locks the list, then reads its prices as they are under the lock; the version is what the caller saw. */
export async function lockPriceList(context: Context, id: string, version?: number): Promise<PriceListWithPrices> {
  const list = listWith(await Promise.all([priceListRow(context, id, sql`for update of list`), pricesOf(context, id)]));
  if (version !== undefined && version !== list.version) throw versionConflict({ current_version: list.version });
  return list;
}

function priceListRow(context: Context, id: string, lock: Sql): Promise<PriceList | undefined> {
  return context.db.maybe<PriceList>(sql`
    select ${priceListColumns} from price_lists list
    where list.organization_id = ${context.organization} and list.id = ${id} ${lock}`);
}

function pricesOf({ db, organization }: Context, id: string): Promise<StoredPrice[]> {
  return db.many<StoredPrice>(sql`
    select variant_id, min_quantity, price_micro from price_list_prices
    where organization_id = ${organization} and price_list_id = ${id} order by variant_id, min_quantity`);
}

function listWith([row, prices]: [PriceList | undefined, StoredPrice[]]): PriceListWithPrices {
  if (row === undefined) throw notFound();
  const { currency } = row;
  return {
    ...row,
    price_count: prices.length,
    prices: prices.map(({ price_micro: micro, ...price }) => ({ ...price, price: { micro, currency } })),
  };
}

/** Refuses a list that is not there or archived. Lists are never deleted, so it is still there when it is written. */
export async function checkPriceList(context: Context, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const found = await context.db.maybe<{ archived: boolean }>(sql`
    select archived_at is not null as archived from price_lists
    where organization_id = ${context.organization} and id = ${id}`);
  if (found === undefined) throw missing('/price_list_id', 'price list');
  if (found.archived) throw fault('/price_list_id', 'archived', 'That price list is archived.');
}

/** A list does not end before it begins. */
export function checkValidity({ valid_from: from, valid_to: to }: Pick<PriceList, 'valid_from' | 'valid_to'>): void {
  if (from === null || to === null || from <= to) return;
  const message = 'Write a last day that is not before the first.';
  throw validationFailed({ errors: [{ pointer: '/valid_to', code: 'before_valid_from', message }], hint: message });
}
