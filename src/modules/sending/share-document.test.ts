import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../operation/actor.ts';
import { sql } from '../../db/sql.ts';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { createQuoteFixture } from '../../../test/support/quote-fixture.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const { quoted, issue, accepted } = createQuoteFixture(world, shopOf(world));
world.setNow('2026-03-02T10:00:00.000Z');

const stranger = { as: anonymous };
const types = () => world.emitted().map(({ type }) => type);

async function shared(more: object = {}): Promise<{ quote: Wire; share: Wire; token: string }> {
  const quote = await issue(await quoted());
  const share = await call('share_document', { id: quote.id, ...more });
  return { quote, share, token: tokenOf(share) };
}

function tokenOf({ url }: Wire): string {
  const token = /^https:\/\/books\.example\/d\/([\w-]{43})$/.exec(url)?.[1];
  assert.ok(token, url);
  return token;
}

test('a link is told once, lasts for the days asked for, and shows its document to whoever holds it', async () => {
  const { quote, share, token } = await shared({ valid_days: 10 });
  assert.deepEqual([share.status, share.expires_at], ['active', '2026-03-12T10:00:00.000Z']);
  const seen = await call('get_shared_document', { token }, stranger);
  assert.deepEqual([seen.number, seen.total, seen.status, seen.viewed], [quote.number, '100.00', 'open', false]);
  const [listed] = (await call('list_document_shares', { document_id: quote.id })).data;
  assert.equal(listed.id, share.id);
  assert.equal('url' in listed, false);
});

test('no table, event or audit line holds a link that works', async () => {
  const { token } = await shared();
  await call('get_shared_document', { token }, stranger);
  await call('view_shared_document', { token }, stranger);
  await call('accept_shared_document', { token, name: 'Bea Buyer' }, stranger);
  const organization = world.ana.organization?.id ?? '';
  const rows = await world.db.transaction({ organization, readOnly: true }, (db) =>
    db.many<{ text: string }>(sql`
      select document_shares::text as text from document_shares union all select audit_log::text from audit_log
      union all select events::text from events union all select documents::text from documents`),
  );
  assert.ok(rows.length > 3);
  assert.deepEqual(
    rows.filter(({ text }) => text.includes(token)),
    [],
  );
});

test('only what was issued and is not void can be shown', async () => {
  const draft = await quoted();
  await assert.rejects(call('share_document', { id: draft.id }), refused('invalid_state_transition'));
  const { quote, token } = await shared();
  await call('void_document', { id: quote.id }, { key: 'void' });
  await assert.rejects(call('share_document', { id: quote.id }), refused('invalid_state_transition'));
  assert.equal((await call('get_shared_document', { token }, stranger)).status, 'cancelled', 'the old link says so');
});

test('links that are unknown, over, revoked or replaced are answered alike', async () => {
  const over = await shared({ valid_days: 1 });
  const revoked = await shared();
  await call('revoke_document_share', { id: revoked.share.id });
  const replaced = await shared();
  const again = await call('share_document', { id: replaced.quote.id, replace: true });
  world.setNow('2026-03-03T10:00:00.000Z');
  const tokens = ['none', over.token, revoked.token, replaced.token, over.token.toUpperCase()];
  const operations = ['get_shared_document', 'get_shared_document_pdf', 'view_shared_document'];
  const answering = ['accept_shared_document', 'decline_shared_document'];
  for (const operation of [...operations, ...answering]) {
    const answers = new Set<string>();
    for (const token of tokens) {
      const input = { token, ...(answering.includes(operation) ? { name: 'Bea' } : {}) };
      await assert.rejects(call(operation, input, stranger), (error: Error) => {
        answers.add(`${error.message} ${JSON.stringify(error)}`);
        return refused('not_found')(error);
      });
    }
    assert.equal(answers.size, 1, operation);
  }
  assert.equal((await call('get_shared_document', { token: tokenOf(again) }, stranger)).status, 'open');
  const statuses = (await call('list_document_shares')).data.map(({ status }: Wire) => status);
  assert.ok(['active', 'expired', 'revoked'].every((status) => statuses.includes(status)));
  world.setNow('2026-03-02T10:00:00.000Z');
});

test('revoking twice changes nothing, and another organisation cannot', async () => {
  const { share } = await shared();
  await assert.rejects(call('revoke_document_share', { id: share.id }, { as: world.rival }), refused('not_found'));
  const first = await call('revoke_document_share', { id: share.id });
  world.setNow('2026-03-02T11:00:00.000Z');
  assert.deepEqual(await call('revoke_document_share', { id: share.id }), first);
  world.setNow('2026-03-02T10:00:00.000Z');
});

test('whoever holds a link learns no id, no note to colleagues and nothing of how it came about', async () => {
  const client = await call('create_client', {
    type: 'business',
    display_name: 'Fair Winds',
    email: 'private@example.com',
    notes_internal: 'pays late',
  });
  const quote = await issue(await quoted({ client_id: client.id, metadata: { margin: 'huge' }, tags: ['vip'] }));
  const token = tokenOf(await call('share_document', { id: quote.id }));
  const text = JSON.stringify(await call('get_shared_document', { token }, stranger));
  assert.match(text, /Fair Winds/);
  assert.doesNotMatch(text, /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/, 'no id of any kind');
  for (const secret of ['private@example.com', 'pays late', 'huge', 'vip', 'cost', 'margin', 'member', 'created_by']) {
    assert.equal(text.includes(secret), false, secret);
  }
});

test('the first look is noted and told once, however often somebody looks and by whichever link', async () => {
  const { quote, token } = await shared();
  const other = tokenOf(await call('share_document', { id: quote.id }));
  types();
  await call('view_shared_document', { token }, stranger);
  assert.deepEqual(types(), ['document.viewed']);
  world.setNow('2026-03-02T12:00:00.000Z');
  for (const one of [token, other, other]) await call('view_shared_document', { token: one }, stranger);
  assert.deepEqual(types(), []);
  const { viewed_at: viewed, version } = await call('get_document', { id: quote.id });
  assert.deepEqual([viewed, version], ['2026-03-02T10:00:00.000Z', quote.version + 1]);
  const { data } = await call('list_document_shares', { document_id: quote.id, sort: 'created_at' });
  const times = ['2026-03-02T10:00:00.000Z', '2026-03-02T12:00:00.000Z'];
  assert.deepEqual(
    data.map(({ viewed_at: at }: Wire) => at),
    times,
  );
  world.setNow('2026-03-02T10:00:00.000Z');
});

test('a client accepts by the link, and the record says who and by which link', async () => {
  const { quote, share, token } = await shared();
  types();
  const answer = await call('accept_shared_document', { token, name: 'Bea Buyer' }, stranger);
  assert.deepEqual([answer.status, answer.accepted_by], ['accepted', 'Bea Buyer']);
  assert.deepEqual(types(), ['quote.accepted']);
  const record = await call('get_document', { id: quote.id });
  assert.deepEqual(record.updated_by, { type: 'client', id: null, name: 'Bea Buyer' });
  const organization = world.ana.organization?.id ?? '';
  const line = await world.db.transaction({ organization, readOnly: true }, (db) =>
    db.one<{ actor: Wire; credential: string }>(sql`
      select actor, credential_id::text as credential from audit_log
      where action = 'accept_shared_document' order by at desc, id desc limit 1`),
  );
  assert.equal(line.actor.name, 'Bea Buyer');
  assert.ok(share.id.startsWith('dshare_') && line.credential.length === 36);
});

test('a client declines by the link with a reason, and later answers change nothing', async () => {
  const { quote, token } = await shared();
  const answer = await call('decline_shared_document', { token, name: 'Bea', reason: 'Too dear.' }, stranger);
  assert.deepEqual([answer.status, answer.declined_by, 'decline_reason' in answer], ['declined', 'Bea', false]);
  const { declined_by: by, decline_reason: reason } = await call('get_document', { id: quote.id });
  assert.deepEqual([by, reason], ['Bea', 'Too dear.']);
  for (const name of ['accept_shared_document', 'decline_shared_document']) {
    await assert.rejects(call(name, { token, name: 'Bea' }, stranger), refused('invalid_state_transition'));
  }
});

test('a client who comes too late learns the state and nothing of the sale', async () => {
  const quote = await accepted();
  const token = tokenOf(await call('share_document', { id: quote.id }));
  await call('convert_document', { id: quote.id });
  const late = call('accept_shared_document', { token, name: 'Bea' }, stranger);
  await assert.rejects(
    late,
    refused('invalid_state_transition', (details) => {
      assert.deepEqual([details['status'], details['allowed'], 'sale_id' in details], ['converted', [], false]);
    }),
  );
});

test('of fifty who answer at once one is heard', longTest, async () => {
  const { quote, token } = await shared();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      call(`${index % 2 ? 'accept' : 'decline'}_shared_document`, { token, name: `Buyer ${index}` }, stranger),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  const { accepted_by: yes, declined_by: no } = await call('get_document', { id: quote.id });
  assert.equal([yes, no].filter((name) => name !== null).length, 1);
});

test('links of one document have a limit, and replacing them makes room', async () => {
  const quote = await issue(await quoted());
  for (let made = 0; made < 100; made += 1) await call('share_document', { id: quote.id });
  await assert.rejects(call('share_document', { id: quote.id }), refused('limit_exceeded'));
  await call('share_document', { id: quote.id, replace: true });
  await call('share_document', { id: quote.id });
});

test('links of an organisation that is closed show nothing', async () => {
  const { token } = await shared();
  const organization = world.ana.organization?.id ?? '';
  const setStatus = (status: string) =>
    world.db.transaction({ organization }, (db) =>
      db.run(sql`update organizations set status = ${status} where id = ${organization}`),
    );
  await setStatus('suspended');
  await assert.rejects(call('get_shared_document', { token }, stranger), refused('not_found'));
  await setStatus('active');
  await call('get_shared_document', { token }, stranger);
});
