/** A link shows an accountant the books of its days, for as long as it holds, and nobody else gets one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { type Actor, anonymous } from '../../operation/actor.ts';

const world = await createWorld();
const year = { from: '2026-01-01', to: '2026-12-31' };

const linked = (as: Actor, more: object = {}): Promise<Wire> =>
  world.call('create_accountant_link', { recipient: 'Vera', ...year, ...more }, { as });
const tokenOf = ({ url }: Wire): string => url.split('/').at(-1);
const visit = (name: string, input: object): Promise<Wire> => world.call(name, input, { as: anonymous });

/** Everything that somebody with this token might try is answered as if there were no such link. */
async function leadsNowhere(token: string): Promise<void> {
  await assert.rejects(visit('get_accountant_books', { token }), refused('not_found'));
  await assert.rejects(visit('open_accountant_books', { token }), refused('not_found'));
  await assert.rejects(visit('get_accountant_file', { token, file: 'csv' }), refused('not_found'));
}

test('a link that is unknown, was revoked or has expired leads nowhere, and says no more than that', async () => {
  const as = await world.found('Linked');
  await leadsNowhere('guessed');
  const [revoked, short] = [await linked(as), await linked(as, { valid_days: 1 })];
  for (const link of [revoked, short]) {
    const token = tokenOf(link);
    assert.equal((await visit('get_accountant_books', { token })).organization, 'Linked');
    assert.deepEqual(await visit('open_accountant_books', { token }), { opened: true });
    assert.equal((await visit('get_accountant_file', { token, file: 'csv' })).content_type, 'text/csv');
  }
  await world.call('revoke_accountant_link', { id: revoked.id }, { as });
  await leadsNowhere(tokenOf(revoked));
  assert.equal((await visit('get_accountant_books', { token: tokenOf(short) })).recipient, 'Vera');
  world.setNow(short.expires_at);
  await leadsNowhere(tokenOf(short));
  world.setNow(undefined);
});

test('at most 20 links hold at a time; one that is revoked makes room for another', async () => {
  const as = await world.found('Generous');
  const first = await linked(as);
  for (let made = 1; made < 20; made += 1) await linked(as);
  await assert.rejects(
    linked(as),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 20)),
  );
  await world.call('revoke_accountant_link', { id: first.id }, { as });
  assert.equal((await linked(as)).status, 'active');
});

test('who gave a second factor long ago gives it again before a link is made', async () => {
  const as = await world.found('Careful');
  const provenAgo = (minutes: number): Actor => ({
    ...as,
    provenAt: new Date(Date.now() - minutes * 60_000).toISOString(),
  });
  await assert.rejects(
    linked(provenAgo(60)),
    refused('step_up_required', ({ within_seconds: within }) => assert.equal(within, 900)),
  );
  assert.deepEqual((await world.call('list_accountant_links', {}, { as })).data, []);
  assert.equal((await linked(provenAgo(1))).status, 'active');
});

test('an accountant is told which account codes do not fit DATEV, and still gets the other files', async () => {
  const as = await world.found('Long');
  await world.call('create_account', { code: '40000', name: 'More sales', type: 'revenue' }, { as });
  const token = tokenOf(await linked(as));
  await assert.rejects(
    visit('get_accountant_file', { token, file: 'datev' }),
    refused('accounts_do_not_fit', ({ accounts }) => assert.deepEqual(accounts, ['4000', '40000'])),
  );
  assert.equal((await visit('get_accountant_file', { token, file: 'gobd' })).content_type, 'application/zip');
});
