import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);

const old = await shop.client({ custom_fields: { region: 'nowhere', since: 'long ago' } });
const define = (key: string, type: string, more = {}): Promise<Wire> =>
  call('create_custom_field', { kind: 'client', key, label: key.toUpperCase(), type, ...more });
const region = await define('region', 'choice', { choices: ['north', 'south'] });
await define('since', 'date');
await define('discount', 'number');
await define('vip', 'boolean');
await define('page', 'url', { description: 'Where they are found.' });
await define('a/b', 'text');

const refusing = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors }) =>
    assert.deepEqual([errors?.[0]?.pointer, errors?.[0]?.code], [pointer, code]),
  );

test('values that fit are kept as they were sent', async () => {
  const custom_fields = {
    region: 'north',
    since: '2026-01-31',
    discount: '-2.5',
    vip: false,
    page: 'https://a.example/x',
  };
  assert.deepEqual((await shop.client({ custom_fields })).custom_fields, custom_fields);
});

for (const [key, value, code] of [
  ['region', 'east', 'not_a_choice'],
  ['since', '2026-02-30', 'not_a_date'],
  ['discount', 'ten', 'not_a_number'],
  ['vip', 'yes', 'not_a_boolean'],
  ['page', 'javascript:alert(1)', 'not_a_url'],
  ['a/b', true, 'not_a_text'],
] as const) {
  test(`${JSON.stringify(value)} is no ${key}, and what to write is said where it stands`, async () => {
    const pointer = `/custom_fields/${key.replace('/', '~1')}`;
    await assert.rejects(shop.client({ custom_fields: { [key]: value } }), refusing(pointer, code));
  });
}

test('fields of variants are held to those of variants, also where they come with their product', async () => {
  const definition = { kind: 'variant', key: 'fabric', label: 'Fabric', type: 'choice', choices: ['wool', 'silk'] };
  const { id: fabric } = await call('create_custom_field', { ...definition, required: true });
  const input = (...fields: (object | undefined)[]) => ({
    name: 'Scarf',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((size, index) => ({
      option_values: { Size: size },
      price: '10.00',
      ...(fields[index] && { custom_fields: fields[index] }),
    })),
  });
  const bad = call('create_product', input({ fabric: 'wool' }, { fabric: 'tin' }));
  await assert.rejects(bad, refusing('/variants/1/custom_fields/fabric', 'not_a_choice'));
  const missing = call('create_product', input(undefined, { fabric: 'silk' }));
  await assert.rejects(missing, refusing('/variants/0/custom_fields/fabric', 'required'));
  const { id } = await call('create_product', input({ fabric: 'wool' }, { fabric: 'silk' }));
  const { data } = await call('list_product_variants', { id });
  assert.deepEqual(
    data.map(({ custom_fields: own }: Wire) => own),
    [{ fabric: 'wool' }, { fabric: 'silk' }],
  );
  const [first] = data;
  const changed = call('update_variant', { id: first.id, custom_fields: { fabric: 'tin' } });
  await assert.rejects(changed, refusing('/custom_fields/fabric', 'not_a_choice'));
  // A simple product says nothing of its variant, which gets its fields later.
  assert.ok((await call('create_product', { name: 'Simple', price: '1.00' })).id);
  await call('archive_custom_field', { id: fabric });
});

test('what was there before stays valid, and is held to the fields only where it changes', async () => {
  const { id, custom_fields } = old;
  assert.equal((await call('update_client', { id, website: 'https://x.example' })).custom_fields.since, 'long ago');
  const same = await call('update_client', { id, custom_fields: { ...custom_fields, vip: true } });
  assert.deepEqual(same.custom_fields, { region: 'nowhere', since: 'long ago', vip: true });
  const wrong = { ...custom_fields, since: 'yesterday' };
  await assert.rejects(
    call('update_client', { id, custom_fields: wrong }),
    refusing('/custom_fields/since', 'not_a_date'),
  );
  assert.equal((await call('get_client', { id })).custom_fields.vip, true);
});

test('unknown keys are taken, unless the organisation says otherwise', async () => {
  const named = { colour: 'red', hasOwnProperty: 'x' };
  const client = await shop.client({ custom_fields: named });
  assert.deepEqual(client.custom_fields, named);
  const rules = await call('update_custom_field_rules', { refuse_unknown: ['client'] });
  assert.deepEqual((await call('get_custom_field_rules')).refuse_unknown, ['client']);
  await assert.rejects(shop.client({ custom_fields: named }), refusing('/custom_fields/colour', 'unknown_field'));
  await assert.rejects(
    shop.client({ custom_fields: { toString: 'x' } }),
    refusing('/custom_fields/toString', 'unknown_field'),
  );
  await call('update_client', { id: client.id, custom_fields: { ...named, vip: true } });
  await call('create_product', { type: 'service', name: 'Other', price: '1', custom_fields: { colour: 'red' } });
  await assert.rejects(
    call('update_custom_field_rules', { refuse_unknown: [], version: 0 }),
    refused('version_conflict', ({ current_version: now }) => assert.equal(now, rules.version)),
  );
  await call('update_custom_field_rules', { refuse_unknown: [] });
});

test('a required field is asked for when a record is made, and when its custom fields are changed', async () => {
  const field = await call('create_custom_field', {
    kind: 'sale',
    key: 'cost_centre',
    label: 'Cost centre',
    type: 'text',
    required: true,
  });
  const line = { name: 'Item', quantity: '1', unit_price: '5' };
  await assert.rejects(shop.draft(['5']), refusing('/custom_fields/cost_centre', 'required'));
  await assert.rejects(
    shop.keyed('record_sale', { lines: [line], payments: [{ method: 'Cash' }], custom_fields: { cost_centre: '' } }),
    refusing('/custom_fields/cost_centre', 'required'),
  );
  const sale = await shop.draft(['5'], { custom_fields: { cost_centre: 'A1' } });
  assert.equal((await call('update_sale', { id: sale.id, notes: 'x' })).custom_fields.cost_centre, 'A1');
  await assert.rejects(
    call('update_sale', { id: sale.id, custom_fields: {} }),
    refusing('/custom_fields/cost_centre', 'required'),
  );
  assert.equal((await call('duplicate_sale', { id: sale.id })).custom_fields.cost_centre, 'A1');
  await call('archive_custom_field', { id: field.id });
  await shop.draft(['5']);
  await assert.rejects(
    call('archive_custom_field', { id: field.id }),
    refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['restore_custom_field'])),
  );
  await call('restore_custom_field', { id: field.id });
  await assert.rejects(shop.draft(['5']), refusing('/custom_fields/cost_centre', 'required'));
  await call('update_custom_field', { id: field.id, required: false });
  await shop.draft(['5']);
});

test('nothing is written where a value is refused, and a preview refuses the same', async () => {
  const name = 'Never there';
  const bad = { type: 'business', display_name: name, custom_fields: { vip: 'no' } };
  await assert.rejects(call('create_client', bad), refusing('/custom_fields/vip', 'not_a_boolean'));
  await assert.rejects(call('create_client', bad, { dryRun: true }), refusing('/custom_fields/vip', 'not_a_boolean'));
  assert.deepEqual((await call('list_clients', { q: name })).data, []);
});

test('a key is there once for each kind, choices belong to a choice, and there is an end to fields', async () => {
  await assert.rejects(define('region', 'text'), refused('custom_field_key_taken'));
  await call('create_custom_field', { kind: 'product', key: 'region', label: 'Region', type: 'text' });
  await assert.rejects(define('size', 'choice'), refusing('/choices', 'required'));
  await assert.rejects(define('size', 'text', { choices: ['S'] }), refusing('/choices', 'not_a_choice'));
  for (let made = 0; made < 50; made += 1) {
    await call('create_custom_field', { kind: 'location', key: `k${made}`, label: 'K', type: 'text' });
  }
  await assert.rejects(
    call('create_custom_field', { kind: 'location', key: 'k50', label: 'K', type: 'text' }),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 50)),
  );
});

test('choices change, and records keep one that is gone', async () => {
  const client = await shop.client({ custom_fields: { region: 'south' } });
  await call('update_custom_field', { id: region.id, choices: ['north', 'west'] });
  const kept = await call('update_client', { id: client.id, custom_fields: { region: 'south', vip: true } });
  assert.equal(kept.custom_fields.region, 'south');
  await assert.rejects(
    shop.client({ custom_fields: { region: 'south' } }),
    refused('validation_failed', ({ hint }) => assert.equal(hint, 'Write one of: north, west.')),
  );
});

test('lists find records by their custom fields', async () => {
  const sale = await shop.draft(['5'], { custom_fields: { project: 'P-1', urgent: true } });
  const ids = async (custom_fields: object): Promise<string[]> =>
    (await call('list_sales', { custom_fields })).data.map(({ id }: Wire) => id);
  assert.deepEqual(await ids({ project: 'P-1' }), [sale.id]);
  assert.deepEqual(await ids({ project: 'P-1', urgent: 'true' }), [sale.id]);
  assert.deepEqual(await ids({ project: 'P-2' }), []);
});

test('fields come in their order, archived ones where they are asked for', async () => {
  const keys = async (more = {}): Promise<string[]> =>
    (await call('list_custom_fields', { kind: ['client'], ...more })).data.map(({ key }: Wire) => key);
  assert.deepEqual((await keys()).slice(0, 3), ['region', 'since', 'discount']);
  const last = await define('last', 'text', { position: 0 });
  assert.equal((await keys())[0], 'last');
  await call('archive_custom_field', { id: last.id });
  assert.ok(!(await keys()).includes('last') && (await keys({ include_archived: true })).includes('last'));
});

test('another organisation has fields of its own', async () => {
  const as = world.rival;
  assert.deepEqual((await call('list_custom_fields', {}, { as })).data, []);
  await assert.rejects(call('get_custom_field', { id: region.id }, { as }), refused('not_found'));
  const theirs = { type: 'business', display_name: 'Theirs', custom_fields: { vip: 'perhaps' } };
  assert.equal((await call('create_client', theirs, { as })).custom_fields.vip, 'perhaps');
});

test('who may change no settings may define no fields', async () => {
  const as = withPermissions(world.ana, ['organization:read', 'clients:write']);
  await assert.rejects(
    call('create_custom_field', { kind: 'client', key: 'x', label: 'X', type: 'text' }, { as }),
    refused('forbidden'),
  );
  await assert.rejects(
    call('create_client', { type: 'business', display_name: 'X', custom_fields: { vip: 'x' } }, { as }),
    refusing('/custom_fields/vip', 'not_a_boolean'),
  );
});
