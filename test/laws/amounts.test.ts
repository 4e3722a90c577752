/** Every operation that moves money declares its amount, so that the limits of a token cover all of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import type { Operation } from '../../src/operation/operation.ts';

/** Writes that ask for a key and post nothing, and why no amount is theirs. */
const moveNoMoney: Readonly<Record<string, string>> = {
  cancel_payment_file: 'Its payments wait again, and none of them was recorded.',
  chase_overdue: 'It mails reminders of what was issued before.',
  close_month: 'It locks a month, and posts nothing.',
  create_payment_file: 'It is a file that a person sends to the bank; what is paid counts when it is recorded.',
  create_scheduled_payment: 'It is a plan, and a person sends it to the bank; one that is recorded later is asked for.',
  create_stock_reservation: 'It holds goods, which stay where they are.',
  discard_stock_count: 'What was counted is thrown away.',
  open_stock_count: 'What is there is counted, and applied later.',
  promote_practice: 'Its writes are steps of run_steps, each of which counts by itself.',
  release_stock_reservation: 'It lets goods go that stay where they are.',
  remind_document: 'It mails a reminder of what was issued before.',
  run_steps: 'Each of its steps counts by itself, and has an amount.',
  schedule_payments: 'They are plans, as of create_scheduled_payment.',
  send_document: 'It mails what was issued before.',
  submit_stock_count: 'What was counted is applied later.',
  void_document: 'The paper is void; what it was of is voided or credited by itself.',
};

/** Actions of AI clients that take a key, as all do that move money, stock or numbers. */
const keyed = catalogue.filter((operation) => operation.keyRequired === true && actionOf(operation) !== undefined);

/** It posts, and then its amount is what it declares or what it posts. */
function hasAmount({ posts, amount }: Operation): boolean {
  return posts === true || amount !== undefined;
}

test('whatever moves money has an amount', () => {
  const without = keyed.filter((operation) => !hasAmount(operation)).map(({ name }) => name);
  assert.deepEqual(without.toSorted(), Object.keys(moveNoMoney));
});

test('control: a payment that did not post would be noticed', () => {
  const payment = keyed.find(({ name }) => name === 'create_payment') ?? assert.fail('no create_payment');
  const { posts: _, amount: __, ...rest } = payment;
  assert.equal(hasAmount(rest), false);
  assert.equal(hasAmount(payment), true);
});

test('what has jobs write later asks a person where a token has limits', () => {
  const later = catalogue.filter(({ amount }) => amount === 'later').map(({ name }) => name);
  const recurring = ['document', 'expense'].flatMap((kind) =>
    ['create', 'resume', 'update'].map((verb) => `${verb}_recurring_${kind}`),
  );
  const fees = ['set_client_reminders', 'update_reminder_policy'];
  // Prices and rates decide what later sales are worth to the limit.
  const worth = ['change_category_prices', 'change_list_prices', 'delete_exchange_rate', 'set_exchange_rate'];
  assert.deepEqual(later.toSorted(), [...recurring, ...fees, ...worth, 'create_import'].toSorted());
});

test('only what posts, now or later, declares an amount: what posts nothing is about none', () => {
  const odd = catalogue.filter(({ posts, amount }) => amount !== undefined && amount !== 'later' && posts !== true);
  assert.deepEqual(
    odd.map(({ name }) => name),
    [],
  );
});
