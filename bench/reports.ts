import { addDays } from '../src/core/calendar.ts';
import { periodOf } from '../src/core/period.ts';
import { copySales, openShop } from './books.ts';
import { median, timed } from './pages.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const fewSales = 10_000;
const manySales = 1_000_000;
const yearDays = 365;
const historyDays = 9 * yearDays;
const warmUps = 10;
const samples = 60;
const timesMax = 3;
const millisecondsMax = 50;

/**
 * Reports of one month, with a year of 10,000 sales behind it and with ten years of 1,000,000: the month itself, and
 * the year that it is in, are the same in both.
 */
export async function benchReports(stage: Stage): Promise<Figure[]> {
  const shop = await openShop(stage);
  const newest = addDays(shop.today, 1 - yearDays);
  await copySales(stage, shop, { count: fewSales, from: newest, days: yearDays });
  const month = periodOf('month', addDays(periodOf('month', shop.today).from, -1));
  const paths = {
    'profit and loss': `profit-and-loss?from=${month.from}&to=${month.to}`,
    dashboard: `dashboard?from=${month.from}&to=${month.to}`,
    'receivables ageing': `receivables-aging?as_at=${month.to}`,
    'stock movements': `inventory-movements?from=${month.from}&to=${month.to}`,
    'profit and loss on the cash basis': `profit-and-loss?basis=cash&from=${month.from}&to=${month.to}`,
    'tax summary on the cash basis': `tax-summary?basis=cash&from=${month.from}&to=${month.to}`,
  };
  const few = await measureAll(stage, paths);
  const history = { count: manySales - fewSales, from: addDays(newest, -historyDays), days: historyDays };
  await copySales(stage, shop, history);
  const many = await measureAll(stage, paths);
  return Object.keys(paths).map((name): Figure => {
    const [small, large] = [few.get(name) ?? 0, many.get(name) ?? 0];
    const note = `p50 ${small.toFixed(1)} ms and ${large.toFixed(1)} ms; at most ${millisecondsMax} ms`;
    const figure = ratio(
      `${name} of a month, 1,000,000 sales against 10,000`,
      large / small,
      { atMost: timesMax },
      note,
    );
    return large <= millisecondsMax ? figure : { ...figure, reached: 'no' };
  });
}

async function measureAll(stage: Stage, paths: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const [name, path] of Object.entries(paths)) found.set(name, await measure(stage, path));
  return found;
}

export async function measure({ port, token }: Stage, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/reports/${path}`, { headers });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  };
  const times: number[] = [];
  for (let sample = 0; sample < warmUps + samples; sample += 1) {
    const taken = await timed(read);
    if (sample >= warmUps) times.push(taken);
  }
  return median(times);
}
