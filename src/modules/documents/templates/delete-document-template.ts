import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { hasHistory, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { TemplateAtVersion, templateDeleted, wireTemplate } from './document-template.ts';
import { lockTemplate } from './template-store.ts';

export const deleteDocumentTemplate = operation({
  name: 'delete_document_template',
  summary: 'Delete a template and its versions, if no document was issued with it.',
  http: 'DELETE /document-templates/{id}',
  effect: 'destructive',
  permission: 'documents:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: TemplateAtVersion,
  output: z.object({ id: Id('document_template'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, hasHistory],
  emits: [templateDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const current = await lockTemplate(context, { id, version });
    context.before(wireTemplate(current));
    await db.run(sql`delete from document_templates where organization_id = ${organization} and id = ${id}`);
    context.emit(templateDeleted(current));
    return { id, deleted: true as const };
  },
});
