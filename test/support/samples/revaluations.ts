import { of, type Samples } from './make.ts';

// Of before anything was owed or held.
const early = { date: '2020-01-31', standard: 'ias_21' };

export const revaluationsSamples: Samples = {
  revalue_currency: () => early,
  // Of a month of its own: a second run for the same day would replace it.
  void_revaluation: of('revalue_currency', () => ({ ...early, date: '2020-02-29' }), { reason: 'Wrong rates.' }),
};
