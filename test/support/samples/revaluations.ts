import { addMonths } from '../../../src/core/calendar.ts';
import { monthEnd } from '../../../src/core/spread.ts';
import { of, type Samples } from './make.ts';

// Of before anything was owed or held.
const early = { date: '2020-01-31', standard: 'ias_21' };
let months = 0;

/** Of a month of its own: a second run for the same day would replace it. */
function nextMonth() {
  months -= 1;
  return { ...early, date: monthEnd(addMonths('2020-01-01', months)) };
}

export const revaluationsSamples: Samples = {
  revalue_currency: () => early,
  void_revaluation: of('revalue_currency', nextMonth, { reason: 'Wrong rates.' }),
};
