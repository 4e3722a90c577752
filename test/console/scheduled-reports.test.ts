/** Having a report mailed, from the report to its schedule, with the keyboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, confirm, field, fill, press, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole();
const isClosed = `document.querySelector('dialog[open]') === null`;

test('a report is scheduled as it is shown, with what was chosen there, and paused, changed and resumed', async (t) => {
  const tab = await open(t, 'Scheduling a report');
  if (tab === undefined) return;
  await tab.visit(at('/reports/revenue?group_by=client&period=this_month'));
  const link = `document.querySelector('main a[href^="/scheduled-reports/new"]')`;
  await tab.comes(`${idle} && ${link} !== null`);
  await tab.read(`${link}.focus()`);
  await tab.press('Enter');
  await tab.comes(`${idle} && ${shown('Options taken over')}`);
  await fill(tab, 'Name', 'Who bought what');
  // The last day of each month, whatever its length.
  await fill(tab, 'Day of the month', '31');
  await fill(tab, 'Outside addresses', 'ledger@zirkonia.example, not an address');
  await save(tab);
  await tab.comes(`document.querySelector('main [aria-invalid=true]') === ${field('Outside addresses')}`);
  // The field says what to write, and above the form it is not said again.
  const above = `document.querySelector('.notice.bad').innerText`;
  assert.match(await tab.read(above), /^Something here is not right yet: see the fields\.\s+Request req_/);
  await fill(tab, 'Outside addresses', 'ledger@zirkonia.example');
  await save(tab);
  await tab.comes(`location.search.startsWith('?open=srep_') && ${shown('ledger@zirkonia.example')}`);
  const id = await tab.read(`new URLSearchParams(location.search).get('open')`);
  const made = await shop.call('get_scheduled_report', { id });
  assert.equal(made.report, 'revenue');
  assert.equal(made.period, 'last_month');
  assert.deepEqual([made.frequency, made.anchor_day, made.hour, made.format], ['month', 31, 7, 'pdf']);
  assert.deepEqual(made.parameters, { group_by: 'client' });
  assert.deepEqual(await violationsIn(tab.settled), []);

  await press(tab, 'Pause');
  await tab.comes(`${button('Resume')} !== undefined && ${shown('Paused')}`);
  await press(tab, 'Edit');
  await fill(tab, 'Days that the link works', '3');
  await confirm(tab, 'Save');
  await tab.comes(isClosed);
  await press(tab, 'Resume');
  await tab.comes(`${button('Pause')} !== undefined`);
  const changed = await shop.call('get_scheduled_report', { id });
  assert.deepEqual([changed.status, changed.link_days, changed.anchor_day], ['active', 3, 31]);
  assert.deepEqual(changed.parameters, { group_by: 'client' });
});
