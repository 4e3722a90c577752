/** A receipt proves what was spent: it comes whenever it comes, and does not go with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { contentIn, pdfOf } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const fixture = createExpenseFixture(world);
const types = () => world.emitted().map(({ type }) => type);
let made = 0;
const contentOf = (text = `receipt ${(made += 1)}`) => contentIn(world, ana, pdfOf(text));

async function receiptOf(expense: Wire, more: object = {}): Promise<Wire> {
  return call('create_expense_receipt', { id: expense.id, sha256: await contentOf(), ...more });
}

test('a receipt that is sent becomes a file of the expense, in one step', async () => {
  const draft = await fixture.draft('12');
  types();
  const file = await receiptOf(draft, { name: 'taxi' });
  assert.deepEqual([file.name, file.kind, file.links], ['taxi.pdf', 'receipt', [{ type: 'expense', id: draft.id }]]);
  assert.deepEqual(types(), ['file.created', 'expense.updated']);
  const now = await fixture.expense(draft);
  assert.deepEqual([now.receipt_file_ids, now.version], [[file.id], 2]);
  const { warnings: _, ...kept } = file;
  assert.deepEqual((await call('list_expense_receipts', { id: draft.id })).data, [kept]);
  assert.deepEqual((await call('list_files', { expense_id: draft.id })).data, [kept]);
  assert.deepEqual((await call('list_files', { is_linked: true })).data, [kept]);
});

test('a file that is there becomes a receipt, once', async () => {
  const [draft, file] = [await fixture.draft('12'), await call('create_file', { sha256: await contentOf() })];
  const linked = await call('create_expense_receipt', { id: draft.id, file_id: file.id });
  assert.equal(linked.id, file.id);
  await assert.rejects(
    call('create_expense_receipt', { id: draft.id, file_id: file.id }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'is_there')),
  );
  const wrong = [{}, { file_id: file.id, sha256: file.sha256 }, { file_id: file.id, name: 'other' }];
  for (const input of wrong) {
    await assert.rejects(call('create_expense_receipt', { id: draft.id, ...input }), refused('validation_failed'));
  }
  await assert.rejects(
    call('delete_file', { id: file.id }),
    refused('file_linked', ({ links }) => assert.deepEqual(links, [{ type: 'expense', id: draft.id }])),
  );
});

test('a deleted file becomes no receipt', async () => {
  const [draft, file] = [await fixture.draft('12'), await call('create_file', { sha256: await contentOf() })];
  await call('delete_file', { id: file.id });
  await assert.rejects(
    call('create_expense_receipt', { id: draft.id, file_id: file.id }),
    refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['restore_file'])),
  );
});

test('the same receipt at another expense is taken with a warning that names it', async () => {
  const first = await fixture.owed('40', { payee_name: 'Hotel Rom', expense_date: '2026-03-01' });
  const second = await fixture.draft('40');
  const sha256 = await contentOf('hotel');
  const one = await call('create_expense_receipt', { id: first.id, sha256 });
  assert.deepEqual(one.warnings, []);
  const { warnings } = await call('create_expense_receipt', { id: second.id, sha256 });
  const message = `Expense ${first.number} at Hotel Rom of 2026-03-01 has the same receipt.`;
  assert.deepEqual(warnings, [{ code: 'duplicate_receipt', message }]);
});

test('a receipt of a posted expense is kept as long as the country wants it, whoever deletes it', async () => {
  const later = await fixture.draft('40', { expense_date: '2026-03-01' });
  const early = await receiptOf(later);
  assert.equal(early.retention_until, null);
  await fixture.keyed('post_expense', { id: later.id });
  const late = await receiptOf(await fixture.expense(later));
  for (const { id } of [early, late]) {
    assert.equal((await call('get_file', { id })).retention_until, '2034-12-31');
    await call('delete_expense_receipt', { id: later.id, file_id: id });
    const { purge_at: purgeAt } = await call('delete_file', { id });
    assert.equal(purgeAt, '2034-12-31T23:00:00.000Z', 'the day after, in Berlin');
  }
});

test('a draft that is deleted leaves its receipts as files', async () => {
  const draft = await fixture.draft('12');
  const file = await receiptOf(draft);
  await call('delete_expense', { id: draft.id });
  assert.deepEqual((await call('get_file', { id: file.id })).links, []);
  assert.equal((await call('delete_file', { id: file.id })).status, 'deleted', 'control: nothing holds it');
});

test('an expense has at most fifty receipts', async () => {
  const draft = await fixture.draft('12');
  for (let count = 0; count < 50; count += 1) await receiptOf(draft);
  await assert.rejects(
    receiptOf(draft),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 50)),
  );
  assert.equal((await call('list_expense_receipts', { id: draft.id, limit: 100 })).data.length, 50);
});

test('a receipt may have an external id, which no other file has', async () => {
  const draft = await fixture.draft('12');
  await receiptOf(draft, { external_id: 'scan-7' });
  await assert.rejects(receiptOf(draft, { external_id: 'scan-7' }), refused('file_external_id_taken'));
});

test('changing a draft keeps its receipts', async () => {
  const draft = await fixture.draft('12');
  const { id } = await receiptOf(draft);
  const changed = await call('update_expense', { id: draft.id, lines: [{ category: 'Travel', amount: '13' }] });
  assert.deepEqual(changed.receipt_file_ids, [id]);
});
