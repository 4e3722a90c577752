/** Every list is walked whole, in every order it has, and its cursor opens nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { shapeOf } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose, isComplete, namesIn } from '../support/dose.ts';
import { choicesOf, isSchema, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { type HttpAnswer, password, type SignedIn } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startShops } from '../support/shop-service.ts';
import type { Shop } from '../support/shop/fill.ts';
import { tell } from '../support/shop/notifications.ts';
import { operationNamed, type Wire } from '../support/world.ts';
import { callOf } from './call-of.ts';

const { service, shop, rival } = await startShops();
/** Reports in pages, whose rows are no records: get-general-ledger.test.ts and get-report.test.ts walk them. */
const reports = ['get_general_ledger', 'get_journal', 'get_report'];
const lists = catalogue.filter((operation) => 'cursor' in shapeOf(operation) && !reports.includes(operation.name));
const rowsMax = 100;

/** Lists too short here to have a second page. */
const short: Readonly<Record<string, string>> = {
  list_approvals: 'One waits in the shop: each takes a token, and a call that needs a person.',
  list_practices: 'One runs in the shop: each takes a token, and calls of it.',
  list_bank_reconciliations: 'One account of the shop agrees with its statement, up to one day.',
  list_revaluations: 'A month is revalued once.',
  list_vat_return_lines: 'What is behind a return of one sale.',
  list_product_variants: 'The product that is looked at has one variant.',
};

const rowsEach = 3;
for (const operation of catalogue.filter(({ name }) => /^(create|record)_/.test(name))) {
  for (let made = 0; made < rowsEach; made += 1) {
    const answer = await service.send(callOf(operation, await sampleOf(shop, operation)));
    assert.equal(answer.status, 201, `${operation.name}: ${answer.text}`);
  }
}
const { email } = shop.who;
const mcpToken = await service.mcpToken(shop.who);
for (let made = 0; made < rowsEach; made += 1) {
  await service.colleague(shop.who, 'viewer');
  await service.api('', 'POST', '/auth/login', { email, password });
  await service.tool(mcpToken, 'create_client', { type: 'individual', display_name: shop.fresh('guest') });
  await shop.call('send_scheduled_report', {
    ...(await sampleOf(shop, operationNamed('send_scheduled_report'))).input,
  });
  await shop.call('connect_app', { ...(await sampleOf(shop, operationNamed('connect_app'))).input });
  await shop.call('refund_payment', { ...(await sampleOf(shop, operationNamed('refund_payment'))).input });
  const product = { name: shop.fresh('scarce'), price: '1.00', low_stock_threshold: '3' };
  const [{ id: variant_id }] = (await shop.call('create_product', product)).variants;
  await shop.call('create_stock_movement', { type: 'opening', variant_id, quantity: '2', unit_cost: '0.50' });
  await tell(shop);
}

type Ask = (query?: object, who?: SignedIn) => Promise<HttpAnswer>;

const inputs = new Map<string, Promise<Sample>>();

/** The same input each time, so that a cursor belongs to the list that is asked next. */
async function asking(operation: Operation, from: Shop = shop): Promise<Ask> {
  const key = `${operation.name} ${from.mark}`;
  const sample = inputs.get(key) ?? sampleOf(from, operation);
  inputs.set(key, sample);
  const { input } = await sample;
  return (query = {}, caller = from.who) => service.send(callOf(operation, { input: { ...input, ...query }, caller }));
}

/** All rows, page by page. */
async function walk(ask: Ask, query: object): Promise<Wire[]> {
  const rows: Wire[] = [];
  let cursor: string | undefined;
  do {
    const { status, body, text, headers } = await ask({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    assert.equal(status, 200, text);
    assert.equal(body.has_more, body.next_cursor !== null);
    assert.equal(headers['link'] !== undefined, body.has_more);
    rows.push(...body.data);
    cursor = body.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length <= 2 * rowsMax);
  return rows;
}

function sortsOf(operation: Operation): string[] {
  const { sort } = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
  return /of: (.*)\.$/.exec(String(sort?.['description']))?.[1]?.split(', ') ?? [];
}

/** Of each list, where it is long enough. */
const pagesOfEach = 5;

test('walking a list page by page meets every row once, in every order it has', async () => {
  assert.ok(lists.length >= 20);
  for (const operation of dose(lists)) {
    const ask = await asking(operation);
    const sorts = sortsOf(operation).map((sort) => ({ sort }));
    for (const query of [{}, ...sorts] as readonly { readonly sort?: string }[]) {
      const about = `${operation.name} ${JSON.stringify(query)}`;
      const whole = await walk(ask, { ...query, limit: rowsMax });
      const pages = await walk(ask, { ...query, limit: Math.max(2, Math.ceil(whole.length / pagesOfEach)) });
      assert.deepEqual(pages, whole, about);
      assert.equal(new Set(whole.map((row: Wire) => JSON.stringify(row))).size, whole.length, about);
      assert.equal(whole.length < 3, operation.name in short, `${about}: ${whole.length} rows`);
      if (query.sort !== undefined) {
        const back = query.sort.startsWith('-') ? query.sort.slice(1) : `-${query.sort}`;
        const reversed = await walk(ask, { sort: back, limit: rowsMax });
        assert.deepEqual(reversed, whole.toReversed(), about);
      }
    }
  }
});

test('the count of a list is the number of its rows', async () => {
  for (const operation of dose(lists.filter((one) => 'include' in shapeOf(one)))) {
    const ask = await asking(operation);
    const { body } = await ask({ include: 'total_count', limit: rowsMax });
    assert.equal(body.total_count, (await walk(ask, { limit: rowsMax })).length, operation.name);
    assert.equal(body.total_count_capped, false, operation.name);
  }
});

test('an empty search is as if it was left out', async () => {
  const searched = lists.filter((one) => 'q' in shapeOf(one));
  assert.ok(searched.length >= 10);
  for (const operation of dose(searched)) {
    const ask = await asking(operation);
    const { data, next_cursor: cursor } = (await ask({ limit: 1 })).body;
    for (const q of ['', '  ']) {
      const { status, body, text } = await ask({ q, limit: 1 });
      assert.deepEqual([status, body.data], [200, data], `${operation.name} ${text}`);
      if (cursor !== null) assert.equal((await ask({ q, limit: 1, cursor })).status, 200, operation.name);
    }
  }
});

test('what may be archived is listed with it, without it, and by itself, under the same names everywhere', async () => {
  const takes = (operation: Operation, name: string) => name in shapeOf(operation);
  const hasArchived = (operation: Operation) => {
    const { status } = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
    return JSON.stringify(status ?? {}).includes('"archived"');
  };
  const archiving = lists.filter((one) => hasArchived(one) || takes(one, 'include_archived'));
  assert.ok(archiving.length >= 12);
  for (const operation of dose(archiving)) {
    assert.ok(hasArchived(operation) && takes(operation, 'include_archived'), operation.name);
    const ask = await asking(operation);
    const rows = async (query: object): Promise<Wire[]> => (await ask({ ...query, limit: rowsMax })).body.data;
    const ids = async (query: object) => new Set((await rows(query)).map(({ id }) => id));
    const [all, without, archived] = [
      await ids({ include_archived: true }),
      await ids({ include_archived: false }),
      await ids({ status: 'archived' }),
    ];
    assert.deepEqual(without, all.difference(archived), operation.name);
    assert.ok(archived.isSubsetOf(all), operation.name);
  }
});

/** Sign of a row in the sums: zero where it is void, negative where it returns money. */
function signOf({ status, kind, type }: Wire): bigint {
  if (['voided', 'void', 'cancelled'].includes(status)) return 0n;
  return ['return', 'credit_note'].includes(kind ?? type) ? -1n : 1n;
}

/** Nobody owes anything for it yet. */
function isUnposted({ status }: Wire): boolean {
  return ['draft', 'scheduled', 'submitted', 'approved', 'rejected'].includes(status);
}

function cents(amount: string | null | undefined): bigint {
  return BigInt((amount ?? '0').replace('.', ''));
}

test('the totals of a list are the sums of its rows, by currency, whatever is filtered and shown', async () => {
  const summing = lists.filter((one) => {
    const items = (wireSchemaOf(one.input)['properties'] as Record<string, Schema>)['include']?.['items'];
    return isSchema(items) && JSON.stringify(items['enum']).includes('totals');
  });
  assert.ok(summing.length >= 4);
  for (const operation of summing) {
    const ask = await asking(operation);
    const every: Wire[] = (await ask({ limit: rowsMax })).body.data;
    const day = every.map(({ created_at: at }) => String(at)).toSorted((one, other) => one.localeCompare(other))[
      Math.floor(every.length / 2)
    ];
    for (const query of [{}, { created_at: { lt: day } }, { created_at: { gte: day } }, { q: 'nobody-has-this' }]) {
      const rows: Wire[] = (await ask({ ...query, limit: rowsMax })).body.data;
      const { body, text } = await ask({ ...query, include: 'totals', limit: 1, fields: 'id' });
      const expected = [...Map.groupBy(rows, ({ currency }) => currency)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([currency, of]) => {
          const sum = (amount: (row: Wire) => bigint) => of.reduce((total, row) => total + amount(row), 0n);
          const worth = (row: Wire) => signOf(row) * cents(row.total ?? row.amount);
          const total = sum((row) => (isUnposted(row) ? 0n : worth(row)));
          if ('amount_unapplied' in (of[0] ?? {}))
            return { currency, count: of.length, total, amount_unapplied: sum((row) => cents(row.amount_unapplied)) };
          if ('booking' in (of[0] ?? {})) {
            const moved = (row: Wire) => (row.booking === 'booked' && row.state === 'open' ? cents(row.amount) : 0n);
            return {
              currency,
              count: of.length,
              money_in: sum((row) => (moved(row) > 0n ? moved(row) : 0n)),
              money_out: sum((row) => (moved(row) < 0n ? moved(row) : 0n)),
            };
          }
          return {
            currency,
            count: of.length,
            total,
            draft_total: sum((row) => (isUnposted(row) ? worth(row) : 0n)),
            amount_due: sum((row) => (isUnposted(row) ? 0n : cents(row.amount_due))),
          };
        });
      const found = body.totals?.map((sums: Wire) =>
        Object.fromEntries(
          Object.entries(sums).map(([name, value]) => [
            name,
            ['currency', 'count'].includes(name) ? value : cents(value as string),
          ]),
        ),
      );
      assert.deepEqual(found, expected, `${operation.name} ${JSON.stringify(query)} ${text}`);
    }
  }
});

const lettersInTurn = 4;

test('a cursor that was changed, or given for anything else, is refused', async () => {
  const cursors: { operation: Operation; cursor: string }[] = [];
  for (const operation of dose(lists.filter(({ name }) => !(name in short)))) {
    const { body } = await (await asking(operation))({ limit: 1 });
    cursors.push({ operation, cursor: body.next_cursor });
  }
  for (const [index, { operation, cursor }] of cursors.entries()) {
    const ask = await asking(operation);
    const refused = async (query: object, who?: SignedIn) => {
      const { status, body, text } = await ask({ limit: 1, ...query }, who);
      assert.deepEqual(
        [status, body.code],
        [400, 'invalid_cursor'],
        `${operation.name} ${JSON.stringify(query)} ${text}`,
      );
    };
    const flipped = Array.from(cursor, (letter, at) => {
      return `${cursor.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
    });
    // Four letters are three bytes: changing every other letter leaves no byte as it was. Each list is tried with some
    // of these letters, the next with others: all cursors are sealed alike.
    const tried = flipped
      .filter((_, at) => at % 2 === 0)
      .filter((_, at) => at % lettersInTurn === index % lettersInTurn);
    await Promise.all(tried.map((odd) => refused({ cursor: odd })));
    for (const odd of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`, 'null', '-1', 'W10']) {
      await refused({ cursor: odd });
    }
    await refused({ cursor: cursors[(index + 1) % cursors.length]?.cursor });
    const [sort] = sortsOf(operation).filter((one) => one !== defaultSortOf(operation));
    if (sort !== undefined) await refused({ cursor, sort });
    const other = await (await asking(operation, rival))({ limit: 1, cursor });
    assert.equal(other.body.code, 'invalid_cursor', operation.name);
    assert.equal((await ask({ limit: 1, cursor })).status, 200, `control: ${operation.name}`);
  }
});

function defaultSortOf(operation: Operation): string | undefined {
  const { sort } = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
  return /^Default (.*?);/.exec(String(sort?.['description']))?.[1];
}

test('a list gives the fields that are asked for and no others, and what it cannot give it refuses', async () => {
  for (const operation of dose(lists.filter((one) => 'fields' in shapeOf(one)))) {
    const ask = await asking(operation);
    const [row] = (await ask({ limit: 1 })).body.data;
    for (const field of Object.keys(row)) {
      const [picked] = (await ask({ limit: 1, fields: field })).body.data;
      assert.deepEqual(
        Object.keys(picked).toSorted(),
        [...new Set(['id', field])].filter((key) => key in row).toSorted(),
      );
      assert.deepEqual(picked[field], row[field], `${operation.name} ${field}`);
    }
    for (const query of [{ fields: 'nothing' }, { sort: 'nothing' }, { sort: 'id;drop table users' }, { limit: 101 }]) {
      const answer = await ask(query);
      const about = `${operation.name} ${JSON.stringify(query)}: ${answer.text}`;
      assert.deepEqual([answer.status, answer.body.code], [422, 'validation_failed'], about);
      assert.ok(answer.body.errors[0].pointer.startsWith(`/${Object.keys(query)[0]}`), about);
    }
  }
});

test('a record or a list expands whatever it says it can, and nothing else', async () => {
  const expandable = catalogue.filter((one) => one.effect === 'read' && 'expand' in shapeOf(one));
  assert.ok(expandable.length >= 4);
  for (const operation of dose(expandable)) {
    const ask = await asking(operation);
    const { expand } = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
    const items = expand?.['items'];
    const paths = (isSchema(items) ? items['enum'] : []) as string[];
    for (const path of paths) {
      const { status, body, text } = await ask({ expand: path });
      assert.equal(status, 200, `${operation.name} ${path}: ${text}`);
      const [parent = '', child] = path.split('.');
      const rows: Wire[] = [body.data ?? body].flat();
      const places = child === undefined ? rows : rows.flatMap((row) => row[parent]);
      assert.ok(
        places.every((place) => (child ?? parent) in place),
        `${operation.name} ${path}`,
      );
    }
    assert.equal((await ask({ expand: 'organization' })).body.code, 'validation_failed', operation.name);
  }
});

/** Filters that ask for something else than the field of their name shows. */
const otherwise: Readonly<Record<string, string>> = {
  'list_tax_rates applies_to': 'A rate for both is found by either side, and nobody asks for both.',
};

/** Value of a row that an equal filter takes: the field with the filter's name. */
function shown(row: Wire, name: string): string | undefined {
  const value = row[name];
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : undefined;
}

const notFilters = new Set(['limit', 'cursor', 'sort', 'fields', 'expand', 'include', 'id', 'q']);

test('a filter by what a row shows finds that row and only such, and bounds part a list in two', async () => {
  const wrong = new Map<string, string>();
  let tried = 0;
  for (const operation of dose(lists)) {
    const ask = await asking(operation);
    const all = await walk(ask, { limit: rowsMax });
    for (const name of Object.keys(shapeOf(operation)).filter((one) => !notFilters.has(one))) {
      const row = all.find((one) => shown(one, name) !== undefined);
      const value = row === undefined ? undefined : shown(row, name);
      if (value === undefined) continue;
      const filter = `${operation.name} ${name}`;
      tried += 1;
      const { status, body, text } = await ask({ [name]: value, limit: rowsMax });
      if (status !== 200) wrong.set(filter, `${value}: ${text}`);
      else {
        const expected = all.filter((one) => shown(one, name) === value).slice(0, rowsMax);
        if (JSON.stringify(body.data) !== JSON.stringify(expected))
          wrong.set(filter, `${value}: ${body.data.length} rows, not ${expected.length}`);
      }
      const { [name]: schema = {} } = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
      if (!choicesOf(schema).some((choice) => isSchema(choice['properties']) && 'gte' in choice['properties']))
        continue;
      const above = await walk(ask, { [name]: { gte: value }, limit: rowsMax });
      const below = await walk(ask, { [name]: { lt: value }, limit: rowsMax });
      const known = all.filter((one) => one[name] !== null);
      if (above.length + below.length !== known.length)
        wrong.set(filter, `${above.length} + ${below.length}, not ${known.length}`);
    }
  }
  assert.deepEqual(
    [...wrong].filter(([filter]) => !(filter in otherwise)),
    [],
  );
  assert.deepEqual(
    namesIn(dose(lists), Object.keys(otherwise)).filter((filter) => !wrong.has(filter)),
    [],
  );
  assert.ok(tried >= (isComplete ? 50 : 5), `${tried} filters`);
});
