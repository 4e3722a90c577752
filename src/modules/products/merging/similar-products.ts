import { comparedMax, rowsBefore, rowsCompared, startOf } from '../../../core/alike-names.ts';
import { nameKey } from '../../../core/fold.ts';
import { isNearly } from '../../../core/nearest.ts';
import { z } from 'zod';
import { arrayOf, sql } from '../../../db/sql.ts';
import { batched } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { productStatuses } from '../product.ts';

const candidatesMax = 5;

const Candidate = z.object({
  id: Id('product'),
  name: z.string(),
  status: z.enum(productStatuses),
  skus: z.array(z.string()).describe('Of its variants.'),
});

/** Possible duplicates in the answer of creating a product. */
export const Similar = z.array(Candidate).optional().describe('Products with a similar name: possible duplicates.');

/**
 * Products that a new one may be: of the same name but for a slip of the pen. Told and not refused, because nothing but
 * a SKU or barcode proves it.
 */
export async function similarProducts(
  context: Context,
  product: { readonly id: string; readonly name: string },
): Promise<z.output<typeof Similar>> {
  const key = nameKey(product.name);
  const compared = await productsCompared(context, { id: product.id, start: startOf(key) });
  const ids = compared.filter((one) => isNearly(one.name_key, key)).map(({ id }) => id);
  return ids.length === 0 ? undefined : candidatesAmong(context, ids);
}

type Compared = { readonly id: string; readonly start: string };
type Named = { readonly id: string; readonly name_key: string; readonly name_rank: number };

/** Of products that are made side by side, each is compared with those before it. */
const productsCompared = batched('hindsight', async ({ db, organization }: Context, asked: readonly Compared[]) => {
  const starts = [...new Set(asked.map(({ start }) => start))];
  const pasts = starts.map((start) => `${start}\u{10ffff}`);
  const rows = await db.many<Named>(sql`
    select near.id, near.name_key, (row_number() over (order by near.name_key, near.id))::int as name_rank
    from unnest(${arrayOf('text', starts)}, ${arrayOf('text', pasts)}) as given (start, past)
    cross join lateral (
      select id, name_key from products
      where organization_id = ${organization} and merged_into_id is null
        and name_key >= given.start and name_key < given.past
      order by name_key limit ${comparedMax + asked.length}) as near`);
  const before = rowsBefore(rows, asked);
  return asked.map(({ start }, index) => rowsCompared(before[index] ?? [], start));
});

/** The first of some products, as they are told. */
const candidatesAmong = batched('hindsight', async ({ db, organization }: Context, asked: readonly string[][]) => {
  const rows = await db.many<z.output<typeof Candidate>>(sql`
    select product.id, product.name, product.status,
      array(select v.sku from variants v
        where v.organization_id = product.organization_id and v.product_id = product.id and v.sku is not null
        order by v.position limit ${candidatesMax}) as skus
    from products product
    where product.organization_id = ${organization} and product.id = any(${[...new Set(asked.flat())]}::uuid[])
    order by product.status, product.id`);
  return asked.map((ids) => rows.filter(({ id }) => ids.includes(id)).slice(0, candidatesMax));
});
