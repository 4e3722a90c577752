import type { Day } from '../business.ts';
import { expenseOf } from './spend.ts';

/** Recurring expenses are created, paused and resumed; the simulation makes the due ones each day. */
export const comeAgain: Day = {
  name: 'have expenses come again',
  weight: 1,
  needs: ['create_recurring_expense', 'pause_recurring_expense', 'resume_recurring_expense'],
  run: async (business) => {
    const { dice, chance, kept, attempt } = business;
    const schedules = kept('schedules');
    if (schedules.length > 0 && chance(60)) {
      const deed = dice.one(['pause_recurring_expense', 'resume_recurring_expense', 'cancel_recurring_expense']);
      return attempt(deed, { id: dice.one(schedules).id });
    }
    const schedule = await attempt('create_recurring_expense', {
      name: 'Rent',
      template: expenseOf(business),
      ...dice.one([{ frequency: 'month', anchor_day: 31 }, { frequency: 'week', interval: 2 }, { frequency: 'year' }]),
      mode: dice.one(['draft', 'post']),
      catch_up: dice.one(['skip', 'one', 'all']),
      occurrences_max: 1 + dice.below(8),
    });
    if (schedule !== undefined) schedules.push(schedule);
    return undefined;
  },
};
