import assert from 'node:assert/strict';
import type { Task } from '../task.ts';

export const money: readonly Task[] = [
  {
    say: 'Who owes us money, and since when?',
    do: async ({ use }) => {
      const report = await use('get_report', { name: 'receivables-aging' });
      assert.match(JSON.stringify(report), /Hotel Meridian/);
    },
  },
  {
    say: 'Hotel Meridian transferred 100 today.',
    do: async ({ use }, { look }) => {
      const payment = { client: 'Hotel Meridian', amount: '100', method: 'Bank transfer', idempotency_key: 'hotel' };
      const { number } = await use('create_payment', payment);
      assert.equal((await look('get_payment', { id: number })).amount_allocated, '100.00');
    },
  },
  {
    say: 'That was a mistake, take the payment of the hotel back.',
    do: async ({ find }, { look }) => {
      const { data } = await look('list_payments', { q: 'Hotel', limit: 1 });
      const voided = await find('void payment', { id: data[0].number, reason: 'Not theirs.' });
      assert.equal(voided.status, 'voided', JSON.stringify(voided));
    },
  },
  {
    say: 'Give Rosa 10 euro back in cash for the last thing that she bought.',
    do: async ({ find }) => {
      const { data } = await find('list payments by client', { client_id: 'Rosa Lindqvist', limit: 1 });
      const refund = await find('refund payment', {
        id: data[0].number,
        amount: '10',
        method: 'Cash',
        destination: 'other',
        reason: 'other',
      });
      assert.equal(refund.amount ?? refund.hint, '10.00', JSON.stringify(refund));
    },
  },
  {
    say: 'We got an electricity bill over 120.00 with tax, dated today.',
    do: async ({ use }) => {
      const bill = { payee_name: 'Stadtwerke', amounts_include_tax: true, post: true };
      const lines = [{ category: 'Rent and utilities', amount: '120.00' }];
      const expense = await use('create_expense', { ...bill, lines });
      assert.equal(expense.total, '120.00', JSON.stringify(expense));
    },
  },
  {
    say: 'Pay it from the bank.',
    do: async ({ find }, { look }) => {
      const { data } = await look('list_expenses', { limit: 1 });
      const paid = await find('pay expense', { id: data[0].number, method: 'Bank transfer' });
      assert.equal(paid.payment_status ?? paid.status, 'paid', JSON.stringify(paid));
    },
  },
  {
    say: 'The rent of 900 comes on the first of each month; book it by itself.',
    do: async ({ find }, { day }) => {
      const template = { payee_name: 'Landlord', lines: [{ category: 'Rent and utilities', amount: '900' }] };
      const rent = await find('recurring expense every month', {
        name: 'Rent',
        frequency: 'month',
        mode: 'post',
        template,
        start_date: nextFirst(day(0)),
      });
      assert.equal(rent.next_date, nextFirst(day(0)), JSON.stringify(rent));
    },
  },
];

function nextFirst(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
