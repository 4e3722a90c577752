import { z } from 'zod';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { DocumentType } from '../../../render/document-type.ts';
import { fontsMax } from '../../../render/font.ts';
import { Template } from '../../../render/template.ts';
import { Id, Instant, Locale, Name, recordFields, recordInput, recordPatch, Version } from '../../../wire/index.ts';

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
  status: z.enum(statuses).describe('`draft`: never published.'),
  document_types: z.array(z.enum(templateTypes)).describe('Empty: all types.'),
  languages: z.array(z.string()).describe('Empty: all languages.'),
  is_default: z.boolean().describe('The default for documents of its types and languages when they are issued.'),
  logo_file_id: Id('file').nullable(),
  font_file_ids: z.array(Id('file')),
  font_families: z.array(z.string()).describe('Family names to use in `body_font` and `heading_font`.'),
  has_source: z.boolean().describe('Uses your own Typst source.'),
  published_version: z.int().nullable().describe('Version used for documents issued now.'),
  published_at: Instant.nullable(),
  has_changes: z.boolean().describe('The draft differs from the published version.'),
  ...recordFields,
  archived_at: Instant.nullable(),
};

/** A template without what it is made of, which may be long. */
export const DocumentTemplateSummary = z.object(summaryFields);
export const DocumentTemplate = z.object({
  ...summaryFields,
  layout: Template.describe('Colours, fonts, paper size, columns, sections, labels and texts by language.'),
  source: z.string().nullable().describe('Typst source that replaces the design; it may import /base.typ.'),
});
export type DocumentTemplate = z.output<typeof DocumentTemplate>;

/** Allowed, yet worth a second look. */
const TemplateWarning = z.object({
  code: z.enum(['low_contrast', 'unreadable_color']).describe('`unreadable_color`: refused when it is saved.'),
  pointer: z.string(),
  message: z.string(),
  contrast: z.number().describe('Contrast ratio by WCAG 2.'),
  required: z.number(),
  suggestion: z.string().describe('The nearest colour that can be read.'),
});
export const TemplateWarnings = z.array(TemplateWarning);
export const DocumentTemplateWithWarnings = DocumentTemplate.extend({ warnings: TemplateWarnings });

const given = {
  document_types: z.array(z.enum(templateTypes)).max(templateTypes.length).describe('Empty: all types.'),
  languages: z.array(Locale).max(languagesMax).describe('Such as "de" or "pt-BR". Empty: all languages.'),
  is_default: z.boolean().describe('Use it by default for documents of its types and languages, once published.'),
  layout: Template.describe('Anything left out is as in the design.'),
  source: z.string().min(1).max(sourceLengthMax).nullable().describe('Your own Typst source, in place of the design.'),
  logo_file_id: Id('file').nullable().describe('An uploaded PNG, JPEG or WebP file.'),
  font_file_ids: z
    .array(Id('file'))
    .max(fontsMax)
    .describe('Uploaded TrueType or OpenType files, such as the regular and bold fonts of a family.'),
};
const optional = z.object(given).partial().shape;
/** Input that determines how pages look. */
export const madeInput = z
  .object(given)
  .pick({ layout: true, source: true, logo_file_id: true, font_file_ids: true })
  .partial().shape;

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
  'Choose another `name`, such as "Invoice 2026"; names that differ only in case or accents count as the same.',
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
