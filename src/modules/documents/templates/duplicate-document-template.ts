import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { Id, Name } from '../../../wire/index.ts';
import { DocumentTemplate, templateCreated, templateNameTaken } from './document-template.ts';
import { insertTemplate, readTemplate, type StoredTemplate } from './template-store.ts';

export const duplicateDocumentTemplate = operation({
  name: 'duplicate_document_template',
  summary: 'Duplicate a template as a new draft with its own name.',
  http: 'POST /document-templates/{id}/duplicate',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  undo: undoneByDeleting('document_template'),
  input: z.strictObject({ id: Id('document_template'), name: Name }),
  output: DocumentTemplate,
  refuses: [notFound, templateNameTaken],
  emits: [templateCreated],
  async run(context, { id, name }) {
    const original = await readTemplate(context, id);
    const stamp = actorStamp(context.actor);
    const template: StoredTemplate = {
      ...original,
      id: context.newId(),
      name,
      status: 'draft',
      is_default: false,
      published_version: null,
      published_at: null,
      has_changes: true,
      external_id: null,
      archived_at: null,
      version: 1,
      created_at: context.now,
      updated_at: context.now,
      created_by: stamp,
      updated_by: stamp,
    };
    insertTemplate(context, template);
    context.emit(templateCreated(template));
    return template;
  },
});
