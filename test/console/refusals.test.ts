/** What people are told when the service refuses, in their language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import '../../src/catalogue.ts';
import { refusals } from '../../src/operation/errors.ts';
import { idle, openConsole } from '../support/console.ts';
import { fill, key, pick, save } from '../support/console-hands.ts';

/** People meet these through no screen: they are of programs, AI apps and pages beside the console. */
const ofPrograms: readonly string[] = [
  'address_not_allowed',
  'approval_required',
  'idempotency_key_required',
  'idempotency_key_reused',
  'insufficient_scope',
  'invalid_cursor',
  'invalid_refresh_token',
  'link_not_found',
  'malformed_request',
  'member_unknown',
  'method_not_allowed',
  'origin_refused',
  'over_limit',
  'person_required',
  'plan_changed',
  'plan_used',
  'request_in_progress',
  'request_timeout',
  'result_too_large',
  'step_up_required',
  'unknown_action',
  'unknown_part',
  'unsupported_media_type',
  'wrong_caller',
];

const texts = (JSON.parse(readFileSync('src/messages/en.json', 'utf8')) as { console: { refusals: object } }).console
  .refusals;

test('every refusal that people meet is told in words of theirs', () => {
  const codes = refusals().map(({ code }) => code);
  const untold = codes.filter((code) => !(code in texts) && !code.endsWith('_external_id_taken'));
  assert.deepEqual(untold, ofPrograms.toSorted());
  assert.deepEqual(
    Object.keys(texts).filter((code) => !codes.includes(code)),
    [],
    'there is no such refusal',
  );
});

const { at, open, shop } = await openConsole();

test('in German a refusal is told in German', async (t) => {
  const tab = await open(t, 'Refused in German');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  const { call, fresh } = shop;
  const name = fresh('group');
  await call('create_client_group', { name });
  await tab.visit(at('/client-groups/new'));
  await tab.comes(idle);
  await fill(tab, 'Name', name);
  await save(tab);
  await tab.comes(`document.querySelector('.notice.bad')?.innerText.includes('Eine andere Kundengruppe heißt so.')`);
});

test('an amount of a refusal is told as people write it', async (t) => {
  const tab = await open(t, 'Refused with an amount');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  const { call, fresh } = shop;
  const client = await call('create_client', { type: 'business', display_name: fresh('debtor') });
  const line = { name: 'Work', quantity: '1', unit_price: '1234.50' };
  const sale = await call('create_sale', { client_id: client.id, lines: [line], confirm: true });
  await tab.visit(at(`/sales/${sale.id}`));
  await tab.comes(idle);
  await key(tab, 'p');
  await fill(tab, 'Betrag', '1300');
  await pick(tab, 'Zahlungsart', 'Cash');
  await save(tab);
  await tab.comes(`document.querySelector('.notice.bad')?.innerText.includes('offene Betrag: 1.234,50')`);
});

const faultAt = (name: string, text: string): string =>
  `document.querySelector('[data-field="${name}"]')?.innerText.includes(${JSON.stringify(text)})`;

test('in German a field says in German why it is refused', async (t) => {
  const tab = await open(t, 'A field refused in German');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  await tab.visit(at('/clients/new'));
  await tab.comes(idle);
  await fill(tab, 'Name', shop.fresh('client'));
  await fill(tab, 'E-Mail', 'mill at kwarts');
  await save(tab);
  await tab.comes(faultAt('email', 'Schreiben Sie eine E-Mail-Adresse, zum Beispiel ana@example.com.'));
  await tab.visit(at('/client-groups/new'));
  await tab.comes(idle);
  await fill(tab, 'Name', 'x'.repeat(500));
  await save(tab);
  await tab.comes(faultAt('name', 'Schreiben Sie höchstens 255 Zeichen.'));
});
