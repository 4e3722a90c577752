import type { Day } from '../business.ts';

/** The month before is closed, to sales or to everything; what is undone then is undone on the first open day. */
export const closeMonths: Day = {
  name: 'close a month',
  weight: 1,
  needs: ['set_period_locks'],
  run: async ({ dice, chance, today, attempt }) => {
    const [year = 0, month = 0] = today().split('-').map(Number);
    const end = (back: number) => new Date(Date.UTC(year, month - back, 0)).toISOString().slice(0, 10);
    const lock = dice.one(['soft', 'sales', 'purchases', 'tax']);
    if (chance(15)) await attempt('set_period_locks', { [lock]: null, reason: 'Something was forgotten' });
    else await attempt('set_period_locks', { [lock]: end(chance(70) ? 2 : 1) });
    if (chance(10)) await attempt('set_period_locks', { hard: end(3) });
  },
};
