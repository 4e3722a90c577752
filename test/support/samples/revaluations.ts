import { of, type Samples } from './make.ts';

// Of before anything was owed or held.
const early = { date: '2020-01-31', standard: 'ias_21' };

export const revaluationsSamples: Samples = {
  revalue_currency: () => early,
  void_revaluation: of('revalue_currency', () => early, { reason: 'Wrong rates.' }),
};
