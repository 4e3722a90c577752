import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type StandardLayout, statementLayouts } from '../../../core/statement-layouts.ts';
import { filled, languageOf, messagesOf } from '../../../messages/index.ts';
import type { Context } from '../../../operation/operation.ts';
import { Money } from '../../../wire/index.ts';
import { Figure, figure, figureFields } from '../figure.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { currencyOf } from '../report.ts';
import type { LaidOutLine } from './lay-out.ts';
import type { LineKey } from './layout-tree.ts';

export const layoutInput = z
  .enum(statementLayouts)
  .optional()
  .describe(
    'Order of a standard: HGB, FRS 102, US GAAP, IFRS, PCG, PGC Pymes. Default: the organisation’s `statement_layout`.',
  );

const Line = Figure.extend({ amount: Money.nullable() }).extend({
  key: z.string().describe('Row of `get_report_drilldown`. A section has it twice: as heading and as sum.'),
  kind: z.enum(['heading', 'line', 'subtotal', 'total']),
  level: z.int(),
  code: z.string().nullable(),
  title: z.string(),
  accounts: z
    .array(
      z.object({
        key: z.string().describe('Id of the account, or the name of the earnings computed from the ledger.'),
        code: z.string().nullable(),
        name: z.string(),
        amount: Money,
        compared: Money.nullable(),
      }),
    )
    .describe('What is in a line; an account that clients on both sides are on is in two.'),
});

/** The lines of a standard, beside rows and totals of the report itself. */
export const Statement = z
  .object({
    layout: z.enum(statementLayouts),
    title: z.string(),
    standard: z.string().describe('The law or standard that the lines are of.'),
    lines: z.array(Line),
  })
  .optional()
  .describe('With a `layout`: its lines from top to bottom. What is taken off has a minus, so that sums are sums.');
export type Statement = Exclude<z.output<typeof Statement>, undefined>;

type Laid = {
  readonly layout: StandardLayout;
  readonly report: 'balance_sheet' | 'profit_and_loss';
  readonly lines: readonly LaidOutLine[];
  readonly language: string | undefined;
};

/** The statement as people read it, in the language of whoever asks. */
export function statementOf(context: Context, { layout, report, lines, language }: Laid): Statement {
  const spoken = statementLanguage(context, language);
  const texts = messagesOf(spoken, 'statements');
  const currency = currencyOf(context);
  const none = { amount: null, series: [], compared: null, compared_series: [], change: null, change_percent: null };
  const isGerman = /^de\b/i.test(spoken);
  const titleOf = (key: LineKey, isTotalOf: boolean) => {
    const line = texts.line[key];
    // Other languages have their nouns small inside a title.
    const inner = isGerman ? line : `${line.charAt(0).toLowerCase()}${line.slice(1)}`;
    return isTotalOf ? filled(texts.total, { line: inner }) : line;
  };
  return {
    layout,
    title: texts.title[layout][report],
    standard: texts.standard[layout][report],
    lines: lines.map(({ key, kind, level, code, isTotalOf, amounts, parts }) => ({
      key: `${layout}:${key}`,
      kind,
      level,
      code,
      title: titleOf(key, isTotalOf),
      ...(amounts === undefined ? none : figure(amounts, currency)),
      accounts: parts.map(({ key: id, account, amounts: own }) => ({
        key: id,
        code: account?.code ?? null,
        // Earnings are on no account of equity until a year is closed.
        name: account?.name ?? (id === 'current_year_earnings' ? texts.current_year_earnings : texts.retained_earnings),
        amount: money(own.amount, currency),
        compared: own.compared === undefined ? null : money(own.compared, currency),
      })),
    })),
  };
}

/** The language asked for, else that of the organisation; English where nobody has written these lines. */
export function statementLanguage({ actor }: Context, asked: string | undefined): string {
  return languageOf(asked ?? actor.organization?.locale ?? 'en', 'statements');
}

type Columns = {
  readonly name: string;
  readonly intervals: readonly { readonly label: string }[];
  readonly language: string | undefined;
};

/** A row for each line, sums among them, and which accounts are in it. */
export function statementTable(
  context: Context,
  { title, standard, lines }: Statement,
  { name, intervals, language }: Columns,
): Table {
  const labels = intervals.map(({ label }) => label);
  const fields = { ...Line.pick({ code: true, title: true }).shape, ...figureFields, accounts: Line.shape.accounts };
  const headings = { code: 'line_number', title: 'description', series: labels };
  const records = lines.map((line) => ({
    ...line,
    accounts: line.accounts.flatMap(({ code }) => code ?? []).join(', '),
  }));
  const made = recordTable(name, { fields, headings }, records);
  return {
    ...made,
    title,
    remark: standard,
    shape: lines.map(({ kind, level }) => ({ kind: kind === 'line' ? 'row' : kind, level })),
    notes: {
      heading: messagesOf(statementLanguage(context, language), 'statements').accounts,
      lines: lines
        .filter(({ accounts }) => accounts.length > 0)
        .map(({ code, title: line, accounts }) => ({
          line: code === null ? line : `${code} ${line}`,
          accounts: accounts.map(({ code: number, name: called, amount, compared }) => {
            return { code: number, name: called, figures: [...labels.map(() => null), amount, compared, null, null] };
          }),
        })),
    },
  };
}
