import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createMcpService, type HttpAnswer, type Owner } from '../../../test/support/mcp-service.ts';
import { codeNow } from '../../../test/support/totp.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await createMcpService();

type Careful = Owner & { readonly codes: string[]; readonly ask: (path: string, body?: object) => Promise<HttpAnswer> };

/** Somebody with a second factor, whose session began an hour ago. */
async function careful(name: string): Promise<Careful> {
  const owner = await service.owner(name);
  const { secret } = await owner.rest('POST', '/auth/totp', {});
  const { recovery_codes: codes } = await owner.rest('POST', '/auth/totp/confirm', { totp_code: codeNow(secret) });
  await anHourAgo(owner);
  const headers = { authorization: `Bearer ${owner.access}` };
  return { ...owner, codes, ask: (path, body = {}) => service.http('POST', `/api${path}`, { headers, body }) };
}

/** Rights are looked up at most a second late, and by now nobody has looked. */
async function anHourAgo(owner: Owner): Promise<void> {
  const client = new pg.Client({ connectionString: service.database.ownerUrl });
  await client.connect();
  const organization = uuidFrom('org', owner.organizationId);
  await client.query(`update sessions set created_at = created_at - interval '1 hour' where organization_id = $1`, [
    organization,
  ]);
  await client.end();
  await new Promise((later) => setTimeout(later, 1_100));
}

const somebody = async (owner: Owner) =>
  (await owner.rest('POST', '/clients', { type: 'individual', display_name: 'Somebody' })).id;

test('what nobody takes back asks for the second factor again, and a dry run does not', async () => {
  const owner = await careful('Ada');
  const id = await somebody(owner);
  assert.equal((await owner.ask(`/clients/${id}/erase?dry_run=true`)).status, 200);
  const refused = await owner.ask(`/clients/${id}/erase`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.within_seconds], [403, 'step_up_required', 900]);
  assert.equal((await owner.rest('GET', `/clients/${id}`)).display_name, 'Somebody');
  const wrong = await owner.ask('/auth/totp/prove', { totp_code: '000000' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'totp_required']);
  assert.equal((await owner.ask(`/clients/${id}/erase`)).status, 403, 'a wrong code proves nothing');
  const proved = await owner.ask('/auth/totp/prove', { totp_code: owner.codes[0] });
  assert.ok(Date.parse(proved.body.proven_until) > Date.now());
  assert.equal((await owner.ask(`/clients/${id}/erase`)).status, 200);
  const rows = (await owner.rest('GET', '/audit-log?action=prove_second_factor')).data;
  assert.deepEqual(
    rows.map(({ refused: why }: { refused: string | null }) => why),
    [null, 'totp_required'],
  );
});

test('handing on the ownership and taking the whole organisation along ask for it as well', async () => {
  const owner = await careful('Bea');
  const { data } = await owner.rest('GET', '/team/members');
  // transfer_ownership and create_export, as REST knows them.
  for (const path of [`/team/members/${data[0].id}/transfer-ownership`, '/exports']) {
    assert.equal((await owner.ask(path)).body.code, 'step_up_required', path);
  }
  await owner.ask('/auth/totp/prove', { totp_code: owner.codes[1] });
  assert.equal((await owner.ask('/exports')).status, 201);
});

test('without a second factor nobody is asked for one', async () => {
  const owner = await service.owner('Cid');
  await anHourAgo(owner);
  const headers = { authorization: `Bearer ${owner.access}` };
  const erased = await service.http('POST', `/api/clients/${await somebody(owner)}/erase`, { headers, body: {} });
  assert.equal(erased.status, 200);
  const proved = await service.http('POST', '/api/auth/totp/prove', { headers, body: { totp_code: '000000' } });
  assert.equal(proved.body.code, 'invalid_state_transition');
});

test('an AI client never does it by itself, and who approves it gives the second factor again', async () => {
  const owner = await careful('Dora');
  const id = await somebody(owner);
  const { token } = await owner.mint({ preset: 'full' });
  const asked = { name: 'erase_client', arguments: { id } };
  const { structuredContent: told } = await service.tool(token, 'run_destructive_action', asked);
  assert.equal(told.code, 'approval_required');
  const approve = `/approvals/${told.approval_id}/approve`;
  // approve_write
  assert.equal((await owner.ask(approve)).body.code, 'step_up_required');
  assert.equal((await owner.rest('GET', `/approvals/${told.approval_id}`)).status, 'pending');
  await owner.ask('/auth/totp/prove', { totp_code: owner.codes[2] });
  assert.equal((await owner.ask(approve)).body.status, 'approved');
  assert.notEqual((await owner.rest('GET', `/clients/${id}`)).display_name, 'Somebody');
});
