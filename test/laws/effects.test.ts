/** Traces of a call: none of a read, one audit line and its events of a write, none of a preview. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { successStatus } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { isFile } from '../../src/wire/index.ts';
import { dose } from '../support/dose.ts';
import { masked } from '../support/masked.ts';
import { misfits } from '../support/misfits.ts';
import { asDryRun } from '../support/rest-request.ts';
import type { HttpAnswer, HttpRequest } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();
const reads = catalogue.filter(({ effect }) => effect === 'read');
const writes = catalogue.filter(({ effect }) => effect !== 'read');

/** Reads that REST answers by another operation, whose path comes first, and how MCP and the catalogue need them. */
const shadowed: Readonly<Record<string, string>> = {
  get_report: 'One tool for every report; in REST each report has a path of its own.',
};

/** Attempts count even where a call fails or is previewed, so that guessing is slowed down. */
const countedTables = ['attempts'];

function checkAnswer(operation: Operation, answer: HttpAnswer): void {
  assert.equal(answer.status, successStatus(operation), `${operation.name}: ${answer.text}`);
  if (operation.output.meta()?.['file'] === true) {
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename\*=UTF-8''/, operation.name);
    return;
  }
  assert.deepEqual(misfits(operation.output, answer.body), [], operation.name);
  assert.equal(isFile(operation.output, answer.body), false, operation.name);
}

/** Made of an image when somebody first looks at it, and gone with it. */
const keptByReads = ['thumbnails'];

async function tracesLeft(): Promise<object> {
  const sums = Object.entries(await tableSums(service.owner));
  return Object.fromEntries(sums.filter(([table]) => !keptByReads.includes(table)));
}

test('a read answers what it publishes and leaves no trace', async () => {
  const samples: (Sample & { readonly operation: Operation })[] = [];
  for (const operation of dose(reads)) samples.push({ operation, ...(await sampleOf(shop, operation)) });
  const before = await tracesLeft();
  for (const { operation, ...sample } of samples) {
    const answer = await service.send(callOf(operation, sample));
    if (operation.name in shadowed) assert.notDeepEqual(misfits(operation.output, answer.body), [], operation.name);
    else checkAnswer(operation, answer);
  }
  assert.deepEqual(await tracesLeft(), before);
});

type Trace = {
  readonly kind: string;
  readonly type: string;
  readonly data: unknown;
  readonly transaction: string;
  readonly place: string;
};

/** Rows that a request wrote about itself, with the transaction of each. */
async function tracesOf(request: string, key: string): Promise<Trace[]> {
  const { rows } = await service.owner.query<Trace>(
    `select 'audit' as kind, action as type, jsonb_build_object('effect', effect, 'door', door) as data,
       xmin::text as transaction, organization_id::text as place from audit_log where request_id = $1
     union all select 'event', event.type, event.data, told.xmin::text, told.organization_id::text
     from call_events as told join events as event on event.row_id = told.id where told.request_id = $1
     union all select 'key', scope, coalesce(output, (select after from audit_log where id = audit_id))::jsonb,
       xmin::text, organization_id::text from idempotency_keys
     where key = $2`,
    [request, key],
  );
  return rows;
}

const ofAccount = 'It changes how somebody signs in to every organisation that they are a member of.';

/** Writes that each of the caller's organisations is told of. */
const ofAccounts: Readonly<Record<string, string>> = {
  change_password: ofAccount,
  update_me: 'Their name is seen in every organisation that they are a member of.',
  confirm_totp: ofAccount,
  disable_totp: ofAccount,
  create_passkey: ofAccount,
  remove_passkey: ofAccount,
};

/** Writes that make other calls, whose lines and events are written down beside their own. */
const makesCalls: ReadonlySet<string> = new Set([
  'promote_practice',
  'run_steps',
  'undo_mcp_write',
  'undo_mcp_conversation',
  'match_bank_line',
  'match_bank_lines',
  'reconcile_payment',
  'apply_bank_rules',
  'unmatch_bank_line',
  'close_month',
  'pay_scheduled_payment',
  'return_scheduled_payment',
  'confirm_payment_file',
]);

/** Writes that publish something of few calls only, which a test of their own makes. */
const seldomTelling: Readonly<Record<string, string>> = {
  run_steps: 'Only steps that come from a practice end it.',
  login: 'Tells of a device that its member has not used before.',
  accept_invite_with_passkey: 'Tells of a passkey that there may be a copy of.',
  login_with_passkey: 'The same, and of a passkey that there may be a copy of.',
  login_with_provider: 'Tells of who joins, changes or is suspended by it, and of a device.',
  prove_with_passkey: 'Tells of a passkey that there may be a copy of.',
  run_schedules: 'Tells of what was due, and the job of the night has posted it.',
  run_depreciation: 'Tells of what was due, and the job of the night has posted it.',
  close_month: 'Its sample closes a month of before the books began.',
};

test('a write answers what it publishes, and its audit line, events and key commit with it', async () => {
  const kinds = new Map(catalogue.flatMap(({ emits = [] }) => emits).map((kind) => [kind.type, kind]));
  const emitted = new Set<string>();
  for (const operation of dose(writes)) {
    const { name, effect, emits = [] } = operation;
    const sample = await sampleOf(shop, operation);
    const id = `law-${name}`;
    const answer = await service.send(callOf(operation, sample, { 'x-request-id': id, 'idempotency-key': id }));
    checkAnswer(operation, answer);
    const traces = await tracesOf(id, id);
    const audited = traces.filter(({ kind, type }) => kind === 'audit' && !(makesCalls.has(name) && type !== name));
    const line = { type: name, effect, door: 'rest' };
    const places = new Set(audited.map(({ place }) => place));
    assert.ok(places.size === 1 || (name in ofAccounts && places.size > 1), `${name}: ${places.size} organisations`);
    assert.deepEqual(
      audited.map(({ type, data }) => ({ type, ...(data as Wire) })),
      Array.from(places, () => line),
      name,
    );
    for (const { type, data } of traces.filter(({ kind }) => kind === 'event')) {
      assert.ok(
        makesCalls.has(name) || emits.some((kind) => kind.type === type),
        `${name} emits ${type}, which it does not declare`,
      );
      assert.deepEqual(misfits(kinds.get(type)?.data ?? operation.output, data), [], `${name}: ${type}`);
      emitted.add(`${name} ${type}`);
    }
    // A nested call is a subtransaction, to which PostgreSQL gives a number of its own.
    const own = traces.filter(({ kind, type }) => !makesCalls.has(name) || kind === 'key' || type === name);
    assert.ok(new Set(own.map(({ transaction }) => transaction)).size <= 1, `${name}: more than one transaction`);
  }
  const silent = dose(writes).filter(
    ({ name, emits = [] }) => emits.length > 0 && !emitted.has(`${name} ${emits[0]?.type}`) && !(name in seldomTelling),
  );
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});

test('a preview answers as the call would, and leaves no trace', async () => {
  const previews: { operation: Operation; request: HttpRequest }[] = [];
  for (const operation of dose(writes.filter(({ previewable }) => previewable !== false))) {
    previews.push({ operation, request: callOf(operation, await sampleOf(shop, operation)) });
  }
  const before = await tableSums(service.owner, countedTables);
  for (const { operation, request } of previews) {
    const preview = await service.send(asDryRun(request));
    assert.equal(preview.status, 200, `${operation.name}: ${preview.text}`);
  }
  assert.deepEqual(await tableSums(service.owner, countedTables), before);
  for (const { operation, request } of previews) {
    const [preview, real] = [await service.send(asDryRun(request)), await service.send(request)];
    assert.equal(withoutChance(preview), withoutChance(real), operation.name);
  }
});

/** Ids, instants, tokens, chance, and the caller, whose new name is known a second later, look alike. */
function withoutChance({ text }: HttpAnswer): string {
  const secrets = /svc_[0-9a-f]+|(?:key|app)_live_\w+|app_[\w-]{43}|(?<=\/books\/)[\w-]{43}|whsec_[\w+/=]+/g;
  return masked(text)
    .replaceAll(secrets, '*')
    .replaceAll(/-[0-9a-f]{8}(?=")|(?<=Ana )\d+/g, '*');
}

test('what has no preview says so and does nothing', async () => {
  const requests: { operation: Operation; request: HttpRequest }[] = [];
  for (const operation of dose(writes.filter(({ previewable }) => previewable === false))) {
    requests.push({ operation, request: callOf(operation, await sampleOf(shop, operation)) });
  }
  const before = await tableSums(service.owner);
  for (const { operation, request } of requests) {
    const answer = await service.send(asDryRun(request));
    assert.equal(answer.body.errors?.[0]?.code, 'no_preview', `${operation.name}: ${answer.text}`);
  }
  assert.deepEqual(await tableSums(service.owner), before);
});
