/** Income and costs told apart by project, as a bookkeeper works with it in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { field, fill, key, pick, press, save } from '../support/console-hands.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

test('a project is named on a line, kept when the draft is changed, and found in the report', async (t) => {
  const tab = await open(t, 'Dimensions');
  if (tab === undefined) return;
  await tab.visit(at('/dimensions'));
  await tab.comes(`${idle} && ${heading} === 'Dimensions' && ${shown('New dimension')}`);
  await press(tab, 'New dimension');
  await fill(tab, 'Name', 'Branch');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Branch')}`);
  const { data } = await call('list_dimensions', { q: 'Branch' });
  const [{ id }] = data;
  await tab.visit(at(`/dimension-values?dimension_id=${id}`));
  await tab.comes(`${idle} && ${heading} === 'Values' && ${shown('New value')}`);
  await press(tab, 'New value');
  await fill(tab, 'Code', 'NORTH');
  await fill(tab, 'Name', 'North street');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('North street')}`);
  await tab.visit(at('/expenses/new'));
  await tab.comes(`${idle} && ${heading} === 'New expense' && ${shown('Branch')}`);
  await fill(tab, 'Paid to', 'Roofer');
  await pick(tab, 'Category', 'Travel');
  await fill(tab, 'Amount', '75');
  await pick(tab, 'Branch', 'North');
  await save(tab);
  await tab.comes(`location.search.includes('open=exp_') && ${shown('Roofer')}`);
  const expenseId = await tab.read(`new URLSearchParams(location.search).get('open')`);
  const drafted = await call('get_expense', { id: expenseId });
  const [value] = (await call('list_dimension_values', { dimension_id: id })).data;
  assert.deepEqual(drafted.lines[0].dimension_value_ids, [value.id]);
  // Who changes another field of the draft keeps what its lines are for.
  await tab.visit(at(`/expenses/${expenseId}/edit`));
  await tab.comes(`${idle} && ${shown('Branch')}`);
  await fill(tab, 'Amount', '80');
  await save(tab);
  await tab.comes(`location.search.includes('open=exp_')`);
  const changed = await call('get_expense', { id: expenseId });
  assert.deepEqual([changed.lines[0].amount, changed.lines[0].dimension_value_ids], ['80.00', [value.id]]);
  await call('post_expense', { id: expenseId });
  await tab.visit(at(`/reports/profit-by-dimension?period=this_year&dimension_id=${id}`));
  await tab.comes(`${idle} && ${shown('North street')} && ${shown('80.00')}`);
  await key(tab, 'Escape');
  await tab.read(`document.querySelector('button.drill').focus()`);
  await tab.press('Enter');
  await tab.comes(`document.querySelector('.panel .entries a') !== null`);
  // Its name leads to the whole profit and loss of the value, and from each figure to its papers.
  await tab.read(`[...document.querySelectorAll('main a')].find((one) => one.innerText === 'North street').click()`);
  await tab.comes(`${idle} && ${heading} === 'Profit and loss' && ${field('Dimension')}?.value === 'North street'`);
  await tab.comes(shown('Branch: NORTH North street'));
  await tab.comes(`${shown('-80.00')} || ${shown('−€80.00')} || ${shown('-€80.00')}`);
  await tab.read(
    `[...document.querySelectorAll('button.drill')].find((one) => one.innerText.includes('80.00')).click()`,
  );
  await tab.comes(`document.querySelector('.panel .entries')?.innerText.includes('80.00') === true`);
  // Other reports are narrowed beside their period, and the choice of what names none ends that of a value.
  const without = `[...document.querySelectorAll('main label')]
    .find((one) => one.innerText.startsWith('Lines without'))?.querySelector('select')`;
  for (const report of ['trial-balance', 'general-ledger', 'revenue', 'expenses-by-category']) {
    await tab.visit(at(`/reports/${report}?period=this_year`));
    await tab.comes(`${idle} && ${without} !== undefined`);
    await pick(tab, 'Dimension', 'North');
    await tab.comes(`${idle} && location.search.includes('dimension_value_id=${value.id}')`);
    await tab.read(`(() => {
      const select = ${without};
      select.value = '${id}';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await tab.comes(`${idle} && location.search.includes('without_dimension_id=${id}')`);
    await tab.comes(shown('Lines without: Branch'));
    await tab.comes(`!location.search.includes('dimension_value_id') && ${field('Dimension')}?.value === ''`);
  }
});

test('a category of expenses gives its lines a project, and no longer when it is emptied', async (t) => {
  const tab = await open(t, 'Expense categories');
  if (tab === undefined) return;
  const dimension = await call('create_dimension', { name: 'Shop' });
  const value = await call('create_dimension_value', { dimension_id: dimension.id, code: 'S', name: 'South street' });
  const { data } = await call('list_expense_categories', { limit: 100 });
  const category = data.find(({ name }: { readonly name: string }) => name === 'Travel');
  await tab.visit(at(`/expense-categories?open=${category.id}`));
  await tab.comes(`${idle} && ${shown('Travel')}`);
  await press(tab, 'Edit');
  await pick(tab, 'Shop', 'South');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null`);
  const given = await call('get_expense_category', { id: category.id });
  assert.deepEqual(given.dimension_value_ids, [value.id]);
  await press(tab, 'Edit');
  await tab.comes(`${field('Shop')}?.value === 'South street'`);
  await fill(tab, 'Shop', ' ');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null`);
  const emptied = await call('get_expense_category', { id: category.id });
  assert.deepEqual(emptied.dimension_value_ids, []);
});

test('a supplier gives the lines of a new bill a project, and a line that is emptied stays so', async (t) => {
  const tab = await open(t, 'Suppliers that give a project');
  if (tab === undefined) return;
  const dimension = await call('create_dimension', { name: 'Works' });
  const value = await call('create_dimension_value', { dimension_id: dimension.id, code: 'H', name: 'Harbour' });
  const roofer = await call('create_client', { type: 'business', display_name: 'Harbour Roofs', roles: ['supplier'] });
  await tab.visit(at(`/clients/${roofer.id}/edit`));
  await tab.comes(`${idle} && ${shown('New lines are for')}`);
  await pick(tab, 'Works', 'Harbour');
  await save(tab);
  await tab.comes(`${idle} && location.pathname.endsWith('${roofer.id}')`);
  assert.deepEqual((await call('get_client', { id: roofer.id })).dimension_value_ids, [value.id]);
  const { id, lines } = await call('create_expense', {
    supplier_id: roofer.id,
    lines: [{ category: 'Travel', amount: '90' }],
  });
  assert.deepEqual(lines[0].dimension_value_ids, [value.id]);
  await tab.visit(at(`/expenses/${id}/edit`));
  await tab.comes(`${field('Works')}?.value === 'Harbour'`);
  await fill(tab, 'Works', ' ');
  await save(tab);
  await tab.comes(`location.search.includes('open=exp_')`);
  assert.deepEqual((await call('get_expense', { id })).lines[0].dimension_value_ids, []);
  await call('archive_dimension', { id: dimension.id });
});

test('a posted bill moves from one project to another', async (t) => {
  const tab = await open(t, 'Posted lines that are reassigned');
  if (tab === undefined) return;
  const dimension = await call('create_dimension', { name: 'Yard' });
  const value = (code: string, name: string) =>
    call('create_dimension_value', { dimension_id: dimension.id, code, name });
  const [east, west] = [await value('E', 'East yard'), await value('W', 'West yard')];
  const line = { category: 'Travel', amount: '60', dimension_value_ids: [east.id] };
  const { id } = await call('create_expense', { payee_name: 'Crane', lines: [line, line], post: true });
  await tab.visit(at(`/expenses?open=${id}`));
  await tab.comes(`${idle} && ${shown('Change dimensions')}`);
  await press(tab, 'Change dimensions');
  await tab.comes(`${field('Yard')}?.value === 'East yard'`);
  await pick(tab, 'Yard', 'West');
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null`);
  await tab.comes(`${shown('W West yard')} && ${shown('E East yard')}`);
  const { lines } = await call('get_expense', { id });
  assert.deepEqual(
    lines.map((one: { dimension_value_ids: string[] }) => one.dimension_value_ids),
    [[west.id], [east.id]],
  );
  await call('archive_dimension', { id: dimension.id });
});

test('a dimension is required for a type of accounts, which its panel then names', async (t) => {
  const tab = await open(t, 'A required dimension');
  if (tab === undefined) return;
  const dimension = await call('create_dimension', { name: 'Site' });
  await tab.visit(at(`/dimensions?open=${dimension.id}`));
  await tab.comes(`${idle} && ${shown('Edit')}`);
  await press(tab, 'Edit');
  const labels = `[...document.querySelectorAll('dialog[open] label')]`;
  const label = `${labels}.find((one) => one.innerText.trim() === 'Revenue')`;
  await tab.comes(`${label} !== undefined`);
  await tab.read(`${label}.click()`);
  await save(tab);
  await tab.comes(`document.querySelector('dialog.window[open]') === null && ${shown('Accounts that require it')}`);
  const { required_for: required } = await call('get_dimension', { id: dimension.id });
  assert.deepEqual(required.account_types, ['revenue']);
  await call('update_dimension', { id: dimension.id, required_for: null });
});
