import { readFileSync } from 'node:fs';
import { checkImage } from './image.ts';
import { labelsFor } from './labels/index.ts';
import { scriptOf, tongueOf, written } from './lay-out.ts';
import type { RenderJob, RenderOutput } from './render-job.ts';
import type { ReportFacts } from './report-facts.ts';
import type { Template } from './template.ts';
import { themeOf } from './theme.ts';

export type ReportOrder = {
  readonly organization: string;
  readonly facts: ReportFacts;
  readonly template: Template;
  /** Upright unless there are more columns than fit. */
  readonly output: RenderOutput;
};

const uprightColumnsMax = 6;
const source = readFileSync(new URL('./typst/report.typ', import.meta.url), 'utf8');

/** The job that makes a report's pages, in the colours and the font of the organisation's documents. */
export function reportJob({ organization, facts, template, output }: ReportOrder): RenderJob {
  if (facts.chart !== null) checkImage(Buffer.from(facts.chart.svg));
  const locale = new Intl.Locale(facts.language).maximize();
  const model = {
    ...facts,
    ...scriptOf(locale, template),
    ...themeOf(template, null),
    ...tongueOf(locale),
    landscape: facts.columns.length > uprightColumnsMax,
    pageOf: labelsFor(facts.language, template.labels).pageOf,
  };
  const { json, fonts } = written(model, facts.language);
  const files = { '/report.typ': source, '/data.json': json };
  return { organization, untrusted: false, main: '/report.typ', files, fonts, ownFonts: [], output };
}
