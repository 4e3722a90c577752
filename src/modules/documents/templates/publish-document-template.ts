import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict, type OperationName } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { DocumentTemplate, TemplateAtVersion, templatePublished, wireTemplate } from './document-template.ts';
import { changedTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';

export const publishDocumentTemplate = operation({
  name: 'publish_document_template',
  summary: 'Publish the draft of a template as its next version, which never changes.',
  guidance: 'If it is a default, documents issued from then on use it; those issued before keep theirs.',
  http: 'POST /document-templates/{id}/publish',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  redirectsMoney: true,
  noUndo: 'set_again',
  input: TemplateAtVersion,
  output: DocumentTemplate,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [templatePublished],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    const current = await lockTemplate(context, { id, version });
    if (current.archived_at !== null || !current.has_changes) {
      const allowed: OperationName[] =
        current.archived_at === null ? ['update_document_template'] : ['restore_document_template'];
      throw invalidStateTransition({ status: current.status, allowed });
    }
    const number = (current.published_version ?? 0) + 1;
    const change = { published_version: number, published_at: now, has_changes: false };
    const template = changedTemplate(context, current, change);
    context.before(wireTemplate(current));
    rewriteTemplate(context, template);
    db.later(sql`
      insert into document_template_versions (organization_id, template_id, number, layout, source, logo_sha256,
        font_sha256s, published_at, published_by)
      values (${organization}, ${id}, ${number}, ${JSON.stringify(template.layout)}, ${template.source},
        ${template.logo_sha256}, ${template.font_sha256s}::text[], ${now}, ${JSON.stringify(actorStamp(actor))})`);
    context.emit(templatePublished(template));
    return template;
  },
});
