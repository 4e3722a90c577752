import { nameKey } from '../../../core/fold.ts';
import { isNearly } from '../../../core/nearest.ts';
import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { productStatuses } from '../product.ts';

const candidatesMax = 5;
const lettersCompared = 4;
const comparedMax = 200;

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
export async function similarProducts(context: Context, name: string): Promise<z.output<typeof Similar>> {
  const { db, organization } = context;
  const key = nameKey(name);
  const start = key.slice(0, lettersCompared);
  const compared = await db.many<{ id: string; name_key: string }>(sql`
    select id, name_key from products
    where organization_id = ${organization} and merged_into_id is null
      and name_key >= ${start} and name_key < ${`${start}\u{10ffff}`} order by name_key limit ${comparedMax}`);
  const ids = compared.filter((one) => isNearly(one.name_key, key)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return db.many<z.output<typeof Candidate>>(sql`
    select product.id, product.name, product.status,
      array(select v.sku from variants v
        where v.organization_id = product.organization_id and v.product_id = product.id and v.sku is not null
        order by v.position limit ${candidatesMax}) as skus
    from products product
    where product.organization_id = ${organization} and product.id = any(${ids}::uuid[])
    order by product.status, product.id limit ${candidatesMax}`);
}
