import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { DocumentTemplate, TemplateAtVersion, templateArchived, wireTemplate } from './document-template.ts';
import { changedTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';

export const archiveDocumentTemplate = operation({
  name: 'archive_document_template',
  summary: 'Archive a document template. Documents that already use it keep it.',
  http: 'POST /document-templates/{id}/archive',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_document_template'),
  input: TemplateAtVersion,
  output: DocumentTemplate,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [templateArchived],
  async run(context, { id, version }) {
    const current = await lockTemplate(context, { id, version });
    if (current.archived_at !== null)
      throw invalidStateTransition({ status: current.status, allowed: ['restore_document_template'] });
    const template = changedTemplate(context, current, { archived_at: context.now });
    context.before(wireTemplate(current));
    rewriteTemplate(context, template);
    context.emit(templateArchived(template));
    return template;
  },
});
