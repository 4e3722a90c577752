import { addDays, type Day, daysBetween } from './calendar.ts';
import { percentScale, powerOfTen } from './decimal.ts';
import { at, sum } from './list.ts';
import { divide } from './rounding.ts';
import { shareOut } from './share.ts';

/** Percentage, in millionths of a percent, of the gross amount for who pays within so many days. */
export type EarlyDiscount = { readonly percent: bigint; readonly days: number };
export type DatedDiscount = EarlyDiscount & { readonly until: Day };

/** 100 % in millionths of a percent. */
const whole = 100n * powerOfTen(percentScale);

/** Some Monday: days of the week are counted from it. */
const monday = '2024-01-01';
const daysOfWeek = 7;
const saturday = 5;

/** The day itself or, where it is a Saturday or a Sunday, the Monday after it (such as § 193 BGB). */
export function workingDay(day: Day): Day {
  const place = (((daysBetween(monday, day) % daysOfWeek) + daysOfWeek) % daysOfWeek) - saturday;
  return place < 0 ? day : addDays(day, daysOfWeek - saturday - place);
}

/** The last day of a discount that counts from this one, which itself does not count (such as § 187 BGB). */
export function discountedUntil(from: Day, days: number): Day {
  return addDays(from, days);
}

/** The last day on which money is in time, where it may take so many days more. */
export function inTimeThrough(until: Day, grace: number): Day {
  return addDays(workingDay(until), grace);
}

/**
 * The largest discount that is in time with money that came on this day. Money takes its time: `grace` is the number of
 * days after the last one on which it still is.
 */
export function discountOn<Tier extends DatedDiscount>(
  tiers: readonly Tier[],
  { paid, grace }: { readonly paid: Day; readonly grace: number },
): Tier | undefined {
  const inTime = tiers.filter(({ until }) => paid <= inTimeThrough(until, grace));
  return inTime.toSorted((a, b) => (a.percent > b.percent ? -1 : a.percent < b.percent ? 1 : 0))[0];
}

/** The discount on an amount, in minor units, half up. */
export function discountOf(amount: bigint, percent: bigint): bigint {
  return divide(amount * percent, whole, 'half_up');
}

/**
 * The discount for money in time, in minor units: at most its percentage of all that is due, and for a part as
 * much as that part is worth, so that half of the money settles half of the debt. Nothing of what is paid in full.
 */
export function discountWith(
  paid: bigint,
  { due, percent }: { readonly due: bigint; readonly percent: bigint },
): bigint {
  if (paid >= due) return 0n;
  if (paid + discountOf(due, percent) >= due) return due - paid;
  return divide(paid * percent, whole - percent, 'half_up');
}

/** A tax of a document: what it is on, and what it comes to. */
export type Taxed = { readonly base: bigint; readonly amount: bigint };

/**
 * Tax and base of each rate within a discount. The discount is shared over the rates by what they
 * come to with their tax, and each share is parted into its net and its tax. Taxes that lie on each other, or that are
 * withheld, take their part of the whole.
 */
export function discountedTaxes(
  taxes: readonly Taxed[],
  { discount, total }: { readonly discount: bigint; readonly total: bigint },
): Taxed[] {
  if (total === 0n) return taxes.map(() => ({ base: 0n, amount: 0n }));
  const gross = taxes.map(({ base, amount }) => base + amount);
  const untaxed = total - sum(gross);
  if (untaxed < 0n) {
    const part = (of: bigint) => divide(of * discount, total, 'half_up');
    return taxes.map(({ base, amount }) => ({ base: part(base), amount: part(amount) }));
  }
  const shares = shareOut(discount, [...gross, untaxed]);
  return taxes.map((tax, index) => {
    const share = at(shares, index);
    const ofRate = at(gross, index);
    const amount = ofRate === 0n ? 0n : divide(share * tax.amount, ofRate, 'half_up');
    return { base: share - amount, amount };
  });
}
