import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import {
  DocumentTemplate,
  TemplateAtVersion,
  templateNameTaken,
  templateRestored,
  wireTemplate,
} from './document-template.ts';
import { changedTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';

export const restoreDocumentTemplate = operation({
  name: 'restore_document_template',
  summary: 'Restore an archived document template.',
  http: 'POST /document-templates/{id}/restore',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_document_template'),
  input: TemplateAtVersion,
  output: DocumentTemplate,
  refuses: [notFound, versionConflict, invalidStateTransition, templateNameTaken],
  emits: [templateRestored],
  async run(context, { id, version }) {
    const current = await lockTemplate(context, { id, version });
    if (current.archived_at === null)
      throw invalidStateTransition({ status: current.status, allowed: ['archive_document_template'] });
    const template = changedTemplate(context, current, { archived_at: null });
    context.before(wireTemplate(current));
    rewriteTemplate(context, template);
    context.emit(templateRestored(template));
    return template;
  },
});
