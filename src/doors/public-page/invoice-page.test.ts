/** The public page of an invoice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService();
const { call, quoted } = await createPageFixture(service);

const get = (path: string) => service.send({ method: 'GET', path });

describe('an invoice', () => {
  const invoiced = async (more: object = {}) => {
    const { path, quote } = await quoted({ type: 'invoice', due_date: '2090-01-31', ...more });
    return { path, invoice: quote };
  };

  test('says what is to be paid and until when, and takes no answer', async () => {
    const { path, invoice } = await invoiced({ po_number: 'PO-7781' });
    const { text } = await get(path);
    for (const part of ['Invoice', invoice.number, 'Amount due', 'January 31, 2090', 'PO-7781', 'Download PDF']) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(text.includes('<form'), false);
    const token = path.slice('/d/'.length);
    const answer = await service.api('', 'POST', `/shared-documents/${token}/accept`, { name: 'Bea' });
    assert.equal(answer.body.code, 'invalid_state_transition');
  });

  test('that is paid in parts says what is due when, and asks for the next part', async () => {
    const payment_schedule = [{ due_date: '2090-01-15', percent: '40' }, { due_date: '2090-02-15' }];
    const { path, invoice } = await invoiced({ due_date: undefined, payment_schedule, project: 'Harbour' });
    const { text } = await get(path);
    assert.match(text, /Due January 15, 2090 · 40%[^]*€40\.00[^]*Due February 15, 2090[^]*€60\.00/);
    assert.match(text, /Project[^]*Harbour/);
    await call('POST', `/sales/${invoice.sale_id}/payments`, { method: 'Bank transfer', amount: '40.00' });
    const later = (await get(path)).text;
    assert.doesNotMatch(later, /January 15/);
    assert.match(later, /February 15/);
  });

  test('says when it is paid, and when in part', async () => {
    const { path, invoice } = await invoiced();
    await call('POST', `/sales/${invoice.sale_id}/payments`, { method: 'Bank transfer', amount: '40.00' });
    assert.match((await get(path)).text, /Already paid[^]*−€40\.00[^]*Amount due[^]*€60\.00/);
    await call('POST', `/sales/${invoice.sale_id}/payments`, { method: 'Bank transfer', amount: '60.00' });
    assert.match((await get(path)).text, /Paid in full\. Thank you!/);
  });

  test('that is late says so, and one that was given up says no more than that', async () => {
    const past = { supply_date: '2026-01-05', due_date: '2026-01-20' };
    const { path, invoice } = await invoiced(past);
    assert.match((await get(path)).text, /This was due on January 20, 2026/);
    const late = await get(path);
    await call('POST', `/sales/${invoice.sale_id}/write-off`, { reason: 'Gone out of business.' });
    assert.equal((await call('GET', `/documents/${invoice.id}`)).status, 'uncollectible');
    assert.equal((await get(path)).text, late.text);
  });
});
