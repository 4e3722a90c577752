import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { sql } from '../../db/sql.ts';
import { book } from '../../../test/support/books.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();

test('absent keeps, null clears, and every field is in the answer', async () => {
  const before = await world.call('get_organization');
  const after = await world.call('update_organization', {
    legal_name: 'Acme GmbH',
    address: { line1: 'Hauptstr. 1', city: 'Berlin', country: 'DE' },
    tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
    invoice_defaults: { terms_days: 14, notes: 'Thank you.' },
    inventory: { negative_stock: 'warn' },
    cash_rounding_increment: '0.05',
  });
  assert.equal(after.version, before.version + 1);
  assert.equal(after.name, before.name);
  assert.equal(after.legal_name, 'Acme GmbH');
  assert.equal(after.cash_rounding_increment, '0.05');
  assert.deepEqual(after.inventory, {
    costing_method: 'weighted_average',
    negative_stock: 'warn',
    reservation_ttl: 1440,
  });
  assert.equal(after.address.line2, null);
  assert.deepEqual(Object.keys(after), Object.keys(before));
  const cleared = await world.call('update_organization', {
    legal_name: null,
    address: { line1: 'Hauptstr. 9', country: null },
    invoice_defaults: { terms_days: null },
    cash_rounding_increment: null,
  });
  assert.equal(cleared.legal_name, null);
  assert.deepEqual(cleared.address, { ...after.address, line1: 'Hauptstr. 9', country: null });
  assert.equal(cleared.cash_rounding_increment, null);
  assert.deepEqual(cleared.invoice_defaults, {
    terms_days: null,
    discount_grace_days: null,
    notes: 'Thank you.',
    footer: null,
    language: null,
    allow_void: false,
  });
  assert.deepEqual(await world.call('get_organization'), cleared);
});

test('a change tells what was before, and is announced', async () => {
  world.emitted();
  const before = await world.call('get_organization');
  await world.call('update_organization', { phone: '+49 30 123456' });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['organization.updated'],
  );
  const [row] = await world.db.transaction({ organization: world.ana.organization?.id }, (db) =>
    db.many<{ before: unknown }>(sql`
      select before from audit_log where action = 'update_organization' order by at desc, id desc limit 1`),
  );
  assert.deepEqual(row?.before, before);
});

test('who read an older version is refused with the current one', async () => {
  const { version } = await world.call('get_organization');
  await world.call('update_organization', { name: 'Acme', version });
  await assert.rejects(
    world.call('update_organization', { name: 'Acme again', version }),
    refused('version_conflict', ({ current_version }) => assert.equal(current_version, version + 1)),
  );
});

test('currency and country may change until something is posted, and then no more', async () => {
  const owner = await world.found('Young');
  const changed = await world.call('update_organization', { base_currency: 'JPY', country: 'JP' }, { as: owner });
  assert.equal(changed.base_currency, 'JPY');
  const lines = [
    { code: '1000', sum: '100' },
    { code: '3000', sum: '-100' },
  ];
  await book(world, [{ date: '2026-01-05', lines }], owner);
  for (const change of [{ base_currency: 'EUR' }, { country: 'DE' }, { base_currency: 'EUR', name: 'New' }]) {
    await assert.rejects(world.call('update_organization', change, { as: owner }), refused('books_begun'));
  }
  const same = { base_currency: 'JPY', country: 'JP', name: 'Older' };
  assert.equal((await world.call('update_organization', same, { as: owner })).name, 'Older');
});

test('a way to value stock that the books do not know is refused', async () => {
  const told = refused('validation_failed', ({ errors }) => {
    assert.equal(errors[0].pointer, '/inventory/costing_method');
  });
  await assert.rejects(world.call('update_organization', { inventory: { costing_method: 'lifo' } }), told);
});

test('a cash rounding step needs the decimals of the currency, and ends with it', async () => {
  const owner = await world.found('Rappen', { currency: 'CHF', country: 'CH' });
  for (const step of ['0.005', '0']) {
    await assert.rejects(
      world.call('update_organization', { cash_rounding_increment: step }, { as: owner }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/cash_rounding_increment')),
    );
  }
  await world.call('update_organization', { cash_rounding_increment: '0.05' }, { as: owner });
  const moved = await world.call('update_organization', { base_currency: 'JPY' }, { as: owner });
  assert.equal(moved.cash_rounding_increment, null);
});

test('a fiscal year begins on a day that its month has', async () => {
  const start = (month: number, day: number) => ({ fiscal_year_start_month: month, fiscal_year_start_day: day });
  assert.ok(await world.call('update_organization', start(2, 29)));
  for (const [month, day] of [
    [4, 31],
    [2, 30],
  ] as const) {
    await assert.rejects(
      world.call('update_organization', start(month, day)),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/fiscal_year_start_day')),
    );
  }
});

test('a short name that another organisation has is refused', async () => {
  const owner = await world.found('Slug');
  await world.call('update_organization', { slug: 'the-slug' }, { as: owner });
  await assert.rejects(world.call('update_organization', { slug: 'the-slug' }), refused('slug_taken'));
});

test('what is not a setting cannot be set, and who may not change settings cannot', async () => {
  for (const field of ['id', 'status', 'created_at', 'organization_id', 'updated_by']) {
    await assert.rejects(world.call('update_organization', { [field]: 'x' }), refused('validation_failed'), field);
  }
  const reader = withPermissions(world.ana, ['organization:read']);
  await assert.rejects(world.call('update_organization', { name: 'Mine' }, { as: reader }), refused('forbidden'));
  assert.ok(await world.call('get_organization', {}, { as: reader }));
});

test('one organisation neither sees nor changes another', async () => {
  const mine = await world.call('get_organization');
  const theirs = await world.call('get_organization', {}, { as: world.rival });
  assert.notEqual(mine.id, theirs.id);
  await world.call('update_organization', { name: 'Rival & Sons' }, { as: world.rival });
  assert.equal((await world.call('get_organization')).name, mine.name);
  const list = await world.call('list_organizations');
  assert.deepEqual(
    list.data.map(({ id }: { id: string }) => id),
    [mine.id],
  );
});

test('settings change while others write records of the organisation, which hold on to its row', async () => {
  const writer = new pg.Client({ connectionString: world.database.ownerUrl });
  await writer.connect();
  const { rows } = await writer.query('begin').then(() => writer.query('select id from organizations for key share'));
  assert.ok(rows.length > 0);
  const changed = await world.call('update_organization', { legal_name: 'Acme while selling' });
  assert.equal(changed.legal_name, 'Acme while selling');
  await writer.query('rollback');
  await writer.end();
});
