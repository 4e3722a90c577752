/** What the home screen says is still to be done before the first invoice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heading, idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open, readable } = await openConsole();

test('nothing on home moves when what is still to be done comes above it', async (t) => {
  const tab = await open(t, 'Home as it comes');
  if (tab === undefined) return;
  await tab.visit(at('/'));
  await tab.comes(
    `${idle} && document.querySelector('.checklist') !== null && document.querySelector('.charts svg') !== null`,
  );
  const shifted = await tab.settled(`new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(0), 500);
  })`);
  assert.ok(Number(shifted) < 0.01, `moved by ${String(shifted)}`);
});

test('home lists what is still to be done, each leads to its screen, and it stays away once put away', async (t) => {
  const tab = await open(t, 'The checklist');
  if (tab === undefined) return;
  const { items, has_invoices: hasInvoices } = await shop.call('get_organization_readiness');
  const todo = items.filter(({ state }: { state: string }) => state !== 'done');
  assert.ok(
    todo.some(({ state }: { state: string }) => state === 'missing'),
    'control',
  );
  await readable(tab, [{ path: '/', says: todo[0].title }]);
  const places = await tab.read(`[...document.querySelectorAll('.checklist a')].map((one) => one.pathname)`);
  // Whoever has issued one needs no help with the first.
  assert.equal(places.length, todo.length + (hasInvoices ? 0 : 1));
  for (const place of new Set<string>(places)) {
    await tab.visit(at(place));
    await tab.comes(`${idle} && (${heading} ?? '') !== ''`);
    assert.equal(await tab.read(`document.querySelector('main [role=alert]')?.innerText ?? ''`), '', place);
  }
  await tab.visit(at('/'));
  await tab.comes(shown(todo[0].title));
  // The link leads to the field, not only to its screen.
  await tab.read(`document.querySelector('.checklist a[href*="#address"]').click()`);
  await tab.comes(`document.activeElement.closest('[data-field]')?.dataset.field === 'address.line1'`);
  await tab.visit(at('/'));
  await tab.comes(shown(todo[0].title));
  await tab.read(`document.querySelector('.checklist button').click()`);
  await tab.comes(`document.querySelector('.checklist') === null`);
  await tab.visit(at('/'));
  await tab.comes(`${idle} && document.querySelector('.dashboard') !== null`);
  assert.equal(await tab.read(`document.querySelector('.checklist')`), null);
  const asked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/readiness')).length`;
  assert.equal(await tab.read(asked), 0, 'a business that is set up is not asked about again');
});
