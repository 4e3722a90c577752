import { z } from 'zod';
import { afterwards } from '../../../operation/afterwards.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { asRefusal, pagesRefused } from '../../../operation/pages-refused.ts';
import { documentJob } from '../../../render/document.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import { sampleFacts } from '../../../render/samples.ts';
import { Id, Locale, PagesOutput } from '../../../wire/index.ts';
import { templateTypes } from './document-template.ts';
import { fontBytes, logoBytes, pagesFile, safeName } from '../printing/document-pdf.ts';
import { type Look, publishedLook } from '../printing/look.ts';
import { printedDocument } from '../printing/printed-document.ts';
import { readDocument } from '../store.ts';
import { readTemplate, type StoredTemplate } from './template-store.ts';

export const sampleLinesMax = 200;

export const previewDocumentTemplate = operation({
  name: 'preview_document_template',
  summary: 'Preview a template draft with sample data or one of your documents, as PDF or image.',
  http: 'GET /document-templates/{id}/preview',
  effect: 'read',
  permission: 'documents:read',
  // Pages are for eyes: a model that changes a template is told what is wrong with it when it is saved.
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({
    id: Id('document_template'),
    template_version: z.int().min(1).max(1_000_000).optional().describe('A published version. Default: the draft.'),
    document_id: Id('document').optional().describe('One of your documents. Default: a sample.'),
    type: z.enum(templateTypes).optional().describe('Type of the sample. Default: the template’s first.'),
    language: Locale.optional().describe('Language of the sample. Default: the template’s first.'),
    lines: z.int().min(1).max(sampleLinesMax).default(3).describe('Sample data only.'),
    format: z.enum(['pdf', 'svg']).default('pdf'),
  }),
  output: PagesOutput,
  refuses: [notFound, validationFailed, pagesRefused],
  async run(context, { id, template_version: number, format, ...wanted }) {
    const [draft, version, document] = await Promise.all([
      readTemplate(context, id),
      number === undefined ? undefined : publishedLook(context, id, number),
      wanted.document_id === undefined ? undefined : documentOf(context, wanted.document_id),
    ]);
    if (number !== undefined && version === undefined) throw noVersion(draft.published_version);
    const look = version ?? draftLook(draft);
    const { type = draft.document_types[0] ?? 'invoice', language = draft.languages[0] ?? 'en', lines } = wanted;
    const facts: DocumentFacts = document ?? sampleFacts(type, language, lines);
    return afterwards(async (afterCommit) => {
      const [logo, ownFonts] = await Promise.all([logoBytes(afterCommit, look), fontBytes(afterCommit, look)]);
      const output = format === 'svg' ? ({ kind: 'svg' } as const) : pdfOutput;
      try {
        const { template, source } = look;
        const { organization, renderer, signal } = afterCommit;
        const job = documentJob({ organization, facts, template, source, logo, ownFonts, output });
        const { bytes } = await renderer.render(job, signal);
        return pagesFile(safeName(`preview-${draft.name}`, format), contentTypes[format], bytes);
      } catch (error) {
        throw asRefusal(error);
      }
    });
  },
});

const contentTypes = { pdf: 'application/pdf', svg: 'image/svg+xml' } as const;
const pdfOutput = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;

function draftLook({ layout, source, logo_sha256: logo, font_sha256s: fonts }: StoredTemplate): Look {
  return { template: layout, source, logo, fonts };
}

async function documentOf(context: Context, id: string): Promise<DocumentFacts> {
  return printedDocument(context, await readDocument(context, id));
}

function noVersion(latest: number | null): Error {
  const message =
    latest === null
      ? 'The template was never published. Leave `template_version` out to preview the draft.'
      : `The latest version is ${latest}. Write that or a lower number.`;
  return notFound({ errors: [{ pointer: '/template_version', code: 'not_found', message }], hint: message });
}
