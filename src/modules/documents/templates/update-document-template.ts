import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/index.ts';
import { retainContent } from '../../files/index.ts';
import {
  DocumentTemplatePatch,
  DocumentTemplateWithWarnings,
  templateExternalIdTaken,
  templateNameTaken,
  templateUpdated,
  wireTemplate,
} from './document-template.ts';
import { changedTemplate, findTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';
import { madeTemplate, noLogo } from './made-template.ts';
import { keptFonts, retainFonts } from './template-fonts.ts';
import { withWarnings } from './template-warnings.ts';
import { tryTemplate } from './try-template.ts';

export const updateDocumentTemplate = operation({
  name: 'update_document_template',
  summary: 'Update the draft of a template. The published version is unchanged until the next publish.',
  guidance: '`layout` is replaced as a whole. Layout changes are tested on sample documents first.',
  http: 'PATCH /document-templates/{id}',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  redirectsMoney: { is_default: true, document_types: true, languages: true },
  cost: 10,
  unaudited: ['source'],
  undo: undoneByEarlierValues('update_document_template'),
  input: DocumentTemplatePatch,
  output: DocumentTemplateWithWarnings,
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
  async prepare(outside, { id, layout, source, logo_file_id: fileId, font_file_ids: fontIds, document_types }) {
    const isRedrawn = [layout, source, fileId, fontIds].some((given) => given !== undefined);
    if (!isRedrawn && document_types === undefined) return undefined;
    const organization = outside.actor.organization?.id ?? '';
    const current = await outside.read({ organization }, (db) => findTemplate({ db, organization }, id));
    if (current === undefined) return undefined;
    const made = await madeTemplate(outside, { layout, source, logo_file_id: fileId, font_file_ids: fontIds }, current);
    await tryTemplate(outside, { ...made, types: document_types ?? current.document_types });
    return { logo: made.logo?.sha256 ?? null, fonts: keptFonts(made.fonts), tried: current.version, isRedrawn };
  },
  async run(context, { id, version, logo_file_id: fileId, font_file_ids: fontIds, ...patch }, prepared) {
    const current = await lockTemplate(context, { id, version });
    if (current.archived_at !== null) {
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_document_template'] });
    }
    // Only the version that was tried may be saved.
    if (prepared !== undefined && prepared.tried !== current.version) {
      throw versionConflict({ current_version: current.version });
    }
    const fonts = fontIds === undefined || prepared === undefined ? {} : { font_file_ids: fontIds, ...prepared.fonts };
    const logo = fileId === undefined ? {} : { logo_file_id: fileId, logo_sha256: prepared?.logo ?? null };
    if (typeof logo.logo_sha256 === 'string' && !(await retainContent(context, logo.logo_sha256))) throw noLogo();
    if (fontIds !== undefined && prepared !== undefined) await retainFonts(context, prepared.fonts);
    const hasChanges = current.has_changes || prepared?.isRedrawn === true;
    const template = changedTemplate(context, current, { ...sent(patch), ...logo, ...fonts, has_changes: hasChanges });
    context.before(wireTemplate(current));
    rewriteTemplate(context, template);
    context.emit(templateUpdated(template));
    return withWarnings(template);
  },
});
