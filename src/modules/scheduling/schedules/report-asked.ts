import { z } from 'zod';
import { type Day, earlierOf } from '../../../core/calendar.ts';
import { daysOf, type NamedPeriod } from '../../../core/named-period.ts';
import type { FiscalStart, Period } from '../../../core/period.ts';
import { BusinessError, type FieldError } from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import { validationError } from '../../../operation/validation.ts';
import { settingsOf } from '../../organization/index.ts';
import { namedReports, type ReportName } from '../../reports/index.ts';

/** Input that the schedule itself says, each time anew. */
const own = ['period', 'from', 'to', 'as_at', 'format', 'language', 'cursor'];

export type Asked = {
  readonly report: ReportName;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly period: NamedPeriod;
};

export function reportOf(name: ReportName): Operation {
  return namedReports[name];
}

/** The days of a report that is due on `day`. What is as of a day is as of the last of them, and of no day to come. */
export function periodDue({ report, period }: Asked, day: Day, fiscal: FiscalStart): Period {
  const days = daysOf(period, day, fiscal);
  if (!isAsOf(reportOf(report))) return days;
  const asOf = earlierOf(days.to, day);
  return { from: asOf, to: asOf };
}

/** Input of the report for these days, in wire form. */
export function inputFor({ report, parameters }: Asked, { from, to }: Period): Record<string, unknown> {
  const operation = reportOf(report);
  const days = isAsOf(operation) ? { as_at: to } : { from, to };
  const rowsMax = limitOf(operation);
  return { ...(rowsMax === undefined ? {} : { limit: rowsMax }), ...parameters, ...days };
}

/**
 * Refuses a report that could not be made: whoever sets it up may read it, and it is made once without being shown, so
 * that what its parameters name is there.
 */
export async function checkReport(context: Context, asked: Asked): Promise<void> {
  const operation = reportOf(asked.report);
  needPermission(context, operation.permission);
  const extra = Object.keys(asked.parameters).find((name) => own.includes(name));
  if (extra !== undefined) {
    throw fault(
      `/parameters/${extra}`,
      'not_a_parameter',
      'Leave this out: the schedule itself says period, format and language.',
    );
  }
  const { fiscalYearStart } = await settingsOf(context);
  const input = inputFor(asked, periodDue(asked, context.today, fiscalYearStart));
  try {
    const parsed = operation.input.safeParse(input, { reportInput: true });
    if (!parsed.success) throw validationError(parsed.error, operation.input);
    await operation.run(context, parsed.data, undefined);
  } catch (error) {
    throw withinParameters(error);
  }
}

/** The same refusal, about fields where the caller wrote them. */
function withinParameters(error: unknown): unknown {
  if (!(error instanceof BusinessError) || error.details.errors === undefined) return error;
  const errors = error.details.errors.map((one): FieldError => ({ ...one, pointer: `/parameters${one.pointer}` }));
  return new BusinessError(error.kind, { ...error.details, errors });
}

function shapeOf({ input }: Operation): Readonly<Record<string, z.ZodType>> {
  return input instanceof z.ZodObject ? input.shape : {};
}

function isAsOf(operation: Operation): boolean {
  return 'as_at' in shapeOf(operation);
}

/** As many rows as a report gives: nobody is there to ask for the next page of a file. */
function limitOf(operation: Operation): number | undefined {
  const { limit } = shapeOf(operation);
  return limit === undefined ? undefined : z.toJSONSchema(limit, { io: 'input' }).maximum;
}
