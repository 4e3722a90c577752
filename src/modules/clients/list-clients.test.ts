import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';

const world = await createWorld();
const { call, rival } = world;

/** Calls of an organisation that starts empty. */
async function organization(name: string) {
  const owner = await world.found(name);
  return {
    owner,
    create: (display_name: string, more: object = {}): Promise<Wire> =>
      call('create_client', { type: 'business', display_name, ...more }, { as: owner }),
    list: (input: object = {}): Promise<Wire> => call('list_clients', input, { as: owner }),
  };
}

const namesOf = ({ data }: Wire): string[] => data.map((client: Wire) => client.display_name);

async function walk(owner: Actor, input: object, between: () => Promise<unknown> = async () => undefined) {
  const seen: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await call('list_clients', { ...input, ...(cursor === null ? {} : { cursor }) }, { as: owner });
    seen.push(...page.data.map(({ id }: Wire) => id));
    if (!page.has_more) return seen;
    cursor = page.next_cursor;
    await between();
  }
}

describe('finding clients by text', () => {
  test('words are found in names, numbers, e-mail, phone, contacts and tax ids, in any order and accent', async () => {
    const { create, list } = await organization('Text');
    await create('Blumen Müller', { legal_name: 'BM Floristik GmbH', number: 'K-77' });
    await create('Société Générale', { email: 'achat@societe.example', phone: '+33 1 23 45' });
    await create('Straße & Co', { contacts: [{ name: 'Żaneta Kłos', email: 'zk@co.example' }] });
    await create('Acme', { tax_ids: [{ type: 'other', value: 'XZ 9-1' }], external_id: 'crm/5' });
    for (const [q, name] of [
      ['muller blumen', 'Blumen Müller'],
      ['FLORISTIK', 'Blumen Müller'],
      ['k-77', 'Blumen Müller'],
      ['SOCIETE', 'Société Générale'],
      ['achat@societe', 'Société Générale'],
      ['+3312345', 'Société Générale'],
      ['strasse', 'Straße & Co'],
      ['zaneta klos', 'Straße & Co'],
      ['zk@co.example', 'Straße & Co'],
      ['xz91', 'Acme'],
      ['crm/5', 'Acme'],
      ['Mu\u0308ller', 'Blumen Müller'],
    ]) {
      assert.deepEqual(namesOf(await list({ q })), [name], q);
    }
    assert.deepEqual(namesOf(await list({ q: 'muller acme' })), []);
  });

  test('wildcards are letters like any other', async () => {
    const { create, list } = await organization('Wildcards');
    await create('100% Cotton');
    await create('100 Cotton');
    await create('under_score');
    await create('underXscore');
    await create('back\\slash');
    for (const [q, names] of [
      ['100%', ['100% Cotton']],
      ['r_s', ['under_score']],
      ['k\\s', ['back\\slash']],
      ['%%', []],
      ["'", []],
    ] as const) {
      assert.deepEqual(namesOf(await list({ q })), names, q);
    }
  });

  test('a client changed since is found by what it is now', async () => {
    const { owner, create, list } = await organization('Changed');
    const { id } = await create('Former');
    await call('update_client', { id, display_name: 'Current' }, { as: owner });
    assert.deepEqual(namesOf(await list({ q: 'former' })), []);
    assert.deepEqual(namesOf(await list({ q: 'current' })), ['Current']);
  });

  test('more than eight words are refused', async () => {
    await assert.rejects(call('list_clients', { q: 'a b c d e f g h i' }), refused('validation_failed'));
  });
});

describe('filtering clients', () => {
  test('each property finds its clients and no others', async () => {
    const { owner, create, list } = await organization('Filters');
    const group = await call('create_client_group', { name: 'Regulars' }, { as: owner });
    const head = await create('Head', {
      lifecycle: 'lead',
      roles: ['supplier'],
      email: 'Head@example.com',
      external_id: 'h1',
      number: 'H-1',
      tags: ['a', 'b'],
      custom_fields: { region: 'north', loyal: true, word: 'true' },
    });
    await create('Branch', { type: 'individual', parent_id: head.id, group_ids: [group.id], tags: ['b'] });
    await create('Other', { custom_fields: { region: 'south' } });
    const archived = await create('Gone', { tags: ['a'] });
    await call('archive_client', { id: archived.id }, { as: owner });
    const cases: [object, string[]][] = [
      [{}, ['Branch', 'Head', 'Other']],
      [{ status: ['archived'] }, ['Gone']],
      [{ status: ['active', 'archived'] }, ['Branch', 'Gone', 'Head', 'Other']],
      [{ include_archived: true }, ['Branch', 'Gone', 'Head', 'Other']],
      [{ include_archived: false }, ['Branch', 'Head', 'Other']],
      [{ lifecycle: ['lead', 'churned'] }, ['Head']],
      [{ role: ['supplier'] }, ['Head']],
      [{ type: ['individual'] }, ['Branch']],
      [{ group_id: group.id }, ['Branch']],
      [{ parent_id: head.id }, ['Branch']],
      [{ tag: 'a' }, ['Head']],
      [{ tag: 'b' }, ['Branch', 'Head']],
      [{ tag: 'b', role: ['customer'] }, ['Branch']],
      [{ number: 'H-1' }, ['Head']],
      [{ email: 'HEAD@example.com' }, ['Head']],
      [{ external_id: 'h1' }, ['Head']],
      [{ custom_fields: { region: 'north' } }, ['Head']],
      [{ custom_fields: { region: 'north', loyal: 'true', word: 'true' } }, ['Head']],
      [{ custom_fields: { loyal: false } }, []],
      [{ custom_fields: { region: 'nort' } }, []],
    ];
    for (const [input, names] of cases) {
      assert.deepEqual(namesOf(await list({ ...input, sort: 'display_name' })), names, JSON.stringify(input));
    }
  });

  test('instants bound what was created and updated', async () => {
    const { owner, create, list } = await organization('Instants');
    world.setNow('2026-03-01T10:00:00.000Z');
    const { id } = await create('Early');
    world.setNow('2026-03-02T10:00:00.000Z');
    await create('Late');
    await call('update_client', { id, notes_public: 'New' }, { as: owner });
    world.setNow(undefined);
    assert.deepEqual(namesOf(await list({ created_at: { lt: '2026-03-02T11:00:00+01:00' } })), ['Early']);
    assert.deepEqual(namesOf(await list({ created_at: { gt: '2026-03-01T10:00:00Z' } })), ['Late']);
    assert.equal((await list({ updated_at: { gte: '2026-03-02T10:00:00Z' } })).data.length, 2);
  });

  test('an unknown parameter, value or sort is refused, never ignored', async () => {
    for (const wrong of [{ colour: 'red' }, { status: ['gone'] }, { sort: 'email' }, { sort: 'display_name,,' }]) {
      await assert.rejects(call('list_clients', wrong), refused('validation_failed'), JSON.stringify(wrong));
    }
  });

  test('another organisation’s clients never show, whatever is asked', async () => {
    const { create } = await organization('Secretive');
    const client = await create('Canary', { email: 'canary@example.com', external_id: 'canary', tags: ['canary'] });
    await call('create_client', { type: 'business', display_name: 'Mine' }, { as: rival });
    for (const input of [
      { q: 'canary' },
      { email: 'canary@example.com' },
      { external_id: 'canary' },
      { include_archived: true, limit: 100 },
    ]) {
      const answer = await call('list_clients', input, { as: rival });
      assert.doesNotMatch(JSON.stringify(answer), /canary/i, JSON.stringify(input));
    }
    for (const unknown of [{ parent_id: client.id }, { tag: 'canary' }]) {
      const silent = refused('validation_failed', (details) => assert.doesNotMatch(JSON.stringify(details), /canary/i));
      await assert.rejects(call('list_clients', unknown, { as: rival }), silent);
    }
  });
});

describe('paging through clients', () => {
  test('every sort walks through each client once, forwards and backwards', async () => {
    const { owner, create } = await organization('Walk');
    const lifecycles = ['lead', 'active', 'inactive'];
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      const name = `${'ÄaBz日'[n % 5]} client ${n % 3}`;
      ids.push((await create(name, { lifecycle: lifecycles[n % 3] })).id);
    }
    for (const sort of [
      'created_at',
      'updated_at',
      'display_name',
      'number',
      '-display_name',
      'display_name,-number',
    ]) {
      const seen = await walk(owner, { sort, limit: 4 });
      assert.deepEqual(seen.toSorted(), ids.toSorted(), sort);
    }
    const forwards = await walk(owner, { sort: 'display_name,number', limit: 7 });
    assert.deepEqual(forwards.toReversed(), await walk(owner, { sort: '-display_name,-number', limit: 5 }));
  });

  test('names sort by their letters, not by case or accents', async () => {
    const { create, list } = await organization('Letters');
    for (const name of ['zebra', 'Émile', 'Apple', 'emma', 'apple pie']) await create(name);
    const sorted = ['Apple', 'apple pie', 'Émile', 'emma', 'zebra'];
    assert.deepEqual(namesOf(await list({ sort: 'display_name' })), sorted);
  });

  test('clients that come while one pages are neither shown twice nor push others out', async () => {
    const { owner, create } = await organization('Growing');
    const before: string[] = [];
    for (let n = 0; n < 12; n += 1) before.push((await create(`Old ${n}`)).id);
    for (const sort of ['-created_at', 'display_name']) {
      let added = 0;
      const seen = await walk(owner, { sort, limit: 3 }, async () => {
        added += 1;
        if (added < 6) await Promise.all([create(`Aa ${added}`), create(`Zz ${added}`)]);
      });
      assert.equal(new Set(seen).size, seen.length);
      assert.deepEqual(
        before.filter((id) => !seen.includes(id)),
        [],
      );
    }
  });

  test('a cursor of the longest names still fits', async () => {
    const { owner, create } = await organization('Long');
    for (let n = 0; n < 3; n += 1) await create(`${'😀'.repeat(126)}${n}`, { number: `${'😀'.repeat(19)}${n}` });
    const seen = await walk(owner, { sort: 'display_name,number,created_at', limit: 1 });
    assert.equal(new Set(seen).size, 3);
  });

  test('a cursor that was changed, or belongs to other filters, sorts or organisations, is refused', async () => {
    const { owner, create, list } = await organization('Cursors');
    for (const name of ['A', 'B', 'C']) await create(name);
    const { next_cursor: cursor } = await list({ limit: 1 });
    const flipped = [...cursor].map((letter, index) => {
      const other = letter === 'A' ? 'B' : 'A';
      return `${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`;
    });
    for (const wrong of [...flipped, `${cursor}A`, cursor.slice(1), 'x', '....']) {
      await assert.rejects(list({ limit: 1, cursor: wrong }), refused('invalid_cursor'));
    }
    await assert.rejects(list({ cursor, sort: 'number' }), refused('invalid_cursor'));
    await assert.rejects(list({ cursor, q: 'a' }), refused('invalid_cursor'));
    await assert.rejects(call('list_clients', { cursor }, { as: rival }), refused('invalid_cursor'));
    assert.equal((await call('list_clients', { cursor, limit: 1 }, { as: owner })).data.length, 1);
  });

  test('the total is counted when asked for', async () => {
    const { create, list } = await organization('Counted');
    for (const name of ['A', 'B', 'C']) await create(name);
    const counted = await list({ limit: 1, include: ['total_count'] });
    assert.deepEqual([counted.data.length, counted.total_count, counted.total_count_capped], [1, 3, false]);
    assert.equal('total_count' in (await list()), false);
  });
});

describe('what a row of the list shows', () => {
  test('all of the client, or the fields that were named', async () => {
    const { owner, create, list } = await organization('Rows');
    const client = await create('Row', { credit_limit: '5', contacts: [{ name: 'Ida' }] });
    assert.deepEqual((await list()).data, [client]);
    assert.deepEqual((await list({ fields: ['number'] })).data, [{ id: client.id, number: client.number }]);
    const one = await call('get_client', { id: client.id, fields: ['credit_limit'] }, { as: owner });
    assert.deepEqual(one, { id: client.id, credit_limit: '5.00' });
  });

  test('the client above it when expanded', async () => {
    const { owner, create, list } = await organization('Expanded');
    const parent = await create('Parent');
    const child = await create('Child', { parent_id: parent.id });
    const rows = (await list({ expand: ['parent'], sort: 'number' })).data;
    assert.deepEqual(rows, [
      { ...parent, parent: null },
      { ...child, parent },
    ]);
    const one = await call('get_client', { id: child.id, expand: ['parent'] }, { as: owner });
    assert.deepEqual(one.parent, parent);
  });
});
