import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import { plainTemplate, Template } from '../../../render/template.ts';
import type { DocumentRow } from '../document-row.ts';

export type Look = {
  readonly template: Template;
  /** Typst of the organisation. */
  readonly source: string | null;
  /** Of the bytes of the logo. */
  readonly logo: string | null;
  /** Of the bytes of each font of the organisation. */
  readonly fonts: readonly string[];
};

export const plainLook: Look = { template: plainTemplate, source: null, logo: null, fonts: [] };

type Row = Omit<Look, 'template'> & { readonly layout: unknown };

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
  { template_id: own, client_id: client }: Pick<DocumentRow, 'template_id' | 'client_id'>,
): Promise<Look> {
  const chosen = sql`template_for(${context.organization}, ${own}::uuid, ${client}::uuid, ${type},
    ${language}) as chosen where true`;
  return (await found(context, chosen)) ?? plainLook;
}

/** A version of a template that was published. */
export async function publishedLook(context: Context, id: string, number: number): Promise<Look | undefined> {
  const chosen = sql`(values (${id}::uuid, ${number}::int)) as chosen (template_id, template_version) where true`;
  return found(context, chosen);
}

async function found({ db, organization }: Context, chosen: Sql): Promise<Look | undefined> {
  const row = await db.maybe<Row>(sql`
    select version.layout, version.source, version.logo_sha256 as logo, version.font_sha256s as fonts
    from document_template_versions as version
    where version.organization_id = ${organization}
      and (version.template_id, version.number) = (select chosen.template_id, chosen.template_version from ${chosen})`);
  if (row === undefined) return undefined;
  const { layout, ...rest } = row;
  return { template: Template.parse(layout), ...rest };
}
