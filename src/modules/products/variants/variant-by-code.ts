import { barcodeType } from '../../../core/barcode.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Variant } from './variant.ts';
import { barcodeKey, skuKey, variantColumns, variantFrom, type VariantRow, variantSource } from './variant-row.ts';

/** The id of the variant with this barcode, else with this SKU, or of the one that such a variant was merged into. */
export function variantIdByCode({ organization }: Context, code: string): Sql {
  const barcode = barcodeType(code) === undefined ? null : barcodeKey(code);
  return sql`(
    select coalesce(named.merged_into_id, named.id) from variants as named
    where named.organization_id = ${organization}
      and (named.barcode_key = ${barcode} or named.sku_key = ${skuKey(code)})
    order by (named.barcode_key = ${barcode}) is true desc limit 1)`;
}

/** The variant with an id that the statement finds. */
export async function variantNamed(context: Context, id: Sql): Promise<Variant | undefined> {
  const row = await context.db.maybe<VariantRow>(sql`
    select ${variantColumns} from ${variantSource} where v.organization_id = ${context.organization} and v.id = ${id}`);
  return row === undefined ? undefined : variantFrom(context, row);
}
