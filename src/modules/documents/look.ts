import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { DocumentFacts } from '../../render/facts.ts';
import { plainTemplate, Template } from '../../render/template.ts';

/** What pages are set with. */
export type Look = {
  readonly template: Template;
  /** Typst of the organisation. */
  readonly source: string | null;
  /** Of the bytes of the logo. */
  readonly logo: string | null;
};

export const plainLook: Look = { template: plainTemplate, source: null, logo: null };

type Row = { readonly layout: unknown; readonly source: string | null; readonly logo: string | null };

/** The look that a document was issued with; none where there was no template then, or it is a draft. */
export async function keptLook(context: Context, documentId: string): Promise<Look | undefined> {
  return found(
    context,
    sql`document_looks as chosen where chosen.organization_id = ${context.organization}
      and chosen.document_id = ${documentId}`,
  );
}

/** The look that a document would take if it were issued now. */
export async function lookNow(
  context: Context,
  { type, language }: Pick<DocumentFacts, 'type' | 'language'>,
): Promise<Look> {
  const chosen = sql`default_template(${context.organization}, ${type}, ${language}) as chosen where true`;
  return (await found(context, chosen)) ?? plainLook;
}

/** A version of a template that was published. */
export async function publishedLook(context: Context, id: string, number: number): Promise<Look | undefined> {
  const chosen = sql`(values (${id}::uuid, ${number}::int)) as chosen (template_id, template_version) where true`;
  return found(context, chosen);
}

async function found({ db, organization }: Context, chosen: Sql): Promise<Look | undefined> {
  const row = await db.maybe<Row>(sql`
    select version.layout, version.source, version.logo_sha256 as logo
    from document_template_versions as version
    where version.organization_id = ${organization}
      and (version.template_id, version.number) = (select chosen.template_id, chosen.template_version from ${chosen})`);
  return row === undefined ? undefined : { template: Template.parse(row.layout), source: row.source, logo: row.logo };
}
