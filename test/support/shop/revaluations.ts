import type { Fill } from './fill.ts';

export const fillRevaluations: Fill = async ({ call }) => ({
  revaluation: await call('revalue_currency', { date: '2020-01-31', standard: 'ias_21' }),
});
