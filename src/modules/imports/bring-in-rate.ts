import type { Step } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

/** A rate that is there for the day is replaced, so that a file may be brought in again. */
export function rateSteps({ rows: [values = {}] }: ImportRecord): Promise<Step[]> {
  const { currency, rate_date, rate, source } = values;
  const input = { currency: currency?.toUpperCase(), rate_date, rate, source };
  return Promise.resolve([{ operation: 'set_exchange_rate', input }]);
}
