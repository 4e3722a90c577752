import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMcpService } from '../support/mcp-service.ts';
import { type Answer, ask, must, openCounter, saleOf } from './counter.ts';
import { brokenLaws } from './sound-books.ts';

const rounds = 20;
const atOnce = 50;

const { url, database } = await createMcpService();
const counter = await openCounter(url);
const { token } = counter;

/** Everybody asks the same in the same moment. */
function together(asked: (nth: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: atOnce }, (_, nth) => asked(nth)));
}

function withStatus(answers: readonly Answer[], status: number): Answer[] {
  return answers.filter((answer) => answer.status === status);
}

/** Answers by status and code, for a message that explains. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status >= 400 ? `${status} ${body.code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function soldOnAccount(): Promise<{ id: string; total: string }> {
  const key = randomUUID();
  const sale = { ...saleOf(counter, key), payments: [] };
  const recorded = await must(url, 'POST /api/sales/record', sale, { token, key });
  return { id: recorded.id, total: recorded.total };
}

async function draft(): Promise<{ id: string; version: number }> {
  const [variant_id] = counter.variants;
  return must(url, 'POST /api/sales', { client_id: counter.client, lines: [{ variant_id, quantity: '1' }] }, { token });
}

test('of fifty who pay the same debt at once one pays it, and the others learn what is left', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await soldOnAccount();
    const pay = { amount: sale.total, method: 'Cash' };
    const answers = await together(() =>
      ask(url, `POST /api/sales/${sale.id}/payments`, pay, { token, key: randomUUID() }),
    );
    assert.deepEqual(tally(answers), { 201: 1, '409 amount_exceeds_due': atOnce - 1 });
    for (const { body } of withStatus(answers, 409)) assert.equal(body.max, '0.00');
    const paid = await must(url, `GET /api/sales/${sale.id}`, undefined, { token });
    assert.equal(paid.status, 'completed');
  }
});

test('a payment that is sent fifty times at once with one key is made once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await soldOnAccount();
    const key = randomUUID();
    const pay = { amount: '1.00', method: 'Cash' };
    const answers = await together(() => ask(url, `POST /api/sales/${sale.id}/payments`, pay, { token, key }));
    const [done, inProgress] = [withStatus(answers, 201), withStatus(answers, 409)];
    assert.equal(done.length + inProgress.length, atOnce, JSON.stringify(tally(answers)));
    assert.equal(done.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1);
    assert.equal(new Set(done.map(({ body }) => body.id)).size, 1);
    for (const { body } of inProgress) assert.equal(body.code, 'request_in_progress');
    const paid = await must(url, `GET /api/sales/${sale.id}`, undefined, { token });
    assert.equal(paid.amount_paid, '1.00');
  }
});

test('the last piece is sold once, however many ask for it at once', async () => {
  const shop = await openCounter(url, { goods: rounds, stock: '1' });
  for (const [round, variant_id] of shop.variants.entries()) {
    const answers = await together((nth) => {
      const key = `last piece ${round}, caller ${nth}`;
      const sale = { client_id: shop.client, lines: [{ variant_id, quantity: '1' }], metadata: { which: key } };
      return ask(url, 'POST /api/sales/record', sale, { token: shop.token, key });
    });
    assert.deepEqual(tally(answers), { 201: 1, '409 insufficient_stock': atOnce - 1 });
  }
  const levels = await must(url, 'GET /api/stock/levels', undefined, { token: shop.token });
  assert.equal(levels.data.length, rounds);
  for (const { on_hand: onHand } of levels.data) assert.equal(onHand, '0');
});

test('fifty drafts that are confirmed at once get fifty numbers without a gap', async () => {
  const drafts = await Promise.all(Array.from({ length: atOnce }, () => draft()));
  const answers = await together((nth) =>
    ask(url, `POST /api/sales/${drafts[nth]?.id}/confirm`, {}, { token, key: randomUUID() }),
  );
  assert.deepEqual(tally(answers), { 200: atOnce });
  const numbers = answers.map(({ body }) => Number(/\d+$/.exec(body.number)?.[0])).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    numbers.map((_, nth) => (numbers[0] ?? 0) + nth),
  );
});

test('one draft that is confirmed fifty times at once is confirmed once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await draft();
    const answers = await together(() => ask(url, `POST /api/sales/${id}/confirm`, {}, { token, key: randomUUID() }));
    assert.deepEqual(tally(answers), { 200: 1, '409 invalid_state_transition': atOnce - 1 });
  }
});

test('of fifty changes to what was read at one version one is made, and the others learn the new version', async () => {
  const { id, version: first } = await draft();
  for (let version = first; version < first + rounds; version += 1) {
    const answers = await together((nth) =>
      ask(url, `PATCH /api/sales/${id}`, { version, notes: `Change ${nth}` }, { token }),
    );
    assert.deepEqual(tally(answers), { 200: 1, '412 version_conflict': atOnce - 1 });
    for (const { body } of withStatus(answers, 412)) assert.equal(body.current_version, version + 1);
  }
});

test('after all that the books are sound', async () => {
  assert.deepEqual(await brokenLaws(database.ownerUrl), []);
});
