import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const create = (display_name: string, more: object = {}) =>
  call('create_client', { type: 'business', display_name, ...more });
const update = (id: string, change: object) => call('update_client', { id, ...change });

const clearable = {
  legal_name: 'A',
  first_name: 'B',
  last_name: 'C',
  email: 'clear@example.com',
  phone: '+49 30 1',
  website: 'https://example.com',
  billing_address: { city: 'Berlin' },
  currency: 'USD',
  payment_terms: { type: 'days_after_issue', value: 30 },
  language: 'de',
  discount_percent: '5',
  credit_limit: '10',
  notes_internal: 'D',
  notes_public: 'E',
  external_id: 'clearable',
};

describe('updating a client', () => {
  test('what is left out stays, what is null is emptied, and the answer is what will be read', async () => {
    const parent = await create('Parent');
    const client = await create('Clearable', { ...clearable, parent_id: parent.id, tags: ['a'] });
    const kept = await update(client.id, {});
    const { version, updated_at, ...rest } = client;
    for (const [field, value] of Object.entries(rest)) assert.deepEqual(kept[field], value, field);
    assert.deepEqual([kept.version, version], [2, 1]);
    assert.ok(kept.updated_at >= updated_at);
    const fields = [...Object.keys(clearable), 'parent_id'];
    const emptied = await update(client.id, Object.fromEntries(fields.map((field) => [field, null])));
    for (const field of [...fields, 'phone_normalized', 'credit_limit_currency']) assert.equal(emptied[field], null);
    assert.deepEqual(await call('get_client', { id: client.id }), emptied);
    assert.deepEqual(emptied.tags, ['a']);
  });

  test('an address keeps the lines that are left out, and loses those that are null', async () => {
    const street = { line1: 'Hauptstr. 1', line2: '3rd floor', city: 'Berlin', postal_code: '10115', country: 'DE' };
    const client = await create('Moving within', { billing_address: street });
    const { billing_address: moved } = await update(client.id, { billing_address: { line1: 'Hauptstr. 9' } });
    assert.deepEqual(moved, { ...street, line1: 'Hauptstr. 9', region: null });
    const { billing_address: below } = await update(client.id, { billing_address: { line2: null } });
    assert.deepEqual(below, { ...moved, line2: null });
    const kept = await update(client.id, { billing_address: {} });
    assert.deepEqual(kept.billing_address, below);
    const lines = Object.fromEntries(Object.keys(below).map((line) => [line, null]));
    assert.equal((await update(client.id, { billing_address: lines })).billing_address, null);
    const { billing_address: begun } = await update(client.id, { billing_address: { city: 'Bonn' } });
    assert.deepEqual(begun, { ...lines, city: 'Bonn' });
  });

  test('a change of what the caller has not read is refused with the current version', async () => {
    const client = await create('Versioned');
    await update(client.id, { version: 1, display_name: 'Second' });
    const told = refused('version_conflict', ({ current_version }) => assert.equal(current_version, 2));
    await assert.rejects(update(client.id, { version: 1, display_name: 'Third' }), told);
    assert.equal((await call('get_client', { id: client.id })).display_name, 'Second');
  });

  test('of fifty changes at once to one version, one wins and the others are told', async () => {
    const client = await create('Contested');
    const attempts = Array.from({ length: 50 }, (_, n) => update(client.id, { version: 1, display_name: `Name ${n}` }));
    const outcomes = await Promise.allSettled(attempts);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.kind?.code, 'version_conflict');
    }
    assert.equal((await call('get_client', { id: client.id })).version, 2);
  });

  test('fifty changes at once without a version all happen, one after the other', async () => {
    const client = await create('Busy');
    await Promise.all(Array.from({ length: 50 }, (_, n) => update(client.id, { notes_internal: `Note ${n}` })));
    assert.equal((await call('get_client', { id: client.id })).version, 51);
  });

  test('another organisation’s client is not there', async () => {
    const client = await create('Ours');
    await assert.rejects(
      call('update_client', { id: client.id, display_name: 'Theirs' }, { as: rival }),
      refused('not_found'),
    );
    assert.equal((await call('get_client', { id: client.id })).display_name, 'Ours');
  });

  test('contacts that are sent again keep their ids, and a strange id is refused', async () => {
    const client = await create('Contacts', { contacts: [{ name: 'Ida' }, { name: 'Max' }] });
    const [ida, max] = client.contacts;
    const { contacts } = await update(client.id, { contacts: [{ id: max.id, name: 'Maxim' }, { name: 'New' }] });
    assert.deepEqual([contacts[0].id, contacts[0].name, contacts[0].is_primary], [max.id, 'Maxim', true]);
    assert.equal(new Set([ida.id, ...contacts.map(({ id }: { id: string }) => id)]).size, 3);
    for (const ids of [[ida.id], [max.id, max.id]]) {
      const again = update(client.id, { contacts: ids.map((id) => ({ id, name: 'X' })) });
      await assert.rejects(again, refused('not_found'));
    }
  });

  test('a tax id that was given up no longer points to the client', async () => {
    const taxId = { type: 'us_ein', value: '12-3456789' };
    const client = await create('First holder', { tax_ids: [taxId] });
    await update(client.id, { tax_ids: [] });
    await create('Second holder', { tax_ids: [taxId] });
  });

  test('a change of currency leaves the credit limit worth what it was', async () => {
    const client = await create('Moving', { currency: 'USD', credit_limit: '100' });
    const moved = await update(client.id, { currency: 'JPY' });
    assert.deepEqual([moved.currency, moved.credit_limit, moved.credit_limit_currency], ['JPY', '100.00', 'USD']);
    const limited = await update(client.id, { credit_limit: '9000' });
    assert.deepEqual([limited.credit_limit, limited.credit_limit_currency], ['9000', 'JPY']);
  });

  test('a number or external_id that another client has is refused', async () => {
    const taken = await create('Taken', { external_id: 'taken' });
    const client = await create('Wanting');
    await assert.rejects(update(client.id, { number: taken.number }), refused('client_number_taken'));
    await assert.rejects(update(client.id, { external_id: 'taken' }), refused('client_external_id_taken'));
  });

  test('tells which fields changed, and the audit log keeps both states', async () => {
    const client = await create('Before', { notes_public: 'Same' });
    world.emitted();
    await update(client.id, { display_name: 'After', notes_public: 'Same', metadata: { a: '1' } });
    const [event, ...others]: Wire[] = world.emitted();
    assert.deepEqual([event.type, others], ['client.updated', []]);
    assert.deepEqual(event.data.changed, ['display_name', 'metadata']);
    const audit = await world.db.transaction({ organization: ana.organization?.id }, (db) =>
      db.one<{ before: { display_name: string }; after: { display_name: string } }>(
        sql`select before, after from audit_log where action = 'update_client' order by id desc limit 1`,
      ),
    );
    assert.deepEqual([audit.before.display_name, audit.after.display_name], ['Before', 'After']);
  });
});

describe('clients above clients', () => {
  test('no client can be above itself, over however many levels', async () => {
    const top = await create('Top');
    const middle = await create('Middle', { parent_id: top.id });
    const low = await create('Low', { parent_id: middle.id });
    for (const parent_id of [top.id, middle.id, low.id]) {
      await assert.rejects(update(top.id, { parent_id }), refused('client_cycle'));
    }
    assert.equal((await update(low.id, { parent_id: top.id })).parent_id, top.id);
  });

  test('two changes at the same moment do not close a ring', longTest, async () => {
    for (let round = 0; round < 3; round += 1) {
      const [a, b, c] = await Promise.all([create('A'), create('B'), create('C')]);
      const outcomes = await Promise.allSettled([
        update(a.id, { parent_id: b.id }),
        update(b.id, { parent_id: c.id }),
        update(c.id, { parent_id: a.id }),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.kind?.code, 'client_cycle');
      }
    }
  });

  test('ten levels are enough', async () => {
    let parent_id: string | null = null;
    for (let level = 0; level <= 10; level += 1) parent_id = (await create(`Level ${level}`, { parent_id })).id;
    await assert.rejects(create('Too deep', { parent_id }), refused('client_cycle'));
  });
});
