import { nameKey } from '../../../core/fold.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Template } from '../../../render/template.ts';
import type { DocumentTemplate } from './document-template.ts';

/** A template with the hashes of its logo and its fonts, which nobody outside needs. */
export type StoredTemplate = DocumentTemplate & {
  readonly logo_sha256: string | null;
  readonly font_sha256s: string[];
};

const plainColumns = sql`id, name, document_types, languages, is_default, logo_file_id, font_file_ids,
  font_families, published_version, published_at,
  has_changes, external_id, metadata, custom_fields, tags, version, created_at, updated_at, created_by, updated_by,
  archived_at`;
const madeColumns = sql`${plainColumns}, layout, source, logo_sha256, font_sha256s`;

/** Without what a template is made of. */
export const summaryColumns: Sql = sql`organization_id, ${plainColumns}, source is not null as has_source,
  case when archived_at is not null then 'archived' when published_version is null then 'draft' else 'published' end
    as status`;

export async function findTemplate(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  id: string,
  lock: Sql = sql``,
): Promise<StoredTemplate | undefined> {
  const row = await db.maybe<StoredTemplate>(sql`
    select ${summaryColumns}, layout, source, logo_sha256, font_sha256s from document_templates
    where organization_id = ${organization} and id = ${id} ${lock}`);
  // Fields left out of a saved layout have today's default.
  return row === undefined ? undefined : { ...row, layout: Template.parse(row.layout) };
}

export async function readTemplate(context: Context, id: string): Promise<StoredTemplate> {
  const template = await findTemplate(context, id);
  if (template === undefined) throw notFound();
  return template;
}

export async function lockTemplate(
  context: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<StoredTemplate> {
  const template = await findTemplate(context, id, sql`for update`);
  if (template === undefined) throw notFound();
  if (version !== undefined && version !== template.version) {
    throw versionConflict({ current_version: template.version });
  }
  return template;
}

export function insertTemplate({ db, organization }: Context, template: StoredTemplate): void {
  db.later(sql`
    insert into document_templates (organization_id, name_key, ${madeColumns})
    select ${organization}, ${nameKey(template.name)}, ${madeColumns}
    from json_populate_record(null::document_templates, ${JSON.stringify(template)})`);
}

/** Writes a template that was locked, as it will be. */
export function rewriteTemplate({ db, organization }: Context, template: StoredTemplate): void {
  db.later(sql`
    update document_templates set name_key = ${nameKey(template.name)}, (${madeColumns}) = (
      select ${madeColumns} from json_populate_record(null::document_templates, ${JSON.stringify(template)}))
    where organization_id = ${organization} and id = ${template.id}`);
}

/** The template with a change to it, as its next version. */
export function changedTemplate(
  { now, actor }: Context,
  template: StoredTemplate,
  change: Partial<StoredTemplate>,
): StoredTemplate {
  const next = { ...template, ...change, version: template.version + 1, updated_at: now };
  return { ...next, updated_by: actorStamp(actor), status: statusOf(next), has_source: next.source !== null };
}

function statusOf({ archived_at: archived, published_version: published }: StoredTemplate): StoredTemplate['status'] {
  if (archived !== null) return 'archived';
  return published === null ? 'draft' : 'published';
}
