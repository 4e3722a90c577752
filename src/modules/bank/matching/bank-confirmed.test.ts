/** Money that a bank has confirmed is taken back by nobody behind its line. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');
const as = await world.found('Confirmed');
const shop = shopOf(world, as);
const call = async (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
const { keyed } = shop;

const { data: chart } = await call('list_accounts', { limit: 100 });
const account = (code: string): string => chart.find((one: Wire) => one.code === code).id;
const bank = await call('create_bank_account', { name: 'Current', account_id: account('1010') });
const method = 'Bank transfer';
const payment_date = '2026-03-16';
const { id: supplier_id } = await shop.client({ roles: ['customer', 'supplier'] });

let lines = 0;

/** A line of that amount, matched with the latest entry of the bank that moved it. */
async function confirm(amount: string, of: Wire = bank): Promise<Wire> {
  lines += 1;
  const content = `Buchungstag;Betrag;Referenz;Verwendungszweck\n16.03.2026;${amount.replace('.', ',')};c${lines};x\n`;
  const mapping = { booking_day: 'Buchungstag', amount: 'Betrag', reference: 'Referenz', text: 'Verwendungszweck' };
  const { lines: read } = await call('import_bank_statement', { bank_account_id: of['id'], content, mapping });
  const [line] = read;
  const { data } = await call('suggest_bank_matches', { id: line.line_id });
  const targets = data[0].targets.map(({ entry_id }: Wire) => ({ entry_id }));
  return keyed('match_bank_line', { id: line.line_id, targets });
}

const paid = (amount: string): Promise<Wire> =>
  keyed('create_payment', { client_id: supplier_id, amount, method, payment_date, auto_allocate: 'none' });
const refund = async (amount: string): Promise<Wire> => {
  const payment = await paid('900.00');
  return keyed('refund_payment', { id: payment.id, amount, method, reason: 'duplicate', refund_date: payment_date });
};
const bill = (amount: string, more: object = {}): Promise<Wire> =>
  keyed('create_expense', {
    supplier_id,
    expense_date: '2026-03-01',
    lines: [{ amount, category: 'Other expenses' }],
    post: true,
    ...more,
  });
const transfer = (amount: string): Promise<Wire> =>
  keyed('create_transfer', {
    from_account_id: account('1000'),
    to_account_id: account('1010'),
    amount,
    transfer_date: payment_date,
  });

/** Operations that reverse money, each with the one that made it; the amount is that of the bank line. */
const takenBack: Readonly<Record<string, readonly [amount: string, make: (amount: string) => Promise<object>]>> = {
  void_payment: ['11.01', async (amount) => ({ id: (await paid(amount)).id })],
  void_refund: ['-11.02', async () => ({ id: (await refund('11.02')).id })],
  void_transfer: ['11.03', async (amount) => ({ id: (await transfer(amount)).id })],
  update_transfer: ['11.04', async (amount) => ({ id: (await transfer(amount)).id, amount: '99.00' })],
  void_supplier_payment: [
    '-11.05',
    async () => {
      await bill('11.05');
      const made = await keyed('create_supplier_payment', { supplier_id, amount: '11.05', method, payment_date });
      return { id: made.id };
    },
  ],
  void_expense_payment: [
    '-11.07',
    async () => {
      const { id } = await bill('11.07');
      const { payments } = await keyed('pay_expense', { id, method, payment_date });
      return { id: payments[0].id };
    },
  ],
  reverse_journal_entry: [
    '11.08',
    async (amount) => {
      const sides = [
        { account_id: account('1010'), debit: amount },
        { account_id: account('4800'), credit: amount },
      ];
      const entry = { entry_date: payment_date, memo: 'Interest', lines: sides, post: true };
      return { id: (await call('create_journal_entry', entry)).id };
    },
  ],
  void_supplier_refund: [
    '11.09',
    async (amount) => {
      const advance = { supplier_id, amount: '50.00', keep_credit: true, method: 'Cash', payment_date };
      const { id } = await keyed('create_supplier_payment', advance);
      const { refunds } = await keyed('refund_supplier_payment', { id, amount, method, refund_date: payment_date });
      return { id: refunds[0].id };
    },
  ],
  void_sale: [
    '-11.10',
    async () => {
      const sale = await shop.sold('11.10', { client_id: supplier_id, sale_date: '2026-03-01' });
      await shop.pay(sale, { method: 'Cash', payment_date });
      const { id } = await keyed('return_sale', {
        id: sale.id,
        reason: 'damaged',
        refund: { method },
        return_date: payment_date,
      });
      return { id };
    },
  ],
};

describe('what a line of the bank is matched with is not taken back by', () => {
  for (const [name, [amount, make]] of Object.entries(takenBack)) {
    test(name, async () => {
      const input = await make(amount);
      const line = await confirm(amount);
      assert.equal(line.match_state, 'matched');
      await assert.rejects(keyed(name, input), refused('bank_confirmed'));
      await keyed('unmatch_bank_line', { id: line.id });
      await keyed(name, input);
    });
  }
});

test('fail_refund, where a provider has confirmed what waits with it', async () => {
  const provider = await call('create_bank_account', { name: 'Cards', kind: 'provider', account_id: account('1030') });
  const payment = await paid('901.00');
  const given = { amount: '11.11', method, reason: 'duplicate', refund_date: payment_date, pending: true };
  const { id } = await keyed('refund_payment', { id: payment.id, ...given });
  const line = await confirm('-11.11', provider);
  await assert.rejects(keyed('fail_refund', { id, reason: 'The account is closed.' }), refused('bank_confirmed'));
  await keyed('unmatch_bank_line', { id: line.id });
  await keyed('fail_refund', { id, reason: 'The account is closed.' });
});
