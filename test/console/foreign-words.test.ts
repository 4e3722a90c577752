/** Whoever reads the console in another language reads no English that the service wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/browser.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { validationFailed } from '../../src/operation/errors.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { goTo, idle, openConsole, shown } from '../support/console.ts';
import { dose, isComplete } from '../support/dose.ts';
import { englishWords, foreignIn, visibleTexts } from '../support/foreign-words.ts';
import { screenPaths } from '../support/screen-paths.ts';
import type { Wire } from '../support/world.ts';

const { service, shop, at, open } = await openConsole();
const english = englishWords();

/** Their texts are in the language in which the business was founded; its people may rename what it began with. */
const stored = ['accounts', 'expense_categories', 'payment_methods', 'locations', 'tax_rates', 'journal_entries'];
/** Names of a language, of fonts and of files. */
const unspoken = ['English', 'Source Serif', 'Instrument Serif', 'XLSX'];
const typed = await typedTexts();
// Of what was never checked there is nothing to read.
await shop.call('keep_checks');

/** Longer ones first, since they may have shorter ones in them. */
async function typedTexts(): Promise<readonly string[]> {
  const lists = await Promise.all(stored.map((name) => allOf(`list_${name}`)));
  const names = lists.flat().flatMap(({ name, code, memo }) => [name, code, memo]);
  const texts = [...names, ...unspoken].filter((text) => typeof text === 'string' && text !== '');
  return texts.toSorted((one, other) => other.length - one.length);
}

async function allOf(list: string): Promise<Wire[]> {
  const rows: Wire[] = [];
  for (let cursor: Wire; cursor !== null;) {
    const page = await shop.call(list, { limit: 100, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

async function foreignOn(tab: Tab): Promise<string[]> {
  await tab.comes(idle);
  const texts = (await tab.read(visibleTexts)) as string[];
  return foreignIn(
    texts.filter((text) => !text.includes(shop.mark)),
    english,
    typed,
  );
}

const views = `[...document.querySelectorAll('nav.views a')].slice(1).map((one) => one.getAttribute('href'))`;
const firstRow = `document.querySelector('.grid .body .row')?.id.replace('row-', '')`;

test('no screen shows English to who reads German', async (t) => {
  const tab = await open(t, 'Words of screens');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  const found: string[] = [];
  const look = async (path: string): Promise<void> => {
    found.push(...(await foreignOn(tab)).map((text) => `${path} | ${text}`));
  };
  const paths = await screenPaths(shop);
  await tab.visit(at('/'));
  for (const path of dose(paths)) {
    await tab.settled(goTo(path));
    await look(path);
    const more = (await tab.read(views)) as string[];
    const row = (await tab.read(firstRow)) as string | undefined;
    if (row !== undefined) more.push(`${path}?open=${row}`);
    for (const other of more) {
      await tab.settled(goTo(other));
      await look(other);
    }
  }
  assert.deepEqual(found, []);
  assert.ok(paths.length > 80);
});

test('no entry of the audit log shows English to who reads German', async (t) => {
  const tab = await open(t, 'Words of the audit log');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  await tab.visit(at('/audit-log'));
  const log = await allOf('list_audit_log');
  const entries = new Map<string, Wire>(log.map((entry) => [entry.action, entry]));
  const found: string[] = [];
  for (const [action, { id, request_id }] of dose([...entries])) {
    await tab.settled(goTo(`/audit-log?open=${id}`));
    await tab.comes(`document.querySelector('.panel')?.innerText.includes('${request_id}') === true`);
    found.push(...(await foreignOn(tab)).map((text) => `${action} | ${text}`));
  }
  assert.deepEqual(found, []);
  assert.ok(entries.size > 70 || !isComplete, `${entries.size} operations`);
});

test('what somebody typed stays as it was typed, whatever it means elsewhere', async (t) => {
  const tab = await open(t, 'Typed words');
  if (tab === undefined) return;
  const [{ account_id }] = (await shop.call('list_expense_categories', { limit: 1 })).data;
  const { id } = await shop.call('create_expense_category', { name: 'paid', account_id });
  await shop.call('update_expense_category', { id, name: 'open' });
  await shop.call('archive_expense_category', { id });
  await tab.read(`localStorage.setItem('language', 'de')`);
  const rows = `[...document.querySelectorAll('.panel tbody tr')].map((row) => row.innerText.replaceAll(/\\s+/g, ' '))`;
  for (const { id: entry, action } of (await shop.call('list_audit_log', { target_id: id, limit: 2 })).data) {
    await tab.visit(at(`/audit-log?open=${entry}`));
    const row = action.startsWith('archive') ? 'Status Aktiv Archiviert' : 'Name paid open';
    await tab.comes(`${rows}.includes('${row}')`);
  }
});

test('who did something through a program is told in German', async (t) => {
  const tab = await open(t, 'Names of those who did something');
  if (tab === undefined) return;
  await tab.read(`localStorage.setItem('language', 'de')`);
  await service.tool(await service.mcpToken(shop.who), 'create_client', { type: 'individual', display_name: 'Gast' });
  const [{ actor }] = (await shop.call('list_audit_log', { action: 'create_client', limit: 1 })).data;
  const [who, app] = actor.name.split(' through ');
  await tab.visit(at('/audit-log'));
  await tab.comes(shown(`${who} über ${app}`));
});

test('what went wrong with work is said in German', async (t) => {
  const tab = await open(t, 'Problems of jobs');
  if (tab === undefined) return;
  const tooLong = de.field_faults['Write at most {0} characters.'].replace('{0}', '5');
  const problems = {
    'It failed after several attempts.': 'Es ist nach mehreren Versuchen fehlgeschlagen.',
    'The person who set it up no longer has the permission sales:read.': de.permissions['sales:read'],
    [`${validationFailed.title} Write at most 5 characters. ${validationFailed.hint}`]: tooLong,
    [`${shop.ids['doc']}: The document has no recipient. Send one.`]: de.console.refusals.no_recipient,
    'The moon is full.': 'The moon is full.',
  };
  await tab.read(`localStorage.setItem('language', 'de')`);
  const [job] = (await shop.call('list_jobs', { limit: 1 })).data;
  for (const [problem, told] of Object.entries(problems)) {
    await service.owner.query('update jobs set error = $1 where id = $2', [problem, uuidFrom('job', job.id)]);
    await tab.visit(at(`/jobs?view=all&open=${job.id}`));
    await tab.comes(`document.querySelector('.panel')?.innerText.includes(${JSON.stringify(told)}) === true`);
  }
});

test('control: English on a page is found, and what somebody typed is not', () => {
  const seen = [
    'Create the client',
    'Kunde',
    'partially_paid',
    'Forderungen',
    'Accounts receivable',
    'client@shop.example',
    'transfer_01m8q3aj37eg0bc4d26400hjbx',
  ];
  assert.deepEqual(foreignIn(seen, english, ['Accounts receivable', '6400']), ['Create the client', 'partially_paid']);
});
