import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { plainTemplate } from '../../../render/template.ts';
import { retainContent } from '../../files/index.ts';
import {
  DocumentTemplateWithWarnings,
  NewDocumentTemplate,
  templateCreated,
  templateExternalIdTaken,
  templateNameTaken,
} from './document-template.ts';
import { insertTemplate, type StoredTemplate } from './template-store.ts';
import { madeTemplate, noLogo } from './made-template.ts';
import { keptFonts, retainFonts } from './template-fonts.ts';
import { withWarnings } from './template-warnings.ts';
import { tryTemplate } from './try-template.ts';

export const createDocumentTemplate = operation({
  name: 'create_document_template',
  summary: 'Create a draft document template from a design and your changes, or your own Typst source.',
  guidance: 'It is tested on sample documents first. Publish it to use it for documents issued from then on.',
  http: 'POST /document-templates',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  creates: true,
  cost: 10,
  unaudited: ['source'],
  undo: undoneByDeleting('document_template'),
  input: NewDocumentTemplate,
  output: DocumentTemplateWithWarnings,
  refuses: [notFound, validationFailed, pagesRefused, templateNameTaken, templateExternalIdTaken],
  emits: [templateCreated],
  async prepare(outside, input) {
    const made = await madeTemplate(outside, input);
    await tryTemplate(outside, { ...made, types: input.document_types ?? [] });
    return { logo: made.logo?.sha256 ?? null, fonts: keptFonts(made.fonts) };
  },
  async run(context, input, { logo, fonts }) {
    const stamp = actorStamp(context.actor);
    const source = input.source ?? null;
    const template: StoredTemplate = {
      id: context.newId(),
      organization_id: context.organization,
      name: input.name,
      status: 'draft',
      document_types: input.document_types ?? [],
      languages: input.languages ?? [],
      is_default: input.is_default ?? false,
      layout: input.layout ?? plainTemplate,
      source,
      logo_file_id: input.logo_file_id ?? null,
      logo_sha256: logo,
      has_source: source !== null,
      font_file_ids: input.font_file_ids ?? [],
      ...fonts,
      published_version: null,
      published_at: null,
      has_changes: true,
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      custom_fields: input.custom_fields ?? {},
      tags: input.tags ?? [],
      version: 1,
      created_at: context.now,
      updated_at: context.now,
      created_by: stamp,
      updated_by: stamp,
      archived_at: null,
    };
    if (logo !== null && !(await retainContent(context, logo))) throw noLogo();
    await retainFonts(context, fonts);
    insertTemplate(context, template);
    context.emit(templateCreated(template));
    return withWarnings(template);
  },
});
