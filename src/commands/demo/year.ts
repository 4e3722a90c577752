import { addDays, addYears, type Day, dayIn, dayOfMonth, dayOfWeek } from '../../core/calendar.ts';
import type { Agenda } from './agenda.ts';
import { agendaOf } from './agenda.ts';
import { bank, takeOver } from './banking.ts';
import { chanceOf } from './chance.ts';
import { type Books, clerkOf } from './clerk.ts';
import { type Owner, setUp } from './set-up.ts';
import type { Shop } from './shop.ts';
import { countShelves, refill, useUp } from './shelves.ts';
import { arrangeStanding, spend } from './spending.ts';
import { sell } from './till.ts';
import { payMonthly } from './settling.ts';

export type Year = {
  readonly seed: number;
  /** End of the year, RFC 3339: nothing is dated later. */
  readonly until: string;
  readonly owner: Owner;
  /** Told the first day of each month and the sales of the one before. */
  readonly onMonth?: (month: string, sales: number) => void;
};

/** Of an ordinary month, how much is sold in each, January first. */
const seasons = [0.7, 0.75, 0.85, 0.9, 1, 1.1, 0.75, 0.7, 1.2, 1, 1.4, 2];
/** The same of each day, Monday first: on Monday and Sunday the shop is closed and only the webshop sells. */
const weekdays = [0.25, 0.8, 1, 0.9, 1.2, 2.2, 0.25];
/** Sales of an ordinary day, in hundredths: about a thousand a year. */
const ordinaryDay = 285;
const [tuesday, saturday, sunday] = [2, 6, 7];
/** So long before the end nothing is ordered any more, to leave something to order for whoever looks. */
const lastDays = 12;
/** After so many days somebody pays too much. */
const daysUntilOverpaid = 290;
/** Closing and opening, in minutes of the day in UTC. */
const [opens, closes] = [9 * 60, 16 * 60 + 30];
const lastCountMonths = new Set([3, 6, 9, 12]);

/** Twelve months of the shop's business, the same for the same seed and end. */
export async function makeYear(books: Books, { seed, until, owner, onMonth }: Year): Promise<void> {
  const clerk = clerkOf(books);
  const last = dayIn(until, 'Europe/Brussels');
  const first = addDays(addYears(last, -1), 1);
  clerk.setTime(`${addDays(first, -1)}T07:00:00.000Z`);
  const shop = await setUp(clerk, chanceOf(seed), owner);
  await takeOver(shop, first);
  await arrangeStanding(shop, first);
  const agenda = agendaOf(clerk, until);
  agenda.note(addDays(first, daysUntilOverpaid), async () => void (shop.nextRoundsUp = true));
  let [month, sales] = [first.slice(0, 7), 0];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (day.slice(0, 7) !== month) {
      onMonth?.(month, sales);
      [month, sales] = [day.slice(0, 7), 0];
    }
    sales += await spendDay(shop, agenda, { day, isOrdering: day <= addDays(last, -lastDays) });
  }
  onMonth?.(month, sales);
}

type Today = { readonly day: Day; readonly isOrdering: boolean };

/** One day from opening to closing; answers how many sales it saw. */
async function spendDay(shop: Shop, agenda: Agenda, { day, isOrdering }: Today): Promise<number> {
  const [weekday, date, month] = [dayOfWeek(day), dayOfMonth(day), Number(day.slice(5, 7))];
  const isOpen = weekday !== 1 && weekday !== sunday;
  if (weekday === tuesday && isOrdering) await agenda.at(day, 7 * 60, () => refill(shop, day));
  await agenda.keep(day);
  await agenda.at(day, 8 * 60 + 15, () => spend(shop, agenda, day));
  if (weekday === tuesday) await agenda.at(day, 8 * 60 + 20, () => bank(shop, day));
  if (date === 5) await agenda.at(day, 8 * 60 + 30, () => payMonthly(shop, day));
  const expected = (ordinaryDay * (seasons[month - 1] ?? 1) * (weekdays[weekday - 1] ?? 1)) / 100;
  const count = Math.floor(expected) + (shop.chance.happens((expected % 1) * 100) ? 1 : 0);
  let sold = 0;
  for (let sale = 0; sale < count; sale += 1) {
    const minute = opens + Math.floor(((closes - opens) * (sale + 0.5)) / count) + shop.chance.between(0, 9);
    const isSold = await agenda.at(day, minute, () => sell(shop, agenda, { day, month, isOpen }));
    sold += isSold === true ? 1 : 0;
  }
  if (weekday === saturday && date <= 7) await agenda.at(day, closes + 30, () => useUp(shop));
  if (weekday === saturday && date > 21 && date <= 28 && lastCountMonths.has(month)) {
    await agenda.at(day, closes + 60, () => countShelves(shop));
  }
  return sold;
}
