/** Money and goods that many give back at once: to the cent, and never too much. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMcpService } from '../support/mcp-service.ts';
import { type Answer, ask, must, openCounter } from './counter.ts';
import { brokenLaws } from './sound-books.ts';

const rounds = 10;
// More wait longer for each other than a busy machine lets them.
const atOnce = 20;

const { url, database } = await createMcpService();
const counter = await openCounter(url);
const { token, client } = counter;

function together(asked: (nth: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: atOnce }, (_, nth) => asked(nth)));
}

/** Answers by status and code. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status >= 400 ? `${status} ${body.code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const keyed = () => ({ token, key: randomUUID() });
const post = (path: string, body: object): Promise<Answer> => ask(url, `POST ${path}`, body, keyed());

async function soldFor(price: string, quantity: string, payments: readonly object[]) {
  const lines = [{ name: 'Chair', quantity, unit_price: price, tax_rate_ids: [] }];
  const key = randomUUID();
  const sale = { client_id: client, lines, payments, discounts: [], metadata: { which: key } };
  return must(url, 'POST /api/sales/record', sale, { token, key });
}

async function credit(amount: string): Promise<{ id: string }> {
  const payment = { client_id: client, amount, method: 'Cash', auto_allocate: 'none' };
  return must(url, 'POST /api/payments', payment, keyed());
}

test('of twenty who pay a tenth back at once ten do, and the others learn that nothing is left', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await soldFor('100.00', '1', [{ method: 'Cash' }]);
    const [payment] = sale.payments;
    const answers = await together(() => post(`/api/payments/${payment.id}/refund`, { amount: '10.00' }));
    assert.deepEqual(tally(answers), { 200: 10, '409 refund_exceeds_refundable': atOnce - 10 });
    for (const { status, body } of answers) if (status === 409) assert.equal(body.max, '0.00');
    const after = await must(url, `GET /api/payments/${payment.id}`, undefined, { token });
    assert.deepEqual([after.amount_refunded, after.amount_allocated, after.status], ['100.00', '0.00', 'refunded']);
  }
});

test('the last unit is returned once, and its money given back once, however many bring it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await soldFor('33.33', '3', [{ method: 'Cash' }]);
    const [line] = sale.lines;
    const answers = await together(() =>
      post(`/api/sales/${sale.id}/return`, { lines: [{ line_id: line.id, quantity: '1' }], refund: {} }),
    );
    assert.deepEqual(tally(answers), { 200: 3, '409 return_exceeds_sold': atOnce - 3 });
    const after = await must(url, `GET /api/sales/${sale.id}`, undefined, { token });
    assert.deepEqual([after.amount_credited, after.amount_refunded, after.amount_due], ['99.99', '99.99', '0.00']);
  }
});

test('what is paid back is not allocated as well', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [payment, sale] = await Promise.all([credit('100.00'), soldFor('500.00', '1', [])]);
    const allocations = [{ sale_id: sale.id, amount: '10.00' }];
    const answers = await together((nth) =>
      nth % 2 === 0
        ? post(`/api/payments/${payment.id}/refund`, { amount: '10.00' })
        : post(`/api/payments/${payment.id}/allocate`, { allocations }),
    );
    assert.ok(
      answers.every(({ status, body }) => status === 200 || /exceeds_(refundable|credit)$/.test(body.code)),
      JSON.stringify(tally(answers)),
    );
    const after = await must(url, `GET /api/payments/${payment.id}`, undefined, { token });
    const used = Number(after.amount_refunded) + Number(after.amount_allocated);
    assert.ok(used <= 100 && after.amount_unapplied === (100 - used).toFixed(2));
  }
});

test('whoever pays, returns, refunds and takes back the same sale at once, the books are sound', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await soldFor('10.00', '5', [{ method: 'Cash', amount: '30.00' }]);
    const [payment] = sale.payments;
    const [line] = sale.lines;
    const deeds = [
      () => post(`/api/sales/${sale.id}/payments`, { amount: '5.00', method: 'Cash' }),
      () => post(`/api/sales/${sale.id}/return`, { lines: [{ line_id: line.id, quantity: '1' }] }),
      () => post(`/api/payments/${payment.id}/refund`, { amount: '3.00' }),
      () => post(`/api/allocations/${payment.allocations[0].id}/reverse`, {}),
      () => post(`/api/payments/${payment.id}/allocate`, {}),
    ];
    const answers = await together((nth) => (deeds[nth % deeds.length] ?? deeds[0])?.() ?? Promise.reject(new Error()));
    assert.ok(
      answers.every(({ status }) => status < 500),
      JSON.stringify(tally(answers)),
    );
  }
  assert.deepEqual(await brokenLaws(database.ownerUrl), []);
});
