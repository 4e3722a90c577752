import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../catalogue.ts';
import { actionOf } from './action.ts';
import { findActions } from './find-actions.ts';

const actions = catalogue.flatMap((operation) => actionOf(operation) ?? []);
const found = (query: string, limit = 3): string[] =>
  findActions(actions, { query })
    .slice(0, limit)
    .map(({ name }) => name);

/** Queries in users' words, and the action meant. */
const meant: Readonly<Record<string, string>> = {
  'book a bill': 'create_expense',
  'pay a bill': 'pay_expense',
  'change the price of a variant': 'update_variant',
  'refund a payment': 'refund_payment',
  'turn the quote into an invoice': 'convert_document',
  'email the invoice': 'send_document',
  'credit that invoice': 'credit_document',
  'undo a payment': 'void_payment',
  'lock the month': 'set_period_locks',
  'who is in the team': 'list_members',
  'remove a product': 'delete_product',
  'move stock between warehouses': 'create_stock_transfer',
  'chart of accounts': 'list_accounts',
  'download the invoice as PDF': 'get_document_pdf',
  'invoice every month': 'create_recurring_document',
  'write off a debt': 'write_off_sale',
  'the customer returns goods': 'return_sale',
  'what to reorder': 'list_reorder_suggestions',
  'our logo on invoices': 'get_document_designs',
  'import a CSV file': 'create_import',
  'who changed what this week': 'list_audit_log',
  'record the takings of the till': 'record_sale',
  'stop the monthly invoice': 'pause_recurring_document',
  'stop reminding a client': 'set_client_reminders',
  'remind clients who have not paid': 'remind_document',
  'hire an employee': 'create_invite',
  'erase a client (GDPR)': 'erase_client',
  'our company moved to another address': 'update_organization',
  'Customer moved': 'update_client',
  'close the year': 'set_period_locks',
  'move 500 from cash to the bank': 'create_transfer',
  'how did the margin of a product develop': 'get_product_margin',
};

test('what people say leads to the action that they mean, among the first three', () => {
  for (const [say, name] of Object.entries(meant)) assert.ok(found(say).includes(name), `${say}: ${found(say).join()}`);
});

test('an action is found by its own name, and none by words that say nothing', () => {
  for (const { name } of actions) assert.ok(found(name.replaceAll('_', ' ')).includes(name), name);
  assert.deepEqual(found('the of it'), found(''));
  assert.deepEqual(found('zyzzyva'), []);
});
