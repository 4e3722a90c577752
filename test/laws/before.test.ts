/** Every change is traceable: the audit log has the record as it was before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { dose, namesIn } from '../support/dose.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();

/** Writes to something that is there. What is made anew has no before. */
const changes = dose(
  catalogue.filter(({ effect, http }) => effect !== 'read' && /\{id\}|^(PATCH|PUT|DELETE) /.test(http)),
);

/** Operations that create another record from the one they name, which stays as it is. */
const makesAnother = 'It makes another record; the one that it names stays.';

const sendsAgain = 'It queues deliveries; the webhook stays.';

const undoesOthers = 'It makes other calls, each of which has a line of its own, with the record before.';

/** Changes without a record before, and why. */
const none: Readonly<Record<string, string>> = {
  apply_bank_rules: undoesOthers,
  approve_write: 'It is decided once; what it carries out has a line of its own, with the record before.',
  change_category_prices: 'It changes many, and answers the prices of each before and after.',
  correct_invoice: makesAnother,
  correct_vat_return: makesAnother,
  create_variant: makesAnother,
  credit_document: makesAnother,
  duplicate_document_template: makesAnother,
  duplicate_role: makesAnother,
  duplicate_sale: makesAnother,
  match_bank_lines: undoesOthers,
  pay_sale: makesAnother,
  promote_practice: undoesOthers,
  refund_client: makesAnother,
  refund_payment: makesAnother,
  reject_write: 'It is decided once, and waited before.',
  remind_document: 'It queues a mail; the document stays.',
  replay_webhook: sendsAgain,
  replay_webhook_delivery: sendsAgain,
  return_sale: makesAnother,
  reverse_journal_entry: makesAnother,
  send_document: 'It queues a mail; the document stays.',
  send_scheduled_report: 'It queues a run; the schedule stays.',
  share_document: makesAnother,
  spread_expense: makesAnother,
  spread_sale: makesAnother,
  test_webhook: sendsAgain,
  undo_mcp_conversation: undoesOthers,
  undo_mcp_write: undoesOthers,
  update_preferences: 'They are of programs and no record; the log has their sizes.',
};

/** Changes of one record that are told of as another's. */
const ofAnother: Readonly<Record<string, string>> = {
  remove_passkey: 'The account changes, as it can be signed in to with a key less; the key is what is kept.',
  reconcile_bank_account: 'The bank account changes; what is answered is its reconciliation.',
  create_expense_receipt: 'The expense changes; what is answered is the file that it got.',
};

test('every change of a record keeps the record as it was before, in wire form', async () => {
  const [missing, other]: [string[], string[]] = [[], []];
  for (const operation of changes) {
    const sample = await sampleOf(shop, operation);
    const id = `before-${operation.name}`;
    const answer = await service.send(callOf(operation, sample, { 'x-request-id': id, 'idempotency-key': id }));
    assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
    const { rows } = await service.owner.query(
      'select before, target_id, input from audit_log where request_id = $1 and action = $2',
      [id, operation.name],
    );
    const [{ before, target_id: target }] = rows;
    if (before === null) missing.push(operation.name);
    else if (before.id !== undefined && before.id !== target) other.push(operation.name);
  }
  assert.deepEqual(other, namesIn(changes, Object.keys(ofAnother)));
  assert.deepEqual(missing.toSorted(), namesIn(changes, Object.keys(none)));
});
