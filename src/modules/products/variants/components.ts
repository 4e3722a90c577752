import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { type FieldError, notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, Quantity } from '../../../wire/index.ts';
import type { Product } from '../product.ts';

const componentsMax = 50;

export const ComponentsInput = z
  .array(
    z.strictObject({
      variant_id: Id('variant'),
      quantity: Quantity.refine((quantity) => quantity > 0n, { error: 'Write more than zero.' }),
    }),
  )
  .min(1)
  .max(componentsMax)
  .refine((components) => new Set(components.map((one) => one.variant_id)).size === components.length, {
    error: 'Write each variant once.',
  })
  .describe('Components of a bundle with the quantity of each. A component cannot be a bundle itself.');

type ComponentsGiven = z.output<typeof ComponentsInput>;
type Found = { readonly id: string; readonly type: Product['type'] };

/** Refuses components of what is no bundle, a bundle of nothing, and components that are not there or bundles. */
export async function checkComponents(
  context: Context,
  type: Product['type'],
  given: ComponentsGiven | undefined,
): Promise<void> {
  if (given === undefined) return;
  const rows = await context.db.many<Found>(sql`
    select variants.id, products.type from variants
    join products on products.organization_id = variants.organization_id and products.id = variants.product_id
    where variants.organization_id = ${context.organization}
      and variants.id = any(${given.map((one) => one.variant_id)}::uuid[]) and variants.merged_into_id is null
    order by variants.id for key share of variants`);
  const types = new Map(rows.map((row) => [row.id, row.type]));
  const pointerOf = (index: number) => `/components/${index}/variant_id`;
  const errors = given.flatMap(({ variant_id: id }, index): FieldError[] =>
    types.has(id) ? [] : [{ pointer: pointerOf(index), code: 'not_found', message: 'The variant was not found.' }],
  );
  if (errors.length > 0) throw notFound({ errors });
  if (type !== 'bundle') throw fault('/components', 'not_a_bundle', 'Only a bundle has components. Leave them out.');
  const nested = given.findIndex((one) => types.get(one.variant_id) === 'bundle');
  if (nested !== -1)
    throw fault(
      pointerOf(nested),
      'nested_bundle',
      'A bundle cannot contain another bundle; list its components instead.',
    );
}

/** A new bundle has components. */
export function needComponents(type: Product['type'], given: ComponentsGiven | undefined): void {
  if (type === 'bundle' && given === undefined)
    throw fault(
      '/components',
      'required',
      'List the components of the bundle, such as [{"variant_id": …, "quantity": "2"}].',
    );
}

/** Puts these components in the place of those that the bundle had. */
export function writeComponents(
  { db, organization }: Context,
  productId: string,
  given: ComponentsGiven | undefined,
): void {
  if (given === undefined) return;
  db.later(sql`delete from bundle_components where organization_id = ${organization} and product_id = ${productId}`);
  db.later(sql`
    insert into bundle_components (organization_id, product_id, variant_id, position, quantity)
    select ${organization}, ${productId}, variant_id, position, quantity
    from unnest(${given.map((one) => one.variant_id)}::uuid[], ${given.map((one) => one.quantity)}::bigint[])
      with ordinality as given (variant_id, quantity, position)`);
}

/** The components of a product called `product`, as JSON: quantities are digits, since a JSON number is no bigint. */
export const componentsColumn: Sql = sql`(select coalesce(jsonb_agg(jsonb_build_object('variant_id', part.variant_id,
    'quantity', part.quantity::text) order by part.position), '[]') from bundle_components part
  where part.organization_id = product.organization_id and part.product_id = product.id)`;

export type StoredComponent = { readonly variant_id: string; readonly quantity: string };

export function componentFrom({ variant_id: id, quantity }: StoredComponent) {
  return { variant_id: id, quantity: BigInt(quantity) };
}
