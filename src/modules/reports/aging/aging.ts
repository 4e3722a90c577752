import { z } from 'zod';
import { type AgeLimits, byAge, usualAges } from '../../../core/ageing.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { cutOf, withLimit } from '../../../operation/cut.ts';
import { Currency, Day, Money } from '../../../wire/index.ts';
import { ageInput, fileInput } from '../report.ts';

const bucketsMax = 12;
const daysMax = 3_650;

const agingInput = {
  currency: Currency.optional().describe('Only amounts owed in this currency. Default: all.'),
  buckets: z
    .array(z.int().min(1).max(daysMax))
    .min(1)
    .max(bucketsMax)
    .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)), {
      error: 'Write days in ascending order, each once, such as 30,60,90.',
    })
    .default([...usualAges])
    .describe('Upper limit of each ageing bucket, in days overdue.'),
};

const usual = 'Null with custom `buckets`.';
export const ageFields = {
  current: Money.describe('Not yet due, or created on the date itself.'),
  days_1_30: Money.nullable().describe(usual),
  days_31_60: Money.nullable().describe(usual),
  days_61_90: Money.nullable().describe(usual),
  over_90_days: Money.nullable().describe(usual),
  ages: z
    .record(z.string(), Money)
    .describe('Amounts by bucket name, such as `days_1_30`, also with custom `buckets`.'),
  total: Money,
  oldest: Day.nullable().describe('Date from which the oldest item ages; null if nothing is owed.'),
};

/** Debts of one currency that age from one day: how many, what they are worth on the books, and what they say. */
export type AgedDebt = {
  readonly currency: string;
  readonly aged_from: CoreDay;
  readonly count: bigint;
  readonly amount: bigint;
  readonly currency_amount: bigint;
};

type AgedOn = { readonly asAt: CoreDay; readonly limits: AgeLimits };

/** In which currency amounts are told: that of the books, or that of the debts themselves. */
type ToldIn = { readonly currency: string; readonly of: 'amount' | 'currency_amount' };

/** Debts by age as {@link ageFields} have them. */
function agesOf(debts: readonly AgedDebt[], { asAt, limits }: AgedOn, { currency, of }: ToldIn) {
  const amounts = byAge(
    debts.map((debt) => ({ from: debt.aged_from, amount: debt[of] })),
    asAt,
    limits,
  );
  const ages: Record<string, CoreMoney> = {};
  for (const [name, amount] of Object.entries(amounts)) ages[name] = money(amount, currency);
  return {
    current: ages['current'] ?? money(0n, currency),
    days_1_30: ages['days_1_30'] ?? null,
    days_31_60: ages['days_31_60'] ?? null,
    days_61_90: ages['days_61_90'] ?? null,
    over_90_days: ages['over_90_days'] ?? null,
    ages,
    total: money(sum(Object.values(amounts)), currency),
    oldest: oldestOf(debts),
  };
}

function oldestOf(debts: readonly AgedDebt[]): CoreDay | null {
  const owed = debts.filter(({ currency_amount: amount }) => amount > 0n);
  return owed.reduce<CoreDay | null>((oldest, { aged_from: from }) => earliest(oldest, from), null);
}

function earliest(one: CoreDay | null, other: CoreDay): CoreDay {
  return one !== null && one < other ? one : other;
}

/** Unapplied credit in one currency: base value, and amount in that currency. */
export type UnusedCredit = {
  readonly currency: string;
  readonly credit: bigint;
  readonly currency_credit: bigint;
};

/** Debts and credits of one party, or of all. */
export type Debts = { readonly owed: readonly AgedDebt[]; readonly credits: readonly UnusedCredit[] };

export function together(all: readonly Debts[]): Debts {
  return { owed: all.flatMap(({ owed }) => owed), credits: all.flatMap(({ credits }) => credits) };
}

/** Carrying amount of debts. */
export function worthOf({ owed }: Pick<Debts, 'owed'>): bigint {
  return sum(owed.map(({ amount }) => amount));
}

const orders = ['largest', 'oldest', 'name'] as const;
const skipMax = 1_000_000;

/** In which order, and from where on, those who owe or are owed are listed. */
const orderInput = {
  sort: z
    .enum(orders)
    .default('largest')
    .describe('`largest` balance, `oldest` item, or `name` first. `limit` counts in this order.'),
  skip: z
    .int()
    .min(0)
    .max(skipMax)
    .default(0)
    .describe('Rows passed over in this order: those that another call listed, to list what it summed up as Others.'),
};
type Order = (typeof orders)[number];

const partiesMax = 1_000;
const partiesDefault = 100;

/** Input of an ageing. `parties`: who owes or is owed, such as `clients`. */
export function agingAsked(parties: string) {
  return z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    age_from: ageInput,
    ...agingInput,
    limit: z
      .int()
      .min(1)
      .max(partiesMax)
      .default(partiesDefault)
      .describe(`Number of ${parties}, largest balance first; the rest is one row.`),
    ...orderInput,
    ...fileInput,
  });
}

/** In this order; what is equal by the largest debts, and then by name, which must be of one alone. */
export function inOrder<Of extends Debts>(all: readonly Of[], order: Order, nameOf: (one: Of) => string): Of[] {
  const keyed = all.map((one) => ({
    one,
    worth: worthOf(one),
    // Parties who are owed nothing come last.
    oldest: oldestOf(one.owed) ?? '~',
    name: nameOf(one),
  }));
  type Keyed = (typeof keyed)[number];
  const byName = ascending<Keyed>(({ name }) => name);
  const byWorth = descending<Keyed>(({ worth }) => worth);
  const bySince = ascending<Keyed>(({ oldest }) => oldest);
  const first = { largest: byWorth, oldest: bySince, name: byName }[order];
  return keyed.toSorted(orderedBy(first, byWorth, byName)).map(({ one }) => one);
}

type AgeingTotals<Counted> = AgedOn & {
  readonly base: string;
  /** Unit of the count, such as invoices or bills. */
  readonly counted: (count: number) => Counted;
};

/** Debts by age in the base currency, and in each currency by itself where there are others. */
export function sumsOf<Counted extends object>(
  { owed, credits }: Debts,
  { base, counted, ...on }: AgeingTotals<Counted>,
) {
  const sumsIn = (debts: Debts, told: ToldIn) => ({
    ...counted(Number(sum(debts.owed.map(({ count }) => count)))),
    ...agesOf(debts.owed, on, told),
    credit: creditIn(debts.credits, told),
  });
  return {
    ...sumsIn({ owed, credits }, { currency: base, of: 'amount' }),
    currencies: currenciesAmong([...owed, ...credits], base).map((currency) => {
      const isOf = (one: { readonly currency: string }) => one.currency === currency;
      const own = { owed: owed.filter(isOf), credits: credits.filter(isOf) };
      return { currency, ...sumsIn(own, { currency, of: 'currency_amount' }) };
    }),
  };
}

type Asked = { readonly skip: number; readonly limit: number };

/** Those of an order that are asked for, what all after them come to, and what is said of these. */
export function pageOf<Of extends Debts, Counted extends object>(
  order: readonly Of[],
  { skip, limit }: Asked,
  on: AgeingTotals<Counted>,
) {
  const shown = order.slice(skip, skip + limit);
  const rest = order.slice(skip + limit);
  const others = rest.length === 0 ? undefined : sumsOf(together(rest), on);
  const cut = cutOf({
    list: 'rows',
    shown: shown.length,
    left: rest.length,
    how: withLimit(partiesMax),
    rest: others?.total ?? null,
  });
  return { shown, others, cut };
}

/** Unapplied credit in this currency. */
function creditIn(credits: readonly UnusedCredit[], { currency, of }: ToldIn): CoreMoney {
  const unused = credits.map((one) => (of === 'amount' ? one.credit : one.currency_credit));
  return money(sum(unused), currency);
}

/** The currencies to tell amounts in beside the base one: none where everything is in that. */
function currenciesAmong(all: readonly { readonly currency: string }[], base: string): string[] {
  const currencies = [...new Set(all.map(({ currency }) => currency))].toSorted();
  return currencies.some((currency) => currency !== base) ? currencies : [];
}
