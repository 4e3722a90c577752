import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;

const person = (display_name: string, more: object = {}) => ({ type: 'individual', display_name, ...more });
const create = (display_name: string, more: object = {}) => call('create_client', person(display_name, more));

const full = {
  type: 'business',
  display_name: 'Blumen Müller',
  legal_name: 'Blumen Müller GmbH',
  lifecycle: 'lead',
  roles: ['customer', 'supplier'],
  email: 'Post@Blumen.example',
  phone: '+49 (0)30 1234-567',
  website: 'https://blumen.example',
  contacts: [
    { name: 'Ida', email: 'ida@blumen.example' },
    { name: 'Max', role: 'Accounts', is_primary: true, receives: ['invoice', 'statement', 'invoice'] },
  ],
  billing_address: { line1: 'Allee 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
  shipping_addresses: [{ line1: 'Hof 2' }],
  tax_ids: [{ type: 'eu_vat', value: 'de 123.456.788' }],
  tax_status: 'reverse_charge',
  currency: 'CHF',
  payment_terms: { type: 'day_of_following_month', value: 15 },
  language: 'de-DE',
  discount_percent: '2.5',
  credit_limit: '1500.5',
  credit_hold: true,
  do_not_contact: true,
  notes_internal: 'Pays late.',
  notes_public: 'Ring twice.',
  tags: ['vip', 'vip', 'berlin'],
  custom_fields: { region: 'east', loyal: true },
  metadata: { crm: '77' },
  external_id: 'crm-77',
};

describe('creating a client', () => {
  test('every field comes back as it will be read', async () => {
    const created = await call('create_client', full);
    assert.deepEqual(await call('get_client', { id: created.id }), created);
    const { contacts, ...rest } = created;
    const expected = {
      display_name: 'Blumen Müller',
      status: 'active',
      roles: ['customer', 'supplier'],
      email: 'post@blumen.example',
      phone: '+49 (0)30 1234-567',
      phone_normalized: '+49301234567',
      shipping_addresses: [{ line1: 'Hof 2', line2: null, city: null, region: null, postal_code: null, country: null }],
      tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE', verification: 'unverified', verified_at: null }],
      discount_percent: '2.5',
      credit_limit: '1500.50',
      credit_limit_currency: 'CHF',
      tags: ['vip', 'berlin'],
      version: 1,
      archived_at: null,
    };
    for (const [field, value] of Object.entries(expected)) assert.deepEqual(rest[field], value, field);
    assert.deepEqual(
      contacts.map(({ name, is_primary, receives }: (typeof contacts)[number]) => [name, is_primary, receives]),
      [
        ['Ida', false, []],
        ['Max', true, ['invoice', 'statement']],
      ],
    );
    assert.ok(contacts.every(({ id }: { id: string }) => id.startsWith('contact_')));
  });

  test('a name and a type are enough, and every other field is there all the same', async () => {
    const client = await create('Ada');
    assert.deepEqual([client.lifecycle, client.roles, client.tax_status], ['active', ['customer'], 'taxable']);
    assert.ok(Object.values(client).every((value) => value !== undefined));
    assert.deepEqual(
      Object.keys(client).toSorted(),
      Object.keys(await call('get_client', { id: client.id })).toSorted(),
    );
  });

  test('the first contact is the primary one unless another is marked, and two marks are refused', async () => {
    const { contacts } = await create('Primary', { contacts: [{ name: 'One' }, { name: 'Two' }] });
    assert.deepEqual(
      contacts.map(({ is_primary }: { is_primary: boolean }) => is_primary),
      [true, false],
    );
    const both = [
      { name: 'One', is_primary: true },
      { name: 'Two', is_primary: true },
    ];
    await assert.rejects(create('Primary', { contacts: both }), refused('validation_failed'));
  });

  test('a credit limit without a currency of the client is in the organisation’s', async () => {
    const client = await create('Limited', { credit_limit: '20' });
    assert.deepEqual([client.credit_limit, client.credit_limit_currency, client.currency], ['20.00', 'EUR', null]);
  });

  test('more decimals than the currency has, a number for a string, and more than 100 % are refused', async () => {
    for (const wrong of [
      { credit_limit: '1.005' },
      { credit_limit: '0.5', currency: 'JPY' },
      { credit_limit: 12 },
      { credit_limit: '-1' },
      { discount_percent: '100.000001' },
    ]) {
      await assert.rejects(create('Wrong', wrong), refused('validation_failed'), JSON.stringify(wrong));
    }
  });

  test('a tax id that does not fit its type is refused with what to write', async () => {
    const wrong = create('Wrong', { tax_ids: [{ type: 'eu_vat', value: 'DE12' }] });
    const told = refused('validation_failed', ({ errors: [error] }) => {
      assert.deepEqual([error.pointer, error.code], ['/tax_ids/0/value', 'invalid_tax_id']);
      assert.match(error.message, /DE123456788/);
    });
    await assert.rejects(wrong, told);
  });

  test('groups, a parent and tax rates must be the organisation’s own', async () => {
    const foreignGroup = await call('create_client_group', { name: 'Theirs' }, { as: rival });
    const foreign = await call('create_client', person('Theirs'), { as: rival });
    const group = await call('create_client_group', { name: 'Ours' });
    const ghost = 'client_01h455vb4pex5vsknk084sn02q';
    const rate = { name: 'VAT', percentage: '19' };
    const foreignRate = await call('create_tax_rate', rate, { as: rival });
    for (const [wrong, pointer] of [
      [{ group_ids: [group.id, foreignGroup.id] }, '/group_ids/1'],
      [{ parent_id: foreign.id }, '/parent_id'],
      [{ parent_id: ghost }, '/parent_id'],
      [{ default_tax_rate_ids: [foreignRate.id] }, '/default_tax_rate_ids/0'],
    ] as const) {
      const told = refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, pointer));
      await assert.rejects(create('Reaching', wrong), told);
    }
    const client = await create('In a group', { group_ids: [group.id, group.id] });
    assert.deepEqual(client.group_ids, [group.id]);
  });

  test('tells that a client was created, without anything personal, and writes one audit row', async () => {
    world.emitted();
    const client = await create('Emitting', { email: 'secret@person.example' });
    const [event, ...others] = world.emitted();
    assert.deepEqual([event?.type, others], ['client.created', []]);
    assert.doesNotMatch(await lastEvent(), /person|Emitting/);
    const { data } = await call('get_client_timeline', { id: client.id });
    assert.deepEqual(
      data.map(({ action }: { action: string }) => action),
      ['create_client'],
    );
  });

  test('a preview answers the client and leaves nothing behind, not even a number', async () => {
    const input = person('Previewed', { email: 'previewed@example.com' });
    const preview = await call('create_client', input, { dryRun: true });
    const client = await call('create_client', input);
    assert.equal(client.number, preview.number);
    await assert.rejects(call('get_client', { id: preview.id }), refused('not_found'));
  });
});

describe('a client’s number', () => {
  test('comes from the series, without gaps after refusals and for fifty at once', longTest, async () => {
    const owner = await world.found('Numbers');
    const named = (name: string, more: object = {}) => call('create_client', person(name, more), { as: owner });
    assert.equal((await named('A', { external_id: 'x' })).number, 'C-00001');
    await assert.rejects(named('B', { external_id: 'x' }), refused('client_external_id_taken'));
    const many = await Promise.all(Array.from({ length: 50 }, (_, index) => named(`Client ${index}`)));
    const expected = Array.from({ length: 50 }, (_, index) => `C-${String(index + 2).padStart(5, '0')}`);
    assert.deepEqual(new Set(many.map(({ number }) => number)), new Set(expected));
  });

  test('may be given, and no two clients share one', async () => {
    const owner = await world.found('Given');
    const given = (number: string) => call('create_client', person(`No ${number}`, { number }), { as: owner });
    assert.equal((await given('K-7')).number, 'K-7');
    await assert.rejects(given('K-7'), refused('client_number_taken'));
    assert.equal((await call('create_client', person('Theirs', { number: 'K-7' }), { as: rival })).number, 'K-7');
  });

  test('steps over numbers that were given by hand, however many', async () => {
    const owner = await world.found('Imported');
    const next = async () => (await call('create_client', person('Next'), { as: owner })).number;
    const given = (number: string) => call('create_client', person(`No ${number}`, { number }), { as: owner });
    await given('C-00001');
    assert.equal(await next(), 'C-00002');
    for (let n = 3; n < 40; n += 1) await given(`C-${String(n).padStart(5, '0')}`);
    await given('ZZ-90000000');
    assert.equal(await next(), 'C-00040');
    assert.equal(await next(), 'C-00041');
  });
});

describe('a client who seems to be there already', () => {
  const candidatesOf = async (attempt: Promise<unknown>): Promise<string[]> => {
    let names: string[] = [];
    const told = refused('duplicate_suspected', ({ candidates }) => {
      names = candidates.map((candidate: Wire) => candidate.display_name);
    });
    await assert.rejects(attempt, told);
    return names;
  };

  test('is refused by the same e-mail, tax id, or name at one postal code or telephone, with candidates', async () => {
    await create('Mail Holder', { email: 'holder@example.com' });
    await create('Tax Holder', {
      tax_ids: [
        { type: 'other', value: '1' },
        { type: 'gb_vat', value: 'GB 123 4567 82' },
      ],
    });
    await create('Zoë Brønd', { billing_address: { postal_code: 'SW1A 1AA' } });
    await create('Ann O’Hara', { phone: '030/44 55 66' });
    assert.deepEqual(await candidatesOf(create('X', { email: 'HOLDER@example.com' })), ['Mail Holder']);
    assert.deepEqual(await candidatesOf(create('X', { tax_ids: [{ type: 'gb_vat', value: 'gb123456782' }] })), [
      'Tax Holder',
    ]);
    const place = { billing_address: { postal_code: 'sw1a1aa' } };
    assert.deepEqual(await candidatesOf(create('ZOE  BROND', place)), ['Zoë Brønd']);
    assert.deepEqual(await candidatesOf(create("Ann O'Hara", { phone: '030 445566' })), ['Ann O’Hara']);
  });

  test('is not suspected for a name alone, or for what another organisation has', async () => {
    await create('John Smith', { billing_address: { postal_code: '1000' } });
    await create('John Smith');
    await create('John Smith', { billing_address: { postal_code: '2000' }, phone: '123456' });
    await create('!!!', { phone: '99 88 77' });
    await create('???', { phone: '99 88 77' });
    await call('create_client', person('Rival’s', { email: 'rival@example.com' }), { as: rival });
    await create('Mine', { email: 'rival@example.com' });
  });

  test('is created when the caller says it is somebody else', async () => {
    const twin = { email: 'twin@example.com' };
    const first = await create('Twin', twin);
    const second = await create('Twin', { ...twin, allow_duplicate: true });
    assert.notEqual(second.id, first.id);
    assert.equal('allow_duplicate' in second, false);
  });

  test('is found among the archived too, so that it can be restored', async () => {
    const old = await create('Old Friend', { email: 'old@example.com' });
    await call('archive_client', { id: old.id });
    assert.deepEqual(await candidatesOf(create('Old Friend', { email: 'old@example.com' })), ['Old Friend']);
  });
});

test('two spellings of one text in Unicode are one: the second is refused', async () => {
  await create('Café', { external_id: 'caf\u00e9' });
  await assert.rejects(create('Cafe\u0301', { external_id: 'cafe\u0301' }), refused('client_external_id_taken'));
  const client = await create('Cafe\u0301 two');
  assert.equal(client.display_name, 'Caf\u00e9 two');
});

async function lastEvent(): Promise<string> {
  const read = { organization: world.ana.organization?.id, readOnly: true };
  const event = await world.db.transaction(read, (db) =>
    db.one<{ data: object }>(sql`select data from events order by id desc limit 1`),
  );
  return JSON.stringify(event.data);
}

test('a client with nearly the name of another, or its telephone, is made and told of', async () => {
  const first = await call('create_client', {
    type: 'business',
    display_name: 'Zaunkönig GmbH',
    phone: '+49 30 7654321',
  });
  assert.equal(first.similar, undefined);
  for (const more of [
    { display_name: 'Zaunkonig' },
    { display_name: 'Zaunköng GmbH' },
    { display_name: 'Zaunkönig GmbH' },
    { display_name: 'Zaunkönig B.V.' },
    { display_name: 'Zaunkönig S.r.l.' },
    { display_name: 'Zaunkönig G.m.b.H. & Co. KG' },
  ]) {
    const { id, similar } = await call('create_client', { type: 'business', ...more });
    assert.ok(
      similar.some((one: Wire) => one.id === first.id && one.number === first.number),
      more.display_name,
    );
    assert.ok(!similar.some((one: Wire) => one.id === id));
  }
  const phone = await call('create_client', { type: 'business', display_name: 'Specht', phone: '+493076543 21' });
  assert.deepEqual(
    phone.similar.map(({ id }: Wire) => id),
    [first.id],
  );
  assert.equal((await call('create_client', { type: 'business', display_name: 'Zaunlatte' })).similar, undefined);
});
