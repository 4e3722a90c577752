import { z } from 'zod';
import { encoderOf } from '../../operation/encode.ts';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { DocumentType } from '../../render/facts.ts';
import { fontsMax } from '../../render/font.ts';
import { Template } from '../../render/template.ts';
import { Id, Instant, Locale, Name, recordFields, recordInput, recordPatch, Version } from '../../wire/index.ts';

const sourceLengthMax = 200_000;
const languagesMax = 40;

export const templateTypes = [
  ...(['quote', 'proforma', 'invoice', 'deposit_invoice', 'receipt', 'credit_note', 'debit_note'] as const),
  ...(['delivery_note', 'statement'] as const),
] as const satisfies readonly DocumentType[];
const statuses = ['draft', 'published', 'archived'] as const;

const summaryFields = {
  id: Id('document_template'),
  organization_id: Id('organization'),
  name: z.string(),
  status: z.enum(statuses).describe('A draft was never published.'),
  document_types: z.array(z.enum(templateTypes)).describe('Empty for all.'),
  languages: z.array(z.string()).describe('Empty for all.'),
  is_default: z.boolean().describe('Whether documents of its types and languages take it when they are issued.'),
  logo_file_id: Id('file').nullable(),
  font_file_ids: z.array(Id('file')),
  font_families: z.array(z.string()).describe('What each is called, for `body_font` and `heading_font`.'),
  has_source: z.boolean().describe('Whether it is Typst of your own.'),
  published_version: z.int().nullable().describe('What documents that are issued now keep.'),
  published_at: Instant.nullable(),
  has_changes: z.boolean().describe('Whether the draft says something else than what was published last.'),
  ...recordFields,
  archived_at: Instant.nullable(),
};

/** A template without what it is made of, which may be long. */
export const DocumentTemplateSummary = z.object(summaryFields);
export const DocumentTemplate = z.object({
  ...summaryFields,
  layout: Template.describe('Colours, fonts, paper, columns, sections, labels and texts by language.'),
  source: z.string().nullable().describe('Typst in place of the design; it may import /base.typ.'),
});
export type DocumentTemplate = z.output<typeof DocumentTemplate>;

const given = {
  document_types: z.array(z.enum(templateTypes)).max(templateTypes.length).describe('Empty for all.'),
  languages: z.array(Locale).max(languagesMax).describe('Such as "de" or "pt-BR"; empty for all.'),
  is_default: z.boolean().describe('Documents of its types and languages take it from when it is published.'),
  layout: Template.describe('What is left out is as the design has it.'),
  source: z.string().min(1).max(sourceLengthMax).nullable().describe('Typst of your own, in place of the design.'),
  logo_file_id: Id('file').nullable().describe('A PNG, JPEG or WebP that was uploaded.'),
  font_file_ids: z
    .array(Id('file'))
    .max(fontsMax)
    .describe('TrueType or OpenType files that were uploaded, such as a regular and a bold one of a family.'),
};
const optional = z.object(given).partial().shape;

export const NewDocumentTemplate = z.strictObject({ name: Name, ...optional, ...recordInput });
export const DocumentTemplatePatch = z.strictObject({
  id: Id('document_template'),
  name: Name.optional(),
  ...optional,
  ...recordPatch,
});
export const TemplateAtVersion = z.strictObject({ id: Id('document_template'), version: Version.optional() });

const TemplateFacts = DocumentTemplateSummary.pick({
  id: true,
  status: true,
  document_types: true,
  languages: true,
  is_default: true,
  published_version: true,
  external_id: true,
  version: true,
});

export const templateCreated = event('document_template.created', TemplateFacts);
export const templateUpdated = event('document_template.updated', TemplateFacts);
export const templatePublished = event('document_template.published', TemplateFacts);
export const templateArchived = event('document_template.archived', TemplateFacts);
export const templateRestored = event('document_template.restored', TemplateFacts);
export const templateDeleted = event('document_template.deleted', TemplateFacts);

export const templateNameTaken = refusal(
  'document_template_name_taken',
  409,
  'Another template has that name.',
  'Choose another `name`; case and accents do not tell names apart.',
  ['document_templates_name_key'],
);
export const templateExternalIdTaken = refusal(
  'document_template_external_id_taken',
  409,
  'Another template has that external_id.',
  'List templates with that `external_id` to find it.',
  ['document_templates_external_id_key'],
);

/** For the audit log: all but the source, which the versions keep. */
export const wireTemplate = encoderOf(z.object({ ...summaryFields, layout: Template }));
