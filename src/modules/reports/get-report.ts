import { z } from 'zod';
import { statementLayouts } from '../../core/statement-layouts.ts';
import { encoderOf } from '../../operation/encode.ts';
import {
  forbidden,
  insufficientScope,
  invalidCursor,
  limitExceeded,
  notFound,
  validationFailed,
} from '../../operation/errors.ts';
import { cursorInput } from '../../operation/list.ts';
import { type Operation, operation } from '../../operation/operation.ts';
import { validationError } from '../../operation/validation.ts';
import { Day, Id } from '../../wire/index.ts';
import { namedReports, reportNames } from './named-reports.ts';
import { compareInput, intervalInput, rangeInput } from './period-input.ts';
import { ageStart } from './report.ts';
import { revenueGroups } from './revenue/revenue-groups.ts';
import { trendMetrics } from './revenue/trend-values.ts';

/** Few enough rows for a model to read; it may ask for more. */
const rowsDefault = 20;

export const getReport = operation({
  name: 'get_report',
  summary: 'Get a report by name, such as profit-and-loss, revenue or cash-flow, with computed totals.',
  guidance: 'as_at is for balance sheet, ageing and valuation, client_id for statements; other input is refused.',
  http: 'GET /reports/{name}',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'tool',
  seldom: [
    'compare_from',
    'compare_to',
    'forecast',
    'age_from',
    'dimension_id',
    'levels',
    'dimension_value_id',
    'without_dimension_id',
    'budget_id',
  ],
  cost: 4,
  input: z.strictObject({
    name: z.enum(reportNames),
    ...rangeInput,
    ...compareInput,
    interval: intervalInput,
    group_by: z.enum(revenueGroups).optional(),
    basis: z.enum(['accrual', 'cash']).optional(),
    layout: z.enum(statementLayouts).optional(),
    metric: z.enum([...trendMetrics, 'margin']).optional(),
    forecast: z.int().min(0).optional(),
    // The report itself reads the ids.
    client_id: Id('client').in.optional(),
    product_id: Id('product').in.optional(),
    account_id: Id('account').in.optional(),
    location_id: Id('location').in.optional(),
    dimension_id: Id('dimension').in.optional(),
    levels: z.int().min(1).optional(),
    dimension_value_id: Id('dimension_value').in.optional(),
    without_dimension_id: Id('dimension').in.optional(),
    budget_id: Id('budget').in.optional(),
    as_at: Day.optional(),
    age_from: ageStart.optional(),
    limit: z.int().min(1).max(1_000).optional(),
    cursor: cursorInput,
  }),
  output: z.object({ name: z.enum(reportNames), report: z.record(z.string(), z.unknown()) }),
  refuses: [validationFailed, notFound, invalidCursor, limitExceeded, forbidden, insufficientScope],
  async run(context, { name, ...given }) {
    const report: Operation = namedReports[name];
    const takesLimit = report.input instanceof z.ZodObject && 'limit' in report.input.shape;
    const asked = { ...(takesLimit ? { limit: rowsDefault } : {}), ...withoutUndefined(given) };
    const parsed = report.input.safeParse(asked, { reportInput: true });
    if (!parsed.success) throw validationError(parsed.error, report.input);
    const encoded = encoderOf(report.output)(await report.run(context, parsed.data, undefined));
    // A report in JSON is an object.
    return { name, report: encoded as Record<string, unknown> };
  },
});

/** Undefined input is dropped so that the defaults of the report apply. */
function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
