import { sql } from '../../../db/sql.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentType } from '../document.ts';

type Chosen = { readonly published: boolean; readonly archived: boolean; readonly document_types: readonly string[] };

/** Refuses a template that the document could not be issued with. */
export async function checkTemplate(
  { db, organization }: Context,
  type: DocumentType,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  const chosen = await db.maybe<Chosen>(sql`
    select published_version is not null as published, archived_at is not null as archived, document_types
    from document_templates where organization_id = ${organization} and id = ${id}`);
  if (chosen === undefined) throw missing('/template_id', 'document template');
  const { published, archived, document_types: types } = chosen;
  if (archived)
    throw fault(
      '/template_id',
      'archived',
      'The template is archived. Restore it with restore_document_template, or choose another.',
    );
  if (!published)
    throw fault(
      '/template_id',
      'not_published',
      'The template is not published. Publish it first with publish_document_template.',
    );
  if (types.length === 0 || types.includes(type)) return;
  throw fault('/template_id', 'not_for_type', `The template is only for ${types.join(', ')}. Choose another.`);
}
