/** Bills that many pay at once, alone and together with others: none is ever paid too much. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMcpService } from '../support/mcp-service.ts';
import { type Answer, ask, must, openCounter } from './counter.ts';
import { brokenLaws } from './sound-books.ts';

const rounds = 10;
const atOnce = 20;

const { url, database } = await createMcpService();
const { token } = await openCounter(url);
const keyed = () => ({ token, key: randomUUID() });
const post = (path: string, body: object): Promise<Answer> => ask(url, `POST ${path}`, body, keyed());

async function newSupplier(): Promise<string> {
  const supplier = { type: 'business', display_name: `Mill ${randomUUID()}`, roles: ['supplier'] };
  return (await must(url, 'POST /api/clients', supplier, keyed())).id;
}

async function billed(supplier_id: string, amount: string): Promise<string> {
  const lines = [{ category: 'Travel', amount, tax_rate_ids: [] }];
  return (await must(url, 'POST /api/expenses', { supplier_id, lines, post: true }, keyed())).id;
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status >= 400 ? `${status} ${body.code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('of many who pay the bills of a supplier at once, together and one by one, nobody pays one twice', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const supplier_id = await newSupplier();
    const bills = await Promise.all(['40.00', '60.00', '25.00'].map((amount) => billed(supplier_id, amount)));
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, nth) => {
        if (nth % 2 === 0) return post('/api/supplier-payments', { supplier_id, method: 'Cash' });
        const backwards = bills.toReversed().map((expense_id) => ({ expense_id, amount: '20.00' }));
        if (nth % 4 === 1) return post('/api/supplier-payments', { method: 'Cash', allocations: backwards });
        return post(`/api/expenses/${bills[nth % bills.length]}/pay`, { method: 'Cash' });
      }),
    );
    const known = new Set(['200', '201', '409 amount_exceeds_due', '409 nothing_owed']);
    assert.deepEqual(
      Object.keys(tally(answers)).filter((end) => !known.has(end)),
      [],
      JSON.stringify(tally(answers)),
    );
    for (const id of bills) {
      const { total, amount_paid: paid } = await must(url, `GET /api/expenses/${id}`, undefined, { token });
      assert.equal(paid, total);
    }
  }
});

test('a payment that is voided while its bills are paid again takes back what it paid, once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const supplier_id = await newSupplier();
    await billed(supplier_id, '40.00');
    await billed(supplier_id, '60.00');
    const payment = await must(url, 'POST /api/supplier-payments', { supplier_id, method: 'Cash' }, keyed());
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, nth) =>
        nth % 2 === 0
          ? post(`/api/supplier-payments/${payment.id}/void`, {})
          : post('/api/supplier-payments', { supplier_id, method: 'Cash' }),
      ),
    );
    const voids = answers.filter(({ status }, nth) => nth % 2 === 0 && status === 200);
    assert.equal(voids.length, 1);
    const paid = answers.filter(({ status }) => status === 201);
    assert.ok(paid.length <= 1, JSON.stringify(tally(answers)));
  }
  assert.deepEqual(await brokenLaws(database.ownerUrl), []);
});
