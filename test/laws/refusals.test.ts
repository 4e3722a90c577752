/** Every refusal that an operation declares is met by some test, and none comes out that is not declared. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { dayIn } from '../../src/core/calendar.ts';
import { shapeOf } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { typeIdFrom, uuidFrom } from '../../src/wire/type-id.ts';
import { idFields, withValue } from '../support/id-fields.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { operationNamed } from '../support/world.ts';
import { openAttack } from './attack.ts';
import { callOf } from './call-of.ts';
import { spoiledCalls } from './spoiled.ts';

const { service, shop, send, found } = await openAttack();
const met = new Set<string>();

async function provoke(operation: Operation, sample: Sample): Promise<void> {
  const { status, body } = await send(operation, callOf(operation, sample));
  if (status >= 400) met.add(`${operation.name} ${body.code}`);
}

/** Values that only one record may have, as the samples of creating such records write them. */
const unique = ['external_id', 'name', 'code', 'sku', 'barcode', 'number', 'slug', 'display_name', 'email'];

async function provokeAll(operation: Operation): Promise<void> {
  const { input, caller } = await sampleOf(shop, operation);
  await provoke(operation, { caller, input: { ...input, surprise: 1 } });
  for (const { path, prefix } of idFields(operation)) {
    const value = typeIdFrom(prefix, randomUUID());
    await provoke(operation, { caller, input: withValue(operation, input, { path, value }) });
    const [first] = path;
    const used = shop.ids[prefix];
    // A merged record serves no later sample, and has none of its states to try.
    const isShared = first === 'id' && used !== undefined && !operation.name.startsWith('merge_');
    if (isShared) await provoke(operation, { caller, input: { ...input, id: used } });
  }
  if ('version' in shapeOf(operation)) await provoke(operation, { caller, input: { ...input, version: 1_000_000 } });
  const named = 'external_id' in shapeOf(operation) ? { external_id: `law ${operation.name}` } : {};
  await provoke(operation, { caller, input: { ...input, ...named } });
  await provoke(operation, { caller, input: { ...input, ...named } });
  const create = catalogue.find(({ name }) => name === operation.name.replace(/^(update|restore)_/, 'create_'));
  const fields = unique.filter((field) => field in shapeOf(operation));
  if (create === undefined || create === operation || fields.length === 0) return;
  const other = await sampleOf(shop, create);
  await send(create, callOf(create, { ...other, input: { ...other.input, external_id: `other ${operation.name}` } }));
  const same = Object.entries({ ...other.input, external_id: `other ${operation.name}` }).filter(([field]) =>
    fields.includes(field),
  );
  const another = await sampleOf(shop, operation);
  for (const [field, value] of same)
    await provoke(operation, { ...another, input: { ...another.input, [field]: value } });
}

/** Tries a write while every day is closed: who would have posted is refused, and nobody else says anything of it. */
async function provokeLocked(operation: Operation): Promise<void> {
  const { input, caller } = await sampleOf(shop, operation);
  // Unless it is told the day, a reversal would go to the first open one. It is the shop's day, which begins earlier.
  const today = dayIn(new Date().toISOString(), 'Europe/Berlin');
  const dated = 'date' in shapeOf(operation) ? { date: today } : {};
  await closeBooks('9999-12-30');
  await provoke(operation, { caller, input: { ...input, ...dated } });
  await closeBooks(null);
}

/** Tries a write while every account of money agrees with its statements for ever. */
async function provokeReconciled(operation: Operation): Promise<void> {
  const { input, caller } = await sampleOf(shop, operation);
  await reconcileThrough('9999-12-30');
  await provoke(operation, { caller, input });
  await reconcileThrough(null);
}

async function reconcileThrough(day: string | null): Promise<void> {
  const organization = uuidFrom('org', shop.who.organization);
  await service.owner.query('update bank_accounts set reconciled_through = $2 where organization_id = $1', [
    organization,
    day,
  ]);
}

/** Bank accounts of all that money is booked on. */
async function bankEverything(): Promise<void> {
  const kinds = { '1000': 'cash', '1010': 'bank', '1020': 'provider', '1030': 'provider' };
  for (const [code, kind] of Object.entries(kinds)) {
    const [account] = (await shop.call('list_accounts', { code })).data;
    await shop.call('create_bank_account', { name: shop.fresh(kind), kind, account_id: account.id });
  }
}

/** Further than anybody may lock, so that whatever day an operation chooses is closed. */
async function closeBooks(through: string | null): Promise<void> {
  const organization = uuidFrom('org', shop.who.organization);
  await service.owner.query(`select set_config('daybook.organization', $1, false)`, [organization]);
  await service.owner.query(
    'update period_locks set soft = $2, version = version + 1 where organization_id = $1 and soft is distinct from $2',
    [organization, through],
  );
}

/** Refusals that no test meets, and why. */
const paidInFull = 'A draft is paid in full or not at all, after which nothing is owed.';
const slowed = 'Guessing is slowed down only where limits are on; src/modules/identity/attempts.test.ts tries how.';
const ofTokens = 'To a person it says forbidden; this is what it says to a token.';
const ofReports = 'In REST each report has a path of its own, and is refused there.';
const otherCurrency =
  'Only goods priced before an organisation took another currency have another; its books have begun here.';
const atOnce = 'Only where somebody else makes the same person at that moment.';
const unmet: Readonly<Record<string, string>> = {
  'accept_invite rate_limited': slowed,
  'accept_invite unavailable': 'Only where more passwords wait to be hashed than the queue holds.',
  'change_password rate_limited': slowed,
  'confirm_sale insufficient_scope': ofTokens,
  'confirm_totp rate_limited': slowed,
  'convert_document insufficient_scope': ofTokens,
  'correct_invoice insufficient_scope': ofTokens,
  'create_bank_rule limit_exceeded': 'Only of an organisation with 500 active rules.',
  'create_document limit_exceeded': 'Only of a client with more entries in the range than a statement has pages for.',
  'create_expense insufficient_scope': ofTokens,
  'create_import insufficient_scope': ofTokens,
  'create_passkey rate_limited': slowed,
  'create_recurring_document insufficient_scope': ofTokens,
  'create_recurring_expense insufficient_scope': ofTokens,
  'credit_document insufficient_scope': ofTokens,
  'disable_totp rate_limited': slowed,
  'duplicate_sale currency_mismatch': otherCurrency,
  'forgot_password rate_limited': slowed,
  'get_client_statement limit_exceeded': 'Only of a client with thousands of sales in the range.',
  'get_document_pages pages_refused': 'What get_document_pdf says of the same pages.',
  'get_organization not_found': 'Who is signed in belongs to an organisation, and none is ever deleted.',
  'get_organization_readiness not_found': 'As for get_organization.',
  'get_report forbidden': ofReports,
  'get_report insufficient_scope': ofReports,
  'get_report limit_exceeded': ofReports,
  'get_report_drilldown insufficient_scope': ofTokens,
  'get_shared_document_pdf pages_refused': 'What get_document_pdf says of the same pages.',
  'invoice_expenses insufficient_scope': ofTokens,
  'issue_document insufficient_scope': ofTokens,
  'login unavailable': 'Only where more passwords wait to be hashed than the queue holds.',
  'login_with_provider already_member': atOnce,
  'login_with_provider email_taken': atOnce,
  'login_with_provider rate_limited': slowed,
  'merge_client client_cycle': 'Only where somebody else moves one of them below another at that moment.',
  'pay_sale client_required': paidInFull,
  'pay_sale credit_held': paidInFull,
  'post_expense insufficient_scope': ofTokens,
  'preview_document insufficient_scope': ofTokens,
  'preview_document pages_refused': 'What get_document_pdf says of the same pages.',
  'promote_practice insufficient_scope': ofTokens,
  'prove_second_factor rate_limited': slowed,
  'prove_with_passkey rate_limited': slowed,
  'prove_with_provider rate_limited': slowed,
  'refund_client insufficient_scope': ofTokens,
  'replay_webhook limit_exceeded': 'Only of a time in which more than ten thousand events happened.',
  'reset_password rate_limited': slowed,
  'return_sale insufficient_scope': ofTokens,
  'run_recurring_document insufficient_scope': ofTokens,
  'run_recurring_expense insufficient_scope': ofTokens,
  'start_passkey rate_limited': slowed,
  'start_passkey unavailable': 'Only where more passwords wait to be hashed than the queue holds.',
  'start_practice insufficient_scope': ofTokens,
  'update_document insufficient_scope': ofTokens,
  'update_recurring_document insufficient_scope': ofTokens,
  'update_recurring_expense insufficient_scope': ofTokens,
};

const tests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((path) => !path.endsWith('refusals.test.ts'))
  .map((path) => readFileSync(path, 'utf8'));

/** True where a test names both the operation and the code. */
function isTestedByHand({ name }: Operation, code: string): boolean {
  return tests.some((text) => new RegExp(`\\b${name}\\b`).test(text) && new RegExp(`\\b${code}\\b`).test(text));
}

test('every refusal that an operation declares is met, and no other', async (context) => {
  for (const operation of catalogue.filter(({ effect }) => effect !== 'read')) await provokeLocked(operation);
  await bankEverything();
  for (const operation of catalogue.filter(({ posts }) => posts === true)) await provokeReconciled(operation);
  for (const { name, input } of await spoiledCalls(shop)) {
    await provoke(operationNamed(name), { caller: shop.who, input });
  }
  for (const operation of catalogue) await provokeAll(operation);
  const tokensMax = 100;
  for (let made = 0; made <= tokensMax; made += 1) {
    await provoke(operationNamed('create_mcp_token'), { caller: shop.who, input: { name: `Token ${made}` } });
  }
  const client = { id: 'dbc_app', host: 'app.example.com' };
  for (let made = 0; made <= tokensMax; made += 1) {
    await provoke(operationNamed('connect_mcp_client'), { caller: shop.who, input: { name: `App ${made}`, client } });
  }
  assert.deepEqual(found, []);
  const declared = catalogue.flatMap((operation) => (operation.refuses ?? []).map(({ code }) => ({ operation, code })));
  // Whoever posts may be refused for a bank account; their samples do not all move money.
  const reconciled = [...met].filter((one) => one.endsWith(' reconciled_period'));
  assert.ok(reconciled.length >= 20, `${reconciled.length} refused: ${reconciled.join(', ')}`);
  const left = declared.filter(
    ({ operation, code }) => code !== 'reconciled_period' && !met.has(`${operation.name} ${code}`),
  );
  const byNobody = left.filter(({ operation, code }) => !isTestedByHand(operation, code));
  context.diagnostic(`${declared.length} refusals: ${declared.length - left.length} met here, the rest by hand`);
  assert.deepEqual(byNobody.map(({ operation, code }) => `${operation.name} ${code}`).toSorted(), Object.keys(unmet));
});
