import { z } from 'zod';
import { afterwards } from '../../../operation/afterwards.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { asRefusal, pagesRefused } from '../../../operation/pages-refused.ts';
import { documentJob } from '../../../render/document.ts';
import { sampleFacts } from '../../../render/samples.ts';
import { Id, Locale } from '../../../wire/index.ts';
import { pageInput, pageIsThere } from '../printing/page-shown.ts';
import { madeInput, templateTypes, TemplateWarnings } from './document-template.ts';
import { madeTemplate } from './made-template.ts';
import { sampleLinesMax } from './preview-document-template.ts';
import { findTemplate } from './template-store.ts';
import { templateWarnings } from './template-warnings.ts';
import { checkMade } from './try-template.ts';

export const previewTemplateChanges = operation({
  name: 'preview_template_changes',
  summary: 'Preview a template that is not saved: a page of a sample, and how its colours are read.',
  guidance: 'Checks and draws what update_document_template would save. Nothing is saved.',
  http: 'POST /document-templates/preview',
  effect: 'read',
  permission: 'documents:manage',
  // Pages are for eyes: a model is told what is wrong with a template when it saves it.
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({
    template_id: Id('document_template').optional().describe('What is left out below is as in its draft.'),
    ...madeInput,
    type: z.enum(templateTypes).optional().describe('Type of the sample. Default: the template’s first.'),
    language: Locale.optional().describe('Language of the sample. Default: the template’s first.'),
    lines: z.int().min(1).max(sampleLinesMax).default(3),
    ...pageInput,
  }),
  output: z.object({
    warnings: TemplateWarnings,
    pages: z.int().describe('Number of pages.'),
    page: z.int().describe('The page in `image`, counted from 1.'),
    image: z.string().describe('The page as an SVG document.'),
  }),
  refuses: [notFound, validationFailed, pagesRefused],
  async prepare(outside, { template_id: id, ...given }) {
    const organization = outside.actor.organization?.id ?? '';
    const current =
      id === undefined
        ? undefined
        : await outside.read({ organization }, (db) => findTemplate({ db, organization }, id));
    if (id !== undefined && current === undefined) throw noTemplate();
    const made = await madeTemplate(outside, given, current);
    checkMade(made, current?.document_types ?? []);
    const type = given.type ?? current?.document_types[0] ?? 'invoice';
    const language = given.language ?? current?.languages[0] ?? 'en';
    return { ...made, facts: sampleFacts(type, language, given.lines) };
  },
  run(_, { page, width: widthPx }, { facts, layout: template, source, logo, fonts }) {
    const warnings = templateWarnings(template);
    const drawn = afterwards(async ({ organization, renderer, signal }) => {
      const look = { template, source, logo: logo?.bytes ?? null, ownFonts: fonts.map(({ bytes }) => bytes) };
      const output = { kind: 'svg', page, widthPx } as const;
      try {
        const { bytes, pages } = await renderer.render(documentJob({ organization, facts, ...look, output }), signal);
        pageIsThere(page, pages);
        return { warnings, pages, page, image: Buffer.from(bytes).toString('utf8') };
      } catch (error) {
        throw asRefusal(error);
      }
    });
    return Promise.resolve(drawn);
  },
});

function noTemplate(): Error {
  const message = 'There is no such template.';
  return notFound({ errors: [{ pointer: '/template_id', code: 'not_found', message }], hint: message });
}
