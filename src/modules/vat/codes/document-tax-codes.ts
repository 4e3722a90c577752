import { z } from 'zod';
import { percentScale, formatDecimal } from '../../../core/decimal.ts';
import type { TaxRate } from '../../../core/tax.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { AnyId, Id, kindOf } from '../../../wire/index.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

export const DocumentTaxCodes = z.object({
  id: AnyId,
  organization_id: Id('organization'),
  tax_codes: z.array(
    z.object({
      tax_rate_id: Id('tax_rate'),
      name: z.string(),
      percentage: z.string(),
      code: z.string().describe('Nature of the supply in the VAT return, with its percentage where it has one.'),
      is_chosen: z.boolean().describe('True where a person chose it, instead of the default.'),
    }),
  ),
});
export type DocumentTaxCodes = z.output<typeof DocumentTaxCodes>;

/** A sale or an expense, by its id on the wire. */
export type CodedDocument = { readonly type: 'sale' | 'expense'; readonly id: string; readonly wireId: string };

export function codedDocument(wireId: string): CodedDocument {
  const type = kindOf(wireId);
  const id = type === 'sale' ? uuidFrom('sale', wireId) : type === 'expense' ? uuidFrom('exp', wireId) : undefined;
  if (id === undefined || (type !== 'sale' && type !== 'expense')) throw notFound();
  return { type, id, wireId };
}

type CodeRow = Pick<TaxRate, 'percentage' | 'kind'> & {
  readonly tax_rate_id: string;
  readonly name: string;
  readonly code: string;
  readonly is_chosen: boolean;
};

/** The codes of a document that is posted, by its rates; none of one without a tax. */
export function codesOf({ db, organization }: Context, { type, id }: CodedDocument): Promise<CodeRow[]> {
  return db.many<CodeRow>(sql`
    select coded.tax_rate_id, rate.name, rate.percentage, rate.kind, coded.code, coded.is_chosen
    from document_tax_codes as coded
    join report_tax_rates as rate on rate.organization_id = ${organization} and rate.id = coded.tax_rate_id
    where coded.organization_id = ${organization} and coded.source_type = ${type} and coded.source_id = ${id}
    order by rate.percentage desc, rate.name, rate.id`);
}

export function codesRecord(context: Context, { wireId }: CodedDocument, rows: readonly CodeRow[]): DocumentTaxCodes {
  return {
    id: wireId,
    organization_id: context.organization,
    tax_codes: rows.map(({ tax_rate_id, name, code, is_chosen, percentage }) => ({
      tax_rate_id,
      name,
      code,
      is_chosen,
      percentage: formatDecimal(percentage, percentScale, 0),
    })),
  };
}

/** Refuses a document that is not there; a draft is, and has no codes yet. */
export async function checkDocument({ db, organization }: Context, { type, id }: CodedDocument): Promise<void> {
  const found =
    type === 'sale'
      ? await db.maybe(sql`select id from report_sales where organization_id = ${organization} and id = ${id}`)
      : await db.maybe(sql`select id from report_expenses where organization_id = ${organization} and id = ${id}`);
  if (found === undefined) throw notFound();
}
