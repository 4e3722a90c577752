/** Settling and unsettling a sale at once: one of both succeeds, and the loser learns which. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Database, Db } from '../../src/db/database.ts';
import { Sql } from '../../src/db/sql.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import { run } from '../../src/operation/run.ts';
import { shopOf } from '../support/sales-shop.ts';
import { createWorld, operationNamed, type World } from '../support/world.ts';
import { brokenLaws } from './sound-books.ts';

const rounds = 8;
const atOnce = 8;

const world = await createWorld();

type Step = readonly [name: string, input: object];
/** Outcomes of each operation, such as `refund_payment done`. */
type Ends = ReadonlyMap<string, number>;
/** Two competing sets of calls, and every end that they may reach together. */
type Race = {
  readonly name: string;
  readonly begin: (world: World) => Promise<readonly [Step, Step]>;
  readonly ends: readonly Readonly<Record<string, number>>[];
};

/** Many of one sort and many of another at once, the one or the other first. */
async function raced(of: World, [one, other]: readonly [Step, Step]): Promise<Ends> {
  const deeds = Array.from({ length: atOnce }, (_, nth) => (nth % 2 === 0 ? one : other));
  const ends = new Map<string, number>();
  await Promise.all(
    deeds.map(async ([name, input]) => {
      const end = await of.call(name, input, { key: randomUUID() }).then(() => 'done', codeOf);
      ends.set(`${name} ${end}`, (ends.get(`${name} ${end}`) ?? 0) + 1);
    }),
  );
  return ends;
}

const codeOf = (error: unknown): string => (error instanceof BusinessError ? error.kind.code : String(error));

/** Money of a client that nothing was done with yet. */
async function credit(of: World, amount: string) {
  const shop = shopOf(of);
  const client_id = (await shop.client()).id;
  const input = { client_id, amount, method: 'Cash', auto_allocate: 'none' };
  return { shop, client_id, payment: await shop.keyed('create_payment', input) };
}

const half = atOnce / 2;

const races: readonly Race[] = [
  {
    name: 'refunds of the same payment, in two ways',
    begin: async (of) => {
      const { payment } = await credit(of, '10.00');
      const back = { id: payment.id, amount: '10.00' };
      return [
        ['refund_payment', back],
        ['refund_payment', { ...back, method: 'Bank transfer' }],
      ];
    },
    ends: [{ 'refund_payment done': 1, 'refund_payment refund_exceeds_refundable': atOnce - 1 }],
  },
  {
    name: 'a refund and a void of the same payment',
    begin: async (of) => {
      const shop = shopOf(of);
      const payment = await shop.pay(await shop.sold('10.00'));
      return [
        ['refund_payment', { id: payment.id }],
        ['void_payment', { id: payment.id }],
      ];
    },
    ends: [
      {
        'refund_payment done': 1,
        'refund_payment refund_exceeds_refundable': half - 1,
        'void_payment refunds_remain': half,
      },
      {
        'void_payment done': 1,
        'void_payment invalid_state_transition': half - 1,
        'refund_payment invalid_state_transition': half,
      },
    ],
  },
  {
    name: 'returns of the same line, with and without the money',
    begin: async (of) => {
      const shop = shopOf(of);
      const sale = await shop.sold('10.00');
      await shop.pay(sale);
      const back = { id: sale.id, lines: [{ line_id: sale.lines[0].id, quantity: '1' }] };
      return [
        ['return_sale', back],
        ['return_sale', { ...back, refund: {} }],
      ];
    },
    ends: [{ 'return_sale done': 1, 'return_sale return_exceeds_sold': atOnce - 1 }],
  },
  {
    name: 'a return and a void of the same sale',
    begin: async (of) => {
      const { id } = await shopOf(of).sold('10.00');
      return [
        ['return_sale', { id }],
        ['void_sale', { id }],
      ];
    },
    ends: [
      { 'return_sale done': 1, 'return_sale validation_failed': half - 1, 'void_sale returns_remain': half },
      {
        'void_sale done': 1,
        'void_sale invalid_state_transition': half - 1,
        'return_sale invalid_state_transition': half,
      },
    ],
  },
  {
    name: 'an allocation and a void of the same payment',
    begin: async (of) => {
      const { shop, payment, client_id } = await credit(of, '10.00');
      const sale = await shop.sold('10.00', { client_id });
      return [
        ['apply_client_credit', { id: payment.id, allocations: [{ sale_id: sale.id, amount: '10.00' }] }],
        ['void_payment', { id: payment.id }],
      ];
    },
    ends: Array.from({ length: half + 1 }, (_, late) => ({
      ...(late === half ? {} : { 'apply_client_credit done': 1 }),
      ...(late >= half - 1 ? {} : { 'apply_client_credit amount_exceeds_credit': half - 1 - late }),
      ...(late === 0 ? {} : { 'apply_client_credit invalid_state_transition': late }),
      'void_payment done': 1,
      'void_payment invalid_state_transition': half - 1,
    })),
  },
  {
    name: 'a payment of a debt and its write-off',
    begin: async (of) => {
      const { id } = await shopOf(of).sold('10.00');
      return [
        ['pay_sale', { id, method: 'Cash', amount: '10.00' }],
        ['write_off_sale', { id, reason: 'Gone' }],
      ];
    },
    // A sale written off may still be paid, once.
    ends: [
      { 'pay_sale done': 1, 'pay_sale amount_exceeds_due': half - 1, 'write_off_sale amount_exceeds_due': half },
      {
        'pay_sale done': 1,
        'pay_sale amount_exceeds_due': half - 1,
        'write_off_sale done': 1,
        'write_off_sale amount_exceeds_due': half - 1,
      },
    ],
  },
  {
    name: 'a void of a refund, and one of the return that it was given for',
    begin: async (of) => {
      const shop = shopOf(of);
      const sale = await shop.sold('10.00');
      await shop.pay(sale);
      const given = await shop.keyed('return_sale', { id: sale.id, refund: {} });
      return [
        ['void_refund', { id: given.refunds[0].id }],
        ['void_sale', { id: given.id }],
      ];
    },
    ends: [
      {
        'void_refund done': 1,
        'void_refund invalid_state_transition': half - 1,
        'void_sale done': 1,
        'void_sale invalid_state_transition': half - 1,
      },
      {
        'void_refund invalid_state_transition': half,
        'void_sale done': 1,
        'void_sale invalid_state_transition': half - 1,
      },
    ],
  },
  {
    name: 'a void of a payment, and one of the return that made it credit',
    begin: async (of) => {
      const shop = shopOf(of);
      const sale = await shop.sold('10.00');
      const payment = await shop.pay(sale);
      const given = await shop.keyed('return_sale', { id: sale.id });
      return [
        ['void_payment', { id: payment.id }],
        ['void_sale', { id: given.id }],
      ];
    },
    ends: [
      {
        'void_payment done': 1,
        'void_payment invalid_state_transition': half - 1,
        'void_sale done': 1,
        'void_sale invalid_state_transition': half - 1,
      },
    ],
  },
  {
    name: 'an allocation that is taken back, and a refund of what it settled',
    begin: async (of) => {
      const shop = shopOf(of);
      const payment = await shop.pay(await shop.sold('10.00'));
      return [
        ['reverse_allocation', { id: payment.allocations[0].id }],
        ['refund_payment', { id: payment.id }],
      ];
    },
    ends: [
      {
        'reverse_allocation done': 1,
        'reverse_allocation invalid_state_transition': half - 1,
        'refund_payment done': 1,
        'refund_payment refund_exceeds_refundable': half - 1,
      },
      {
        'reverse_allocation invalid_state_transition': half,
        'refund_payment done': 1,
        'refund_payment refund_exceeds_refundable': half - 1,
      },
    ],
  },
];

/** True for one of the race's ends. */
function isAllowed({ ends }: Race, found: Ends): boolean {
  const text = (all: readonly (readonly [string, number])[]) =>
    all
      .map((one) => one.join(' '))
      .toSorted()
      .join();
  return ends.some((end) => text(Object.entries(end)) === text([...found]));
}

for (const race of races) {
  test(`${race.name}: many at once come to an end that one after the other would`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = await race.begin(world);
      const ends = await raced(world, round % 2 === 0 ? [one, other] : [other, one]);
      assert.ok(isAllowed(race, ends), JSON.stringify([...ends]));
    }
  });
}

test('after all of it the books are sound', async () => {
  await shopOf(world).booksAgree();
  assert.deepEqual(await brokenLaws(world.database.ownerUrl), []);
});

/** The same database for whoever locks no row. */
function withoutLocks(database: Database): Database {
  const unlocked = ({ text, values }: Sql) =>
    new Sql(text.replaceAll(/\bfor (?:no key )?update\b/g, ''), values, 'anew');
  const over = (db: Db): Db => ({
    ...db,
    many: (query) => db.many(unlocked(query)),
    maybe: (query) => db.maybe(unlocked(query)),
    one: (query) => db.one(unlocked(query)),
  });
  return { ...database, transaction: (options, work) => database.transaction(options, (db) => work(over(db))) };
}

test('control: where nobody locks, every race comes to other ends', async () => {
  const other = await createWorld();
  const runtime = { ...other.runtime, db: withoutLocks(other.db) };
  const careless: World = {
    ...other,
    call: async (name, input = {}, { as = other.ana, key } = {}) => {
      const origin = { door: 'rest', requestId: randomUUID() } as const;
      return (await run(runtime, operationNamed(name), { actor: as, input, idempotencyKey: key, origin })).output;
    },
  };
  const unnoticed: string[] = [];
  for (const race of races) {
    let isNoticed = false;
    for (let round = 0; round < rounds * 3 && !isNoticed; round += 1) {
      const [one, two] = await race.begin(careless);
      isNoticed = !isAllowed(race, await raced(careless, round % 2 === 0 ? [one, two] : [two, one]));
    }
    if (!isNoticed) unnoticed.push(race.name);
  }
  assert.deepEqual(unnoticed, []);
});
