import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { sent } from '../../wire/index.ts';
import { retainContent } from '../files/index.ts';
import {
  DocumentTemplate,
  DocumentTemplatePatch,
  templateExternalIdTaken,
  templateNameTaken,
  templateUpdated,
  wireTemplate,
} from './document-template.ts';
import { changedTemplate, findTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';
import { logoIn, noLogo, tryTemplate } from './try-template.ts';

export const updateDocumentTemplate = operation({
  name: 'update_document_template',
  summary: 'Changes the draft of a template. What was published stays as it is until it is published again.',
  guidance: '`layout` is replaced as a whole. A change of how it looks is tried on sample documents first.',
  http: 'PATCH /document-templates/{id}',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  cost: 10,
  unaudited: ['source'],
  input: DocumentTemplatePatch,
  output: DocumentTemplate,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    pagesRefused,
    templateNameTaken,
    templateExternalIdTaken,
  ],
  emits: [templateUpdated],
  async prepare(outside, { id, layout, source, logo_file_id: fileId }) {
    if (layout === undefined && source === undefined && fileId === undefined) return undefined;
    const organization = outside.actor.organization?.id ?? '';
    const current = await outside.read({ organization }, (db) => findTemplate({ db, organization }, id));
    if (current === undefined) return undefined;
    const logo = await logoFor();
    const made = { layout: layout ?? current.layout, source: source === undefined ? current.source : source };
    await tryTemplate(outside, made, logo?.bytes ?? null);
    return { logo: logo?.sha256 ?? null, tried: current.version };

    async function logoFor() {
      if (fileId === null) return null;
      if (fileId !== undefined) return logoIn(outside, fileId);
      const { logo_sha256: sha256 } = current ?? { logo_sha256: null };
      const bytes = sha256 === null ? undefined : await outside.press?.read({ organization, sha256 });
      return sha256 === null || bytes === undefined ? null : { sha256, bytes };
    }
  },
  async run(context, { id, version, logo_file_id: fileId, ...patch }, prepared) {
    const current = await lockTemplate(context, { id, version });
    if (current.archived_at !== null) {
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_document_template'] });
    }
    // What was tried is what is saved.
    if (prepared !== undefined && prepared.tried !== current.version) {
      throw versionConflict({ current_version: current.version });
    }
    const logo = fileId === undefined ? {} : { logo_file_id: fileId, logo_sha256: prepared?.logo ?? null };
    if (typeof logo.logo_sha256 === 'string' && !(await retainContent(context, logo.logo_sha256))) throw noLogo();
    const hasChanges = current.has_changes || prepared !== undefined;
    const template = changedTemplate(context, current, { ...sent(patch), ...logo, has_changes: hasChanges });
    context.before(wireTemplate(current));
    rewriteTemplate(context, template);
    context.emit(templateUpdated(template));
    return template;
  },
});
