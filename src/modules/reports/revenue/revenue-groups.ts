import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, type Prefixed } from '../../../wire/index.ts';

export const revenueGroups = [
  ...(['period', 'client', 'client_group', 'country', 'product', 'variant', 'category', 'tax_rate'] as const),
  ...(['member', 'location', 'channel', 'payment_method'] as const),
] as const;
export type RevenueGroup = (typeof revenueGroups)[number];

/** The key of a group is on the sale or on each of its lines. */
type Grouping = {
  readonly level: 'sale' | 'line';
  /** Of a fact called `f`, or of what is joined to it. */
  readonly key: Sql;
  readonly join?: Sql;
  readonly kind?: Prefixed;
  /** Answers id and name for an array of ids. */
  readonly names?: (organization: string, ids: readonly string[]) => Sql;
};

const placeOfClient = sql`left join report_client_places as place
  on place.organization_id = f.organization_id and place.id = f.client_id`;

const groupings: Readonly<Record<RevenueGroup, Grouping>> = {
  period: { level: 'sale', key: sql`null::text` },
  channel: { level: 'sale', key: sql`f.channel` },
  client: {
    level: 'sale',
    key: sql`f.client_id`,
    kind: 'client',
    names: (organization, ids) => sql`
      select id, name from report_clients where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  // Current billing country, and the first of the client's current groups, so that each sale counts once.
  country: { level: 'sale', key: sql`place.country`, join: placeOfClient },
  client_group: {
    level: 'sale',
    key: sql`place.group_id`,
    join: placeOfClient,
    kind: 'client_group',
    names: (organization, ids) => sql`
      select id, name from report_client_groups where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  member: {
    level: 'sale',
    key: sql`f.member_id`,
    kind: 'member',
    names: (organization, ids) => sql`
      select id, name from report_members where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  location: {
    level: 'sale',
    key: sql`f.location_id`,
    kind: 'location',
    names: (organization, ids) => sql`
      select id, name from report_locations where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  // Of payments, which have the method, and not of sales.
  payment_method: {
    level: 'sale',
    key: sql`null::uuid`,
    kind: 'payment_method',
    names: (organization, ids) => sql`
      select id, name from report_payment_methods where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  product: {
    level: 'line',
    key: sql`f.product_id`,
    kind: 'product',
    names: (organization, ids) => sql`
      select id, name from report_products where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  variant: {
    level: 'line',
    key: sql`f.variant_id`,
    kind: 'variant',
    names: (organization, ids) => sql`
      select variant_id as id, concat_ws(', ', product_name, nullif(array_to_string(option_values, ' / '), '')) as name
      from report_variants where organization_id = ${organization} and variant_id = any(${ids}::uuid[])`,
  },
  // A product is counted in the category it is in now.
  category: {
    level: 'line',
    key: sql`product.category_id`,
    join: sql`left join report_products as product
      on product.organization_id = f.organization_id and product.id = f.product_id`,
    kind: 'product_category',
    names: (organization, ids) => sql`
      select id, name from report_categories where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
  // The first rate of a line that has several, so that each line counts once.
  tax_rate: {
    level: 'line',
    key: sql`(f.taxes -> 0 ->> 'rate_id')::uuid`,
    kind: 'tax_rate',
    names: (organization, ids) => sql`
      select id, name from report_tax_rates where organization_id = ${organization} and id = any(${ids}::uuid[])`,
  },
};

export function groupingOf(group: RevenueGroup): Grouping {
  return groupings[group];
}

/** A key as it goes out, and what people call it. */
export type GroupName = { readonly key: string; readonly label: string };

export async function namesOf(
  { db, organization }: Context,
  group: RevenueGroup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, GroupName>> {
  const { kind, names } = groupings[group];
  if (kind === undefined || names === undefined || keys.length === 0) {
    return new Map(keys.map((key) => [key, { key, label: key }]));
  }
  const rows = await db.many<{ id: string; name: string }>(names(organization, keys));
  const labels = new Map(rows.map(({ id, name }) => [id, name]));
  const idOf = (key: string) => z.encode(Id(kind), key);
  return new Map(keys.map((key) => [key, { key: idOf(key), label: labels.get(key) ?? idOf(key) }]));
}

/** Of a row of any report by group. */
export const groupFields = {
  kind: z.enum(['group', 'others', 'unassigned']),
  key: z.string().nullable(),
  label: z.string(),
};
/** The same in a file, where the label is headed by what rows are grouped by. */
export const groupColumns = { label: groupFields.label, key: groupFields.key };

type RowKey = { readonly group: RevenueGroup; readonly kind: string; readonly key: string | null };

/** Name of a row: by its key, or as the others, or as unassigned. */
export function nameOf(
  names: ReadonlyMap<string, GroupName>,
  { group, kind, key }: RowKey,
): { key: string | null; label: string } {
  const named = names.get(key ?? '');
  if (named !== undefined) return { ...named };
  return { key: null, label: kind === 'others' ? 'Others' : `No ${group.replaceAll('_', ' ')}` };
}
