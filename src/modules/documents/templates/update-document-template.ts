import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/index.ts';
import { retainContent } from '../../files/index.ts';
import {
  DocumentTemplate,
  DocumentTemplatePatch,
  templateExternalIdTaken,
  templateNameTaken,
  templateUpdated,
  wireTemplate,
} from './document-template.ts';
import { changedTemplate, findTemplate, lockTemplate, rewriteTemplate } from './template-store.ts';
import { fontsIn, heldFonts, keptFonts, retainFonts } from './template-fonts.ts';
import { logoIn, noLogo, tryTemplate } from './try-template.ts';

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
  async prepare(outside, { id, layout, source, logo_file_id: fileId, font_file_ids: fontIds, document_types }) {
    const isRedrawn = [layout, source, fileId, fontIds].some((given) => given !== undefined);
    if (!isRedrawn && document_types === undefined) return undefined;
    const organization = outside.actor.organization?.id ?? '';
    const current = await outside.read({ organization }, (db) => findTemplate({ db, organization }, id));
    if (current === undefined) return undefined;
    const [logo, fonts] = await Promise.all([
      logoFor(),
      fontIds ? fontsIn(outside, fontIds) : heldFonts(outside, current),
    ]);
    const made = { layout: layout ?? current.layout, source: source === undefined ? current.source : source };
    await tryTemplate(outside, { ...made, logo, fonts, types: document_types ?? current.document_types });
    return { logo: logo?.sha256 ?? null, fonts: keptFonts(fonts), tried: current.version, isRedrawn };

    async function logoFor() {
      if (fileId === null) return null;
      if (fileId !== undefined) return logoIn(outside, fileId);
      const { logo_sha256: sha256 } = current ?? { logo_sha256: null };
      const bytes = sha256 === null ? undefined : await outside.renderer?.read({ organization, sha256 });
      return sha256 === null || bytes === undefined ? null : { sha256, bytes };
    }
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
    return template;
  },
});
