import { type Sql, sql } from '../../../db/sql.ts';
import { type FieldError, notFound, validationFailed } from '../../../operation/errors.ts';
import { batchedByIds, batchedLater } from '../../../operation/batched.ts';
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
  const found = await ratesKept(context, ids);
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

const ratesKept = batchedByIds(async ({ db, organization }: Context, ids) => {
  const rows = await db.many<Found>(sql`
    select id, archived_at is not null as archived, applies_to from tax_rates
    where organization_id = ${organization} and id = any(${ids}::uuid[])
    order by id for key share`);
  return new Map(rows.map((row) => [row.id, row]));
});

const tables = {
  product: { table: sql`product_tax_rates`, owner: sql`product_id` },
  category: { table: sql`category_tax_rates`, owner: sql`category_id` },
} as const;

/** Writes which rates a product or category charges; what was left out of the input stays as it is. */
export function writeRates(context: Context, of: keyof typeof tables, id: string, given: RatesGiven): void {
  const { sale, purchase } = writings[of];
  const { tax_rate_ids: sales, purchase_tax_rate_ids: purchases } = given;
  if (sales !== undefined) sale(context, { id, rates: [...new Set(sales)] });
  if (purchases !== undefined) purchase(context, { id, rates: [...new Set(purchases)] });
}

type Charged = { readonly id: string; readonly rates: readonly string[] };

const writings = {
  product: { sale: writingOf('product', sql`'sale'`), purchase: writingOf('product', sql`'purchase'`) },
  category: { sale: writingOf('category', sql`'sale'`), purchase: writingOf('category', sql`'purchase'`) },
};

/** Writes one side of what is charged, of all that are made side by side. */
function writingOf(of: keyof typeof tables, purpose: Sql): (context: Context, charged: Charged) => void {
  const { table, owner } = tables[of];
  return batchedLater('write', ({ db, organization }: Context, all: readonly Charged[]) => {
    db.later(sql`
      delete from ${table}
      where organization_id = ${organization} and ${owner} = any(${all.map(({ id }) => id)}::uuid[])
        and purpose = ${purpose}`);
    const rows = all.flatMap(({ id, rates }) => rates.map((rate, index) => ({ id, rate, position: index + 1 })));
    if (rows.length === 0) return;
    db.later(sql`
      insert into ${table} (organization_id, ${owner}, purpose, position, tax_rate_id)
      select ${organization}, given.id, ${purpose}, given.position, given.rate
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ rate }) => rate)}::uuid[],
        ${rows.map(({ position }) => position)}::int[]) as given (id, rate, position)`);
  });
}
