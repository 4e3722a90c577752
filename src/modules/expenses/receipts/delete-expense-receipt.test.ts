import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { contentIn, pdfOf } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const fixture = createExpenseFixture(world);
const types = () => world.emitted().map(({ type }) => type);

async function receiptOf({ id }: Wire): Promise<Wire> {
  return call('create_expense_receipt', { id, sha256: await contentIn(world, ana, pdfOf(id)) });
}

test('a posted expense still takes receipts, and gives one up only to whoever may post', async () => {
  const posted = await fixture.owed('40', { expense_date: '2026-03-01' });
  const file = await receiptOf(posted);
  const clerk = withPermissions(ana, ['expenses:write']);
  const taking = { id: posted.id, file_id: file.id };
  await assert.rejects(call('delete_expense_receipt', taking, { as: clerk }), refused('forbidden'));
  const token = { ...clerk, kind: 'mcp_token' as const };
  await assert.rejects(call('delete_expense_receipt', taking, { as: token }), refused('insufficient_scope'));
  types();
  await call('delete_expense_receipt', taking);
  assert.deepEqual(types(), ['expense.updated']);
  assert.deepEqual((await fixture.expense(posted)).receipt_file_ids, []);
  assert.deepEqual([(await call('get_file', { id: file.id })).links], [[]]);
  await assert.rejects(call('delete_expense_receipt', taking), refused('not_found'));
  const draft = await fixture.draft('1');
  const loose = { id: draft.id, file_id: (await receiptOf(draft)).id };
  assert.equal((await call('delete_expense_receipt', loose, { as: clerk })).removed, true, 'control: off a draft');
  await fixture.booksAgree();
});
