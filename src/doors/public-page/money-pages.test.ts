/** The pages of receipts and statements in a real browser: legible for everybody, at every width, both ways. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, type View } from '../../../test/support/browser.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService();
const { call } = await createPageFixture(service);
const views: readonly View[] = [{ width: 320, height: 640, dark: true }, { width: 1_280 }];

/** A receipt for whoever walked in, one of a part of an invoice, and the statement of that client, by their links. */
async function pathsIn(language: string): Promise<Record<string, string>> {
  const lines = [{ name: 'Desk lamp', quantity: '2', unit_price: '50' }];
  const walked = await call('POST', '/sales/record', { lines, payments: [{ method: 'Cash', tendered: '120' }] });
  const client = await call('POST', '/clients', { type: 'business', display_name: 'Harbour & Finch' });
  const bill = await call('POST', '/documents', { type: 'invoice', client_id: client.id, lines, issue: true });
  const part = { method: 'Cash', amount: '40', reference: language };
  const payment = await call('POST', `/sales/${bill.sale_id}/payments`, part);
  const linked = async (document: object) => {
    const { id } = await call('POST', '/documents', { language, ...document });
    const { url } = await call('POST', `/documents/${id}/share`, {});
    return new URL(url).pathname;
  };
  return {
    walked: await linked({ type: 'receipt', sale_id: walked.id }),
    part: await linked({ type: 'receipt', payment_id: payment.id }),
    statement: await linked({ type: 'statement', client_id: client.id }),
  };
}

test('receipts and statements are legible for everybody', async (t) => {
  const tab = await openTab(t, 'The page of a receipt');
  if (tab === undefined) return;
  for (const language of ['en', 'ar']) {
    for (const [what, path] of Object.entries(await pathsIn(language))) {
      for (const view of views) {
        await tab.look(view);
        await tab.visit(`${service.url}${path}`);
        await assertLegible(tab.settled, `${what} in ${language}`);
      }
    }
  }
  assert.deepEqual(tab.complaints, []);
});
