import { type Sql, sql } from '../../../db/sql.ts';
import { type FieldError, notFound, validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';

export type RatesGiven = {
  readonly tax_rate_ids?: readonly string[] | undefined;
  readonly purchase_tax_rate_ids?: readonly string[] | undefined;
  /** Of a client: what is charged whatever they buy. */
  readonly default_tax_rate_ids?: readonly string[] | undefined;
};

type Found = { readonly id: string; readonly archived: boolean; readonly applies_to: string };

/** Refuses rates that are not there, archived or of the other side, and keeps them from being archived meanwhile. */
export async function checkRates(context: Context, given: RatesGiven): Promise<void> {
  const sales = [...new Set(given.tax_rate_ids)];
  const purchases = [...new Set(given.purchase_tax_rate_ids)];
  const defaults = [...new Set(given.default_tax_rate_ids)];
  const ids = [...sales, ...purchases, ...defaults];
  if (ids.length === 0) return;
  const rows = await context.db.many<Found>(sql`
    select id, archived_at is not null as archived, applies_to from tax_rates
    where organization_id = ${context.organization} and id = any(${ids}::uuid[])
    order by id for key share`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing: FieldError[] = [];
  const unfit: FieldError[] = [];
  for (const [field, asked, otherSide] of [
    ['tax_rate_ids', sales, 'purchases'],
    ['purchase_tax_rate_ids', purchases, 'sales'],
    ['default_tax_rate_ids', defaults, 'purchases'],
  ] as const) {
    for (const [index, id] of asked.entries()) {
      const rate = found.get(id);
      const pointer = `/${field}/${index}`;
      if (rate === undefined) missing.push({ pointer, code: 'not_found', message: 'The tax rate was not found.' });
      else if (rate.archived) unfit.push({ pointer, code: 'archived', message: 'That tax rate is archived.' });
      else if (rate.applies_to === otherSide)
        unfit.push({ pointer, code: 'wrong_side', message: `That tax rate is for ${otherSide} only.` });
    }
  }
  if (missing.length > 0) throw notFound({ errors: missing });
  if (unfit.length > 0) throw validationFailed({ errors: unfit });
}

const tables = {
  product: { table: sql`product_tax_rates`, owner: sql`product_id` },
  category: { table: sql`category_tax_rates`, owner: sql`category_id` },
} as const;

/** Writes which rates a product or category charges; what was left out of the input stays as it is. */
export function writeRates(context: Context, of: keyof typeof tables, id: string, given: RatesGiven): void {
  const sides = [
    [sql`'sale'`, given.tax_rate_ids],
    [sql`'purchase'`, given.purchase_tax_rate_ids],
  ] as const;
  for (const [purpose, ids] of sides) {
    if (ids !== undefined) writeSide(context, { ...tables[of], id, purpose }, [...new Set(ids)]);
  }
}

type Side = { readonly table: Sql; readonly owner: Sql; readonly id: string; readonly purpose: Sql };

function writeSide(context: Context, { table, owner, id, purpose }: Side, ids: readonly string[]): void {
  const { db, organization } = context;
  db.later(sql`
    delete from ${table} where organization_id = ${organization} and ${owner} = ${id} and purpose = ${purpose}`);
  if (ids.length === 0) return;
  db.later(sql`
    insert into ${table} (organization_id, ${owner}, purpose, position, tax_rate_id)
    select ${organization}, ${id}, ${purpose}, position, rate
    from unnest(${ids}::uuid[]) with ordinality as given (rate, position)`);
}
