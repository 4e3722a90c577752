/** A budget as an owner makes, changes and reads it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, fill, save } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open } = await openConsole();
const { call, ids } = shop;

test('a budget is made of last year, changed without losing its months and values, and compared', async (t) => {
  const tab = await open(t, 'Budgets');
  if (tab === undefined) return;
  await tab.visit(at('/budgets/new'));
  await tab.comes(`${idle} && ${heading} === 'New budget'`);
  await fill(tab, 'Name', 'Next year');
  await fill(tab, 'Change in percent', '10');
  await save(tab);
  await tab.comes(`location.search.includes('open=budg_') && ${idle} && ${shown('Compare with the books')}`);
  const id = await tab.read(`new URLSearchParams(location.search).get('open')`);
  assert.equal((await call('get_budget', { id })).months, 12);

  const { data } = await call('list_accounts', { code: '6000' });
  const season = ['0', '0', '300', '0', '0', '0', '0', '0', '0', '0', '0', '900'];
  const lines = [
    { account_id: data[0].id, amounts: season.map(() => '100') },
    { account_id: data[0].id, amounts: season, dimension_value_id: ids['dimv'] },
  ];
  await call('update_budget', { id, lines });
  await tab.visit(at(`/budgets/${id}/edit`));
  await tab.comes(`${idle} && ${field('Name')}?.value === 'Next year'`);
  // Of the first line, which has the same amount in each month.
  const first = `[...document.querySelectorAll('main input')].find(({ value }) => value === '1200.00')`;
  await tab.comes(`${first} !== undefined`);
  await tab.read(`${first}.focus()`);
  await tab.read(`document.activeElement.select()`);
  await tab.type('2400');
  await save(tab);
  await tab.comes(`location.search.includes('open=${id}') && ${shown('€2,400.00')}`);
  const changed = await call('get_budget', { id });
  assert.deepEqual(
    changed.lines.map((line: { amounts: string[]; dimension_value_id: string }) => [
      line.amounts[2],
      line.dimension_value_id,
    ]),
    [
      ['200.00', null],
      ['300.00', ids['dimv']],
    ],
  );
  await tab.read(
    `[...document.querySelectorAll('main a')].find((one) => one.innerText === 'Compare with the books').click()`,
  );
  await tab.comes(`${idle} && ${heading} === 'Budget against actual' && ${shown('Next year · ')}`);
  assert.ok(await tab.read(shown('€3,600.00')), 'both lines together');
});
