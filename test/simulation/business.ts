import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { recurringRunner } from '../../src/doors/jobs/recurring-job.ts';
import { recurringExpenses } from '../../src/modules/expenses/index.ts';
import { enteredLate, latePercent } from './entered-late.ts';
import { catalogue } from '../../src/catalogue.ts';
import { sql } from '../../src/db/sql.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import type { Wire, World } from '../support/world.ts';

/** A business that a seed runs: what it has, what it may do, and what came of it. */
export type Business = {
  readonly world: World;
  readonly who: Actor;
  readonly dice: Dice;
  /** So many minor units at most, and one at least, as the currency writes them. */
  readonly amount: (minorMax: number) => string;
  /** Runs an operation; undefined where it is refused, which is as good an end. Anything else ends the simulation. */
  readonly attempt: (name: string, input: object) => Promise<Wire>;
  /** Yes in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean;
  readonly today: () => string;
  readonly taxes: readonly string[];
  readonly goods: readonly Wire[];
  readonly clients: readonly Wire[];
  readonly suppliers: readonly Wire[];
  /** Records that days leave to later ones, by what they are. Some are spent since, and then refused. */
  readonly kept: (kind: string) => Wire[];
  /** Outcomes of each operation, such as `pay_sale` → `amount_exceeds_due`. */
  readonly tally: Map<string, Map<string, number>>;
};

/** One kind of day. It is left out where the service does not offer what it needs. */
export type Day = {
  readonly name: string;
  /** Frequency relative to the others. */
  readonly weight: number;
  readonly needs: readonly string[];
  readonly run: (business: Business) => Promise<unknown>;
};

/** Locations and currencies: coins of none, two and three decimals, and clocks that jump. */
const places = [
  { timezone: 'Europe/Berlin', country: 'DE', currency: 'EUR', decimals: 2 },
  { timezone: 'America/Sao_Paulo', country: 'BR', currency: 'BRL', decimals: 2 },
  { timezone: 'Asia/Tokyo', country: 'JP', currency: 'JPY', decimals: 0 },
  { timezone: 'Asia/Kuwait', country: 'KW', currency: 'KWD', decimals: 3 },
  { timezone: 'Pacific/Kiritimati', country: 'KI', currency: 'AUD', decimals: 2 },
  { timezone: 'America/New_York', country: 'US', currency: 'USD', decimals: 2 },
  { timezone: 'Australia/Lord_Howe', country: 'AU', currency: 'AUD', decimals: 2 },
] as const;

export function isOffered(name: string): boolean {
  return catalogue.some((operation) => operation.name === name);
}

export async function openBusiness(world: World, seed: number): Promise<Business> {
  const dice = diceOf(seed);
  const place = places[seed % places.length] ?? places[0];
  const who = await world.found(`Business ${seed}`, place);
  const amount = (minorMax: number) => {
    const minor = String(1 + dice.below(minorMax)).padStart(place.decimals + 1, '0');
    const whole = minor.slice(0, minor.length - place.decimals);
    return place.decimals === 0 ? whole : `${whole}.${minor.slice(-place.decimals)}`;
  };
  const call = (name: string, input: object) => world.call(name, input, { as: who, key: randomUUID() });
  const made = <Item>(of: readonly Item[], make: (item: Item) => Promise<Wire>) =>
    of.reduce<Promise<Wire[]>>(async (all, item) => [...(await all), await make(item)], Promise.resolve([]));
  if (seed % 2 === 1) await call('update_organization', { inventory: { costing_method: 'fifo' } });
  const rates = [
    { name: 'Full', percentage: '21' },
    { name: 'Odd', percentage: '9.975', recoverable_percent: '33.333333' },
    { name: 'None', percentage: '0' },
  ];
  const taxes = await made(rates, (rate) => call('create_tax_rate', rate));
  const goods = await made(['137', '12000', '3'], async (cost) => {
    const product = await call('create_product', { name: `Good at ${cost}`, price: amount(9_000) });
    const [variant] = product.variants;
    const opening = { type: 'opening', variant_id: variant.id, quantity: '300' };
    await call('create_stock_movement', { ...opening, unit_cost: amount(Number(cost)) });
    return variant;
  });
  const person = (display_name: string, more: object = {}) =>
    call('create_client', { type: 'business', display_name, ...more });
  const shelves = new Map<string, Wire[]>();
  const foreign = place.currency === 'USD' ? 'EUR' : 'USD';
  await call('set_exchange_rate', { currency: foreign, rate: '0.9137', rate_date: '2024-01-01' });
  const exportPrices = goods.map(({ id }) => ({ variant_id: id, price: '12.345' }));
  const list = await call('create_price_list', { name: 'Export', currency: foreign, prices: exportPrices });
  const early = {
    payment_terms: { type: 'days_after_issue', value: 60, early_discounts: [{ percent: '3', days: 45 }] },
  };
  const foreigner = { ...early, currency: foreign, price_list_id: list.id, credit_limit: '90000' };
  const own: Readonly<Record<string, object>> = { Bo: early, Eli: early, Fay: foreigner };
  const business = {
    world,
    who,
    dice,
    amount,
    goods,
    tally: new Map<string, Map<string, number>>(),
    chance: (percent: number) => dice.below(100) < percent,
    today: () => dayIn(world.runtime.now(), place.timezone),
    taxes: taxes.map(({ id }) => id),
    clients: await made(['Ada', 'Bo', 'Cy', 'Fay'], (name) => person(name, own[name])),
    suppliers: await made(['Dot', 'Eli'], (name) => person(name, { roles: ['supplier'], ...own[name] })),
    kept: (kind: string) => shelves.get(kind) ?? shelves.set(kind, []).get(kind) ?? [],
  };
  return { ...business, attempt: attemptOf(business) };
}

function dayIn(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));
}

function attemptOf({ world, who, chance, dice, today, tally }: Omit<Business, 'attempt'>): Business['attempt'] {
  const count = (name: string, end: string) => {
    const ends = tally.get(name) ?? new Map<string, number>();
    tally.set(name, ends.set(end, (ends.get(end) ?? 0) + 1));
  };
  return async (name, given) => {
    const key = randomUUID();
    const input = chance(latePercent) ? enteredLate(name, given, { dice, today: today() }) : given;
    // The key is told, so that the laws can count what each call left behind.
    const marked = name === 'record_sale' ? { ...input, metadata: { which: key } } : input;
    const call = () => world.call(name, marked, { as: who, key });
    try {
      const answer = await call();
      if (chance(5)) assert.deepEqual(await call(), answer, `${name} is answered otherwise the second time`);
      count(name, 'done');
      return answer;
    } catch (error) {
      if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
      count(name, error.kind.code);
      return undefined;
    }
  };
}

/** Makes what comes again by itself and is due. */
export async function workDue({ world }: Business): Promise<void> {
  const runner = recurringRunner(recurringExpenses, { catalogue, runtime: () => world.runtime });
  for (let jobs = await takeDue(world); jobs.length > 0; jobs = await takeDue(world)) {
    for (const job of jobs) await runner({ ...job, attempts: 1, error: null }, () => Promise.resolve());
  }
}

type DueJob = {
  readonly id: string;
  readonly kind: string;
  readonly payload: object;
  readonly organizationId: string | null;
};

async function takeDue({ db, runtime }: World): Promise<DueJob[]> {
  return db.transaction({}, (tx) =>
    tx.many<DueJob>(sql`
      update jobs set state = 'done'
      where kind = 'run_recurring_expense' and state = 'queued' and run_at <= ${runtime.now()}
      returning id, kind, payload, organization_id as "organizationId"`),
  );
}
