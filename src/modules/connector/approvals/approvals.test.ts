import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { SignedIn } from '../../../../test/support/running-service.ts';
import { startShop } from '../../../../test/support/shop-service.ts';
import { tableSums } from '../../../../test/support/table-sums.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;
const minted = await call('create_mcp_token', { name: 'Claude' });
const token: string = minted.token;

const ask = (name: string, input: object, more: object = {}): Promise<Wire> =>
  service.tool(token, 'run_destructive_action', { name, arguments: input, ...more });
const decide = (id: string, verb: 'approve' | 'reject', by: SignedIn = who, body: object = {}) =>
  service.api(by.token, 'POST', `/approvals/${id}/${verb}`, body);
const approvalOf = (id: string) => call('get_approval', { id });

/** A sale that Claude wants to void, and what it was told. */
async function askedToVoid(more: object = {}): Promise<{ sale: Wire; told: Wire }> {
  const { id } = await call('create_sale', {
    lines: [{ name: fresh('work'), quantity: '1', unit_price: '100.00' }],
    client_id: shop.ids['client'],
  });
  const sale = await call('confirm_sale', { id });
  const { structuredContent: told } = await ask('void_sale', { id }, more);
  assert.equal(told.code, 'approval_required', JSON.stringify(told));
  return { sale, told };
}

test('what needs a person waits with a preview in words and figures, and writes nothing else', async () => {
  const { sale, told } = await askedToVoid();
  assert.equal(told.approval_url, `${service.app.runtime.settings.publicUrl}/approvals/${told.approval_id}`);
  const approval = await approvalOf(told.approval_id);
  assert.deepEqual([approval.status, approval.action, approval.reason], ['pending', 'void_sale', 'preset']);
  assert.deepEqual(approval.arguments, { id: sale.id });
  const { id, number, client_name: title, total, currency } = sale;
  assert.deepEqual(approval.subject, { type: 'sale', id, number, title, amount: total, currency });
  assert.match(approval.created_by.name, /through Claude$/);
  assert.equal(approval.preview.result.status, 'voided');
  const sides = approval.preview.journal.map(({ side, amount }: Wire) => [side, amount]);
  assert.ok(sides.some(([side, amount]: string[]) => side === 'credit' && amount === sale.total));
  assert.ok(approval.preview.sentences.some((sentence: string) => sentence.startsWith('Posts ')));
  assert.equal((await call('get_sale', { id: sale.id })).status, sale.status);
});

test('asking twice for the same waits once', async () => {
  const { sale, told } = await askedToVoid();
  const again = await Promise.all(Array.from({ length: 4 }, () => ask('void_sale', { id: sale.id })));
  for (const { structuredContent } of again) assert.equal(structuredContent.approval_id, told.approval_id);
});

test('an approved write is done once as previewed, in the name of both, and the client learns of it', async () => {
  const { sale, told } = await askedToVoid({ idempotency_key: randomUUID() });
  const done = await decide(told.approval_id, 'approve');
  assert.equal(done.status, 200, done.text);
  assert.deepEqual([done.body.status, done.body.result.status], ['approved', 'voided']);
  assert.equal(done.body.decided_by.id, who.user);
  const voided = await call('get_sale', { id: sale.id });
  assert.equal(voided.status, 'voided');
  assert.match(voided.updated_by.name, /through Claude, approved by /);
  const read = { name: 'get_approval', arguments: { id: told.approval_id } };
  const seen = (await service.tool(token, 'run_read_action', read)).structuredContent;
  assert.deepEqual([seen.status, seen.result.id], ['approved', sale.id]);
  const { data } = await call('list_mcp_activity', { action: 'void_sale', target_id: sale.id });
  assert.equal(data.length, 1);
  assert.match(data[0].actor.name, /through Claude, approved by /);
});

test('the same call with the same key tells what became of it, and what whoever decided said', async () => {
  for (const verb of ['approve', 'reject'] as const) {
    const key = randomUUID();
    const { sale, told } = await askedToVoid({ idempotency_key: key });
    assert.equal((await decide(told.approval_id, verb, who, { note: 'Ask Bob' })).status, 200);
    const again = await ask('void_sale', { id: sale.id }, { idempotency_key: key });
    if (verb === 'approve') {
      const { status, approval } = again.structuredContent;
      assert.deepEqual([status, approval.note], ['voided', 'Ask Bob']);
      assert.match(again.content.at(-1).text, /"note":"Ask Bob"/);
      const { data } = await call('list_mcp_activity', { action: 'void_sale', target_id: sale.id });
      assert.deepEqual([data[0].approval.id, data[0].approval.note], [told.approval_id, 'Ask Bob']);
      assert.equal(data[0].approval.decided_by.id, who.user);
    } else {
      const { code, approval_status: status, note } = again.structuredContent;
      assert.deepEqual([code, status, note], ['approval_required', 'rejected', 'Ask Bob']);
    }
  }
});

test('two who decide at once, or click twice, decide once', async () => {
  const admin = await service.colleague(who, 'admin');
  const { sale, told } = await askedToVoid();
  const people = [who, admin, who, admin, who, admin];
  const answers = await Promise.all(people.map((person) => decide(told.approval_id, 'approve', person)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
  assert.deepEqual(
    refused,
    Array.from({ length: 5 }, () => 'invalid_state_transition'),
  );
  const { data } = await call('list_mcp_activity', { action: 'void_sale', target_id: sale.id });
  assert.equal(data.length, 1);
});

/** Tables that a decision writes to. */
const ofDeciding = ['approvals', 'audit_log', 'audit_unsealed', 'call_events', 'unpublished_events'];

test('what would not do any more what was previewed is superseded and does nothing', async () => {
  const { sale, told } = await askedToVoid();
  await call('update_sale', { id: sale.id, metadata: { wait: 'yes' } });
  const before = await tableSums(service.owner, ofDeciding);
  const answer = await decide(told.approval_id, 'approve');
  assert.deepEqual([answer.status, answer.body.code, answer.body.problem?.code], [409, 'superseded', 'plan_changed']);
  assert.deepEqual(await tableSums(service.owner, ofDeciding), before);
  const left = await approvalOf(told.approval_id);
  assert.deepEqual([left.status, left.problem.code], ['superseded', 'plan_changed']);
  const second = await decide(told.approval_id, 'approve');
  assert.equal(second.body.code, 'invalid_state_transition');
});

test('what cannot be done any more is superseded by its reason', async () => {
  const { sale, told } = await askedToVoid();
  await call('void_sale', { id: sale.id });
  const answer = await decide(told.approval_id, 'approve');
  assert.deepEqual([answer.body.code, answer.body.problem?.code], ['superseded', 'invalid_state_transition']);
});

test('what other business does meanwhile does not stand in the way', async () => {
  const { told } = await askedToVoid();
  await askedToVoid();
  assert.equal((await decide(told.approval_id, 'approve')).status, 200);
});

test('it takes the rights of both: who may decide but not do it is refused, and leaves it to others', async () => {
  const admin = await service.colleague(who, 'admin');
  const { told } = await askedToVoid();
  const role = await service.owner.query<{ id: string }>(
    `update roles set permissions = array_remove(permissions, 'sales:void') where name = 'admin' returning id`,
  );
  assert.ok((role.rowCount ?? 0) > 0);
  const refused = await decide(told.approval_id, 'approve', admin);
  assert.deepEqual([refused.status, refused.body.code, refused.body.needs], [403, 'forbidden', 'sales:void']);
  assert.equal((await decide(told.approval_id, 'approve')).status, 200);
});

test('a token never approves, whatever its preset, by whichever door', async () => {
  const { told } = await askedToVoid();
  const full = (await call('create_mcp_token', { name: 'Everything', preset: 'full' })).token;
  const rest = await service.api(full, 'POST', `/approvals/${told.approval_id}/approve`, {});
  assert.equal(rest.status, 401);
  for (const name of ['approve_write', 'reject_write', 'request_approval']) {
    const around = await service.tool(full, 'run_write_action', { name, arguments: { id: told.approval_id } });
    assert.deepEqual([around.isError, around.structuredContent.code], [true, 'unknown_action']);
  }
  assert.equal((await approvalOf(told.approval_id)).status, 'pending');
});

test('a token that has ended leaves nothing to approve', async () => {
  const { id, token: other } = await call('create_mcp_token', { name: 'Gone', preset: 'draft_only' });
  const input = { name: 'create_client_group', arguments: { name: fresh('group') } };
  const { structuredContent: told } = await service.tool(other, 'run_write_action', input);
  await call('revoke_mcp_token', { id });
  const answer = await decide(told.approval_id, 'approve');
  assert.deepEqual([answer.status, answer.body.code], [409, 'superseded']);
});

test('a token sees what it asked for itself, and get_approval is open to every token', async () => {
  const { told } = await askedToVoid();
  const limits = { allowed_actions: ['void_sale'] };
  const narrow = (await call('create_mcp_token', { name: 'Narrow', limits, toolsets: ['sales'] })).token;
  const read = { name: 'get_approval', arguments: { id: told.approval_id } };
  const foreign = await service.tool(narrow, 'run_read_action', read);
  assert.equal(foreign.structuredContent.code, 'not_found');
});

test('after its time nobody approves it, and it can be asked for anew', async () => {
  const { sale, told } = await askedToVoid();
  await service.owner.query(`update approvals set expires_at = now() - interval '1 second' where state = 'pending'`);
  assert.equal((await approvalOf(told.approval_id)).status, 'expired');
  assert.equal((await decide(told.approval_id, 'approve')).body.code, 'invalid_state_transition');
  const { structuredContent: anew } = await ask('void_sale', { id: sale.id });
  assert.notEqual(anew.approval_id, told.approval_id);
  assert.equal((await decide(anew.approval_id, 'approve')).status, 200);
});

test('a request that would be refused anyway is refused at once, and asks nobody', async () => {
  const { data } = await call('list_approvals', { limit: 1 });
  const wrong = await ask('void_sale', { id: 'sale_00000000000000000000000000' });
  assert.equal(wrong.structuredContent.code, 'not_found');
  assert.equal((await call('list_approvals', { limit: 1 })).data[0].id, data[0].id);
});

test('what is asked for is kept sealed', async () => {
  const secret = fresh('secret words');
  await service.tool(token, 'run_destructive_action', {
    name: 'void_sale',
    arguments: { id: shop.ids['sale'], reason: secret },
  });
  const { rows } = await service.owner.query('select sealed_input from approvals');
  assert.ok(rows.length > 0);
  for (const { sealed_input: sealed } of rows) assert.equal(sealed.includes(Buffer.from(secret)), false);
});

/** Requests a write that always needs approval, even with the widest preset. */
const askWith = async (by: string, name: string, input: object): Promise<Wire> => {
  const { structuredContent } = await service.tool(by, 'run_write_action', { name, arguments: input });
  assert.equal(structuredContent.code, 'approval_required', JSON.stringify(structuredContent));
  return structuredContent;
};

test('a token with everything invites nobody and leads money nowhere by itself', async () => {
  const full = (await call('create_mcp_token', { name: 'Full', preset: 'full' })).token;
  const { data: roles } = await call('list_roles');
  const owner = roles.find(({ name }: Wire) => name === 'owner').id;
  await askWith(full, 'create_invite', { email: `${randomUUID()}@example.com`, role_ids: [owner] });
  await askWith(full, 'update_organization', { bank_account: { iban: 'DE89370400440532013000' } });
  await askWith(full, 'update_organization', { timezone: 'UTC', bank_account: null });
  const harmless = { name: 'update_organization', arguments: { metadata: { seen: 'yes' } } };
  const done = await service.tool(full, 'run_write_action', harmless);
  assert.notEqual(done.isError, true, JSON.stringify(done));
});

test('nobody approves what was asked for before they were let in', async () => {
  const { told } = await askedToVoid();
  const late = await service.colleague(who, 'admin');
  const refused = await decide(told.approval_id, 'approve', late);
  assert.deepEqual([refused.status, refused.body.code], [403, 'approver_not_independent']);
  assert.ok(refused.body.member_since > (await approvalOf(told.approval_id)).created_at);
  assert.equal((await decide(told.approval_id, 'reject', late)).status, 200);
});

test('nobody approves for the token through which they were let in or got their role', async () => {
  const full = (await call('create_mcp_token', { name: 'Inviter', preset: 'full' })).token;
  const bob = await service.colleague(who, 'viewer');
  const { data: members } = await call('list_members');
  const { data: roles } = await call('list_roles');
  const member = members.find(({ email }: Wire) => email === bob.email);
  const admin = roles.find(({ name }: Wire) => name === 'admin').id;
  const made = await askWith(full, 'update_member', { id: member.id, role_ids: [admin], version: member.version });
  assert.equal((await decide(made.approval_id, 'approve')).status, 200);
  const asked = await askWith(full, 'create_payment_method', {
    name: fresh('till'),
    kind: 'cash',
    account_id: shop.ids['acct'],
  });
  const refused = await decide(asked.approval_id, 'approve', bob);
  assert.deepEqual([refused.body.code, refused.body.given_with], ['approver_not_independent', 'update_member']);
  // For any other token he is as good an approver as everybody else.
  const drafting = (await call('create_mcp_token', { name: 'Another', preset: 'draft_only' })).token;
  const other = await askWith(drafting, 'create_client_group', { name: fresh('group') });
  assert.equal((await decide(other.approval_id, 'approve', bob)).status, 200);
});
