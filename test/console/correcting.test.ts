/** An issued invoice that was wrong, corrected in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';

const { shop, at, open, readable } = await openConsole();
const { call, fresh } = shop;

test('an invoice is corrected with the keyboard: only what was changed differs, and its payment moves', async (t) => {
  const tab = await open(t, 'An invoice that was wrong');
  if (tab === undefined) return;
  const client = await call('create_client', { type: 'business', display_name: fresh('أتيليه') });
  const wrong = await call('create_document', {
    type: 'invoice',
    client_id: client.id,
    po_number: 'PO 4711',
    lines: [{ name: fresh('binding'), quantity: '3', unit_price: '1249.50', description: 'Half leather' }],
    issue: true,
  });
  await call('pay_sale', { id: wrong.sale_id, amount: '100.00', method: 'Cash' });
  await tab.visit(at(`/documents/${wrong.id}`));
  await tab.comes(`${idle} && ${shown(wrong.number)}`);
  await tab.comes(`document.querySelector('a[href$="/correct"]') !== null`);
  await readable(tab, [{ path: `/documents/${wrong.id}/correct`, says: 'Correct INV' }]);
  await tab.visit(at(`/documents/${wrong.id}/correct`));
  await fill(tab, 'Qty', '2');
  await fill(tab, 'Their order number', 'PO 4712');
  await fill(tab, 'Reason', 'Two were ordered');
  await tab.comes(shown('€2,499.00'));
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/documents/') && !location.pathname.includes('${wrong.id}')`);
  const id = (await tab.read(`location.pathname.split('/').at(-1)`)) as string;
  const [before, after] = [await call('get_document', { id: wrong.id }), await call('get_document', { id })];
  assert.deepEqual([before.status, after.corrects_document_id], ['credited', wrong.id]);
  const { total, amount_paid, po_number, lines } = after;
  assert.deepEqual([total, amount_paid, po_number], ['2499.00', '100.00', 'PO 4712']);
  assert.equal(lines[0].description, 'Half leather');
  // A credited invoice is not corrected once more.
  await tab.visit(at(`/documents/${wrong.id}`));
  await tab.comes(`${idle} && ${shown('Credited')}`);
  assert.equal(await tab.read(`document.querySelector('a[href$="/correct"]')`), null);
});
