import { addDays } from '../src/core/calendar.ts';
import { periodOf } from '../src/core/period.ts';
import { copySales, openShop } from './books.ts';
import { measure } from './reports.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const monthSales = 10_000;
const yearSales = 1_000_000;
const yearDays = 365;
const timesMax = 2;

const reports = {
  'profit and loss': 'profit-and-loss',
  'tax summary': 'tax-summary',
} as const;

/**
 * Reports on the cash basis, in which every settlement counts for a part of its sale: of a month in which 10,000 sales
 * were paid, and of a year in which 1,000,000 were.
 */
export async function benchCash(stage: Stage): Promise<Figure[]> {
  const shop = await openShop(stage);
  const month = periodOf('month', addDays(periodOf('month', shop.today).from, -1));
  const days = Number(month.to.slice(8));
  await copySales(stage, shop, { count: monthSales, from: month.from, days });
  const ofMonth = await measureAll(stage, month);
  const year = { from: addDays(month.from, -yearDays), to: addDays(month.from, -1) };
  await copySales(stage, shop, { count: yearSales, from: year.from, days: yearDays });
  const ofYear = await measureAll(stage, year);
  return Object.keys(reports).map((name) => {
    const [small, large] = [ofMonth.get(name) ?? 0, ofYear.get(name) ?? 0];
    return ratio(
      `${name} on the cash basis, of a year of 1,000,000 sales against a month of 10,000`,
      large / small,
      { atMost: timesMax },
      `p50 ${small.toFixed(1)} ms and ${large.toFixed(1)} ms`,
    );
  });
}

type Days = { readonly from: string; readonly to: string };

async function measureAll(stage: Stage, { from, to }: Days): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const [name, path] of Object.entries(reports)) {
    found.set(name, await measure(stage, `${path}?basis=cash&from=${from}&to=${to}`));
  }
  return found;
}
