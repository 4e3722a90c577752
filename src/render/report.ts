import { readFileSync } from 'node:fs';
import { labelsFor } from './labels.ts';
import { scriptOf, pageLocale, written } from './lay-out.ts';
import type { RenderJob, RenderOutput } from '../operation/renderer.ts';
import type { ChartFacts, ReportFacts } from './report-facts.ts';
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
  const locale = new Intl.Locale(facts.language).maximize();
  const model = {
    ...facts,
    chart: drawn(facts.chart),
    ...scriptOf(locale, template),
    ...themeOf(template, null),
    ...pageLocale(locale),
    landscape: facts.columns.length > uprightColumnsMax,
    pageOf: labelsFor(facts.language, template.labels).pageOf,
  };
  const { json, fonts } = written(model, facts.language);
  const files = { '/report.typ': source, '/data.json': json };
  return { organization, untrusted: false, main: '/report.typ', files, fonts, ownFonts: [], output };
}

/** Start and length of each bar, as parts of the whole, around a common zero. */
function drawn(chart: ChartFacts | null): object | null {
  if (chart === null) return null;
  const sizes = chart.bars.map(({ size }) => size);
  const [low, high] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const part = (size: number): number => (high === low ? 0 : size / (high - low));
  const zero = part(-low);
  const bars = chart.bars.map(({ label, value, size }) => {
    const length = part(Math.abs(size));
    return { label, value, below: size < 0, from: size < 0 ? zero - length : zero, length };
  });
  return { ...chart, zero, bars };
}
