/** A write sent twice happens once, and a write based on an old version not at all. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { shapeOf, successStatus } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose, namesIn } from '../support/dose.ts';
import type { HttpAnswer, HttpRequest } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();
const writes = catalogue.filter(({ effect }) => effect !== 'read');
const secretive = writes.filter(({ permission, secretInput }) => permission === 'public' || secretInput !== undefined);
const keyed = writes.filter((operation) => !secretive.includes(operation));

/** Writes whose every call is the same call, so that no key can be used for another. */
const sameEachTime: Readonly<Record<string, string>> = {
  keep_checks: 'It takes nothing.',
  run_schedules: 'It takes nothing but a day, and posts what is due.',
  run_depreciation: 'It takes nothing but a day, and posts what is due.',
  close_month: 'A month is closed once.',
  update_vat_settings: 'It sets what a business has once.',
  revalue_currency: 'A month is revalued once.',
  create_export: 'It takes nothing.',
  change_costing_method: 'There are two methods, and it is changed to the other one only.',
  read_all_notifications: 'It takes nothing.',
  remove_sign_in_provider: 'It takes nothing.',
  logout: 'It takes nothing, and ends the session that calls it.',
  logout_all: 'It takes nothing, and ends the session that calls it.',
  leave_organization: 'It takes nothing, and ends the session that calls it.',
};

/** Writes after which their caller is not let in again, so that a retry is refused with 401. */
const endsSession: Readonly<Record<string, string>> = {
  logout: 'The session that would retry has ended.',
  logout_all: 'The session that would retry has ended.',
  leave_organization: 'Whoever would retry is no member any more.',
};

/** Runs the work, which must leave the whole database as it was. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await tableSums(service.owner);
  await work();
  assert.deepEqual(await tableSums(service.owner), before);
}

type Sent = {
  readonly operation: Operation;
  readonly sample: Sample;
  readonly request: HttpRequest;
  readonly first: HttpAnswer;
};

/** A call of each write with a key of its own, made once for all tests. */
const calls: Sent[] = [];
for (const operation of dose(keyed.filter(({ name }) => !(name in endsSession)))) {
  const sample = await sampleOf(shop, operation);
  const request = callOf(operation, sample);
  calls.push({ operation, sample, request, first: await service.send(request) });
}

test('a write that is sent again with its key answers the same and happens once', async () => {
  for (const { operation, first } of calls) {
    assert.equal(first.status, successStatus(operation), `${operation.name}: ${first.text}`);
    assert.equal(first.headers['idempotent-replayed'], undefined, operation.name);
  }
  await changingNothing(async () => {
    for (const { operation, request, first } of calls) {
      const second = await service.send(request);
      assert.equal(second.status, first.status, `${operation.name}: ${second.text}`);
      assert.deepEqual(second.body, first.body, operation.name);
      assert.equal(second.headers['idempotent-replayed'], 'true', operation.name);
    }
  });
});

test('a key that was used for something else is refused, and nothing happens', async () => {
  const others: { operation: Operation; request: HttpRequest }[] = [];
  for (const { operation, sample, request } of calls) {
    if (operation.name in sameEachTime) continue;
    const { input } = await sampleOf(shop, operation);
    assert.notDeepEqual(input, sample.input, `${operation.name}: both samples are the same`);
    others.push({ operation, request: callOf(operation, { input, caller: sample.caller }, request.headers) });
  }
  await changingNothing(async () => {
    for (const { operation, request } of others) {
      const answer = await service.send(request);
      assert.equal(answer.status, 422, `${operation.name}: ${answer.text}`);
      assert.equal(answer.body.code, 'idempotency_key_reused', operation.name);
    }
  });
});

test('twins that come at once with one key happen once, and those that find it running are told so', async () => {
  for (const operation of dose(keyed)) {
    const key = randomUUID();
    const request = callOf(operation, await sampleOf(shop, operation), { 'idempotency-key': key });
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.send(request)));
    const done = answers.filter(({ status }) => status < 300);
    assert.ok(done.length > 0, `${operation.name}: ${answers[0]?.text}`);
    for (const { body } of done) assert.deepEqual(body, done[0]?.body, operation.name);
    const refused = answers.filter(({ status }) => status >= 300).map(({ body }) => body.code);
    const expected =
      operation.name in endsSession ? ['request_in_progress', 'unauthenticated'] : ['request_in_progress'];
    assert.deepEqual(
      refused.filter((code) => !expected.includes(code)),
      [],
      operation.name,
    );
    // An event for several organisations is recorded once for each.
    const { rows } = await service.owner.query(
      'select count(*)::int as times from audit_log where idempotency_key = $1 group by organization_id',
      [key],
    );
    assert.deepEqual([...new Set(rows.map(({ times }) => times))], [1], operation.name);
  }
});

test('what carries a secret keeps no key and no answer, so that neither can be found', async () => {
  assert.deepEqual(
    secretive.map(({ name }) => name).toSorted(),
    [
      'accept_shared_document',
      'decline_shared_document',
      'create_accountant_link',
      'open_accountant_books',
      'open_report_link',
      'unsubscribe_from_report',
      'share_document',
      'view_shared_document',
      'change_password',
      'confirm_totp',
      'create_api_key',
      'create_oauth_app',
      'create_mcp_token',
      'disable_totp',
      'forgot_password',
      'login',
      'refresh',
      'prove_second_factor',
      'create_passkey',
      'login_with_passkey',
      'login_with_provider',
      'prove_with_provider',
      'set_sign_in_provider',
      'start_provider_login',
      'start_provider_proof',
      'prove_with_passkey',
      'start_passkey',
      'register',
      'create_webhook',
      'rotate_webhook_secret',
      'set_webhook_headers',
      'reset_password',
      'rotate_api_key',
      'rotate_oauth_app_secret',
      'rotate_mcp_token',
      'start_totp',
      'switch_organization',
      'accept_invite',
      'accept_invite_with_passkey',
      'decline_invite',
      'join_organization',
    ].toSorted(),
  );
  for (const operation of dose(secretive)) {
    const key = randomUUID();
    const answer = await service.send(callOf(operation, await sampleOf(shop, operation), { 'idempotency-key': key }));
    assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
    const { rowCount } = await service.owner.query('select from idempotency_keys where key = $1', [key]);
    assert.equal(rowCount, 0, operation.name);
  }
});

/** A fresh sample of each. */
async function samplesOf(operations: readonly Operation[]): Promise<(Sample & { readonly operation: Operation })[]> {
  const samples = [];
  for (const operation of operations) samples.push({ operation, ...(await sampleOf(shop, operation)) });
  return samples;
}

test('what moves money, stock or numbers is refused without a key, and does nothing', async () => {
  const needing = await samplesOf(writes.filter(({ keyRequired }) => keyRequired === true));
  assert.ok(needing.length >= 8);
  await changingNothing(async () => {
    for (const { operation, ...sample } of needing) {
      const { headers: _, ...request } = callOf(operation, sample);
      const answer = await service.send(request);
      assert.equal(answer.body.code, 'idempotency_key_required', `${operation.name}: ${answer.text}`);
    }
  });
});

const versioned = writes.filter((operation) => 'version' in shapeOf(operation));

test('a write of an old version is refused with the current one, and accepted with that', async () => {
  assert.ok(versioned.length >= 30);
  const samples = await samplesOf(dose(versioned));
  const current = new Map<Operation, number>();
  await changingNothing(async () => {
    for (const { operation, input, caller } of samples) {
      const body = { input: { ...input, version: 1_000_000 }, caller };
      for (const request of [
        callOf(operation, body),
        callOf(operation, { input, caller }, { 'if-match': '"1000000"' }),
      ]) {
        const refused = await service.send(request);
        assert.equal(refused.status, 412, `${operation.name}: ${refused.text}`);
        assert.equal(refused.body.code, 'version_conflict', operation.name);
        current.set(operation, refused.body.current_version);
      }
    }
  });
  for (const { operation, input, caller } of samples) {
    const request = callOf(operation, { input: { ...input, version: current.get(operation) }, caller });
    const accepted = await service.send(request);
    assert.equal(accepted.status, successStatus(operation), `${operation.name}: ${accepted.text}`);
  }
});

test('a condition that a call cannot keep is refused rather than ignored', async () => {
  for (const operation of dose(writes.filter((one) => !versioned.includes(one)))) {
    const answer = await service.send(callOf(operation, await sampleOf(shop, operation), { 'if-match': '"1"' }));
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_request'], operation.name);
  }
});

/** Changes of a record that has a version, which take none. */
const unversioned: Readonly<Record<string, string>> = {
  cancel_import: 'What is running ends now, however far it has come meanwhile.',
  create_variant: 'It adds to a product, and is refused where what it adds is there already.',
  delete_oauth_app: 'An app that may be stolen ends with all of its connections, whatever has changed about it.',
  disconnect_app: 'A connection that may be misused ends, whatever has changed about it.',
  duplicate_document_template: 'It makes another template and leaves the first as it is.',
  duplicate_role: 'The copy is another role, and that of which it is one stays as it is.',
  duplicate_sale: 'It makes another sale and leaves the first as it is.',
  reverse_allocation: 'It names one allocation, which is reversed once, whatever else has become of the payment.',
  revoke_api_key: 'A key that may be stolen ends, whatever has changed about it.',
  revoke_mcp_token: 'A token that may be stolen ends, whatever has changed about it.',
  rotate_api_key: 'A secret that may be stolen is replaced, whatever has changed about its key.',
  rotate_mcp_token: 'A secret that may be stolen is replaced, whatever has changed about its token.',
  rotate_oauth_app_secret: 'A secret that may be stolen is replaced, whatever has changed about its app.',
  void_vat_payment: 'It names one payment, which is void once, whatever else has become of the return.',
};

test('whatever changes a record with a version takes one', async () => {
  const missing: string[] = [];
  const changing = dose(writes.filter(({ http }) => http.includes('{id}')));
  for (const operation of changing) {
    if (versioned.includes(operation)) continue;
    const { body } = await service.send(callOf(operation, await sampleOf(shop, operation)));
    if (typeof body.version === 'number') missing.push(operation.name);
  }
  assert.deepEqual(missing.toSorted(), namesIn(changing, Object.keys(unversioned)));
});
