import assert from 'node:assert/strict';
import type { Task } from '../task.ts';

/** As people really write: names misspelt, numbers and days as at home, words that are no choice. */
export const messy: readonly Task[] = [
  {
    say: 'rosa lindquist gave me 1,50 € in cash yesterday',
    do: async ({ refusedBy, use }, { day, look }) => {
      const said = { client: 'rosa lindquist', amount: '1,50 €', method: 'cash', payment_date: 'yesterday' };
      const { retry_with: call } = await refusedBy('create_payment', { ...said, idempotency_key: 'messy-1' });
      const { candidates } = await refusedBy(call.name, call.arguments);
      const { number } = await use(call.name, { ...call.arguments, client: candidates[0].title });
      const paid = await look('get_payment', { id: number });
      assert.deepEqual([paid.client_name, paid.amount, paid.payment_date], ['Rosa Lindqvist', '1.50', day(-1)]);
    },
  },
  {
    say: 'Who owes us most, and since when?',
    do: async ({ use }, { day }) => {
      const { report } = await use('get_report', { name: 'receivables-aging' });
      const oldest = report.rows.map((row: { oldest: string | null }) => row.oldest).filter(Boolean);
      assert.ok(oldest.length > 0 && oldest.every((since: string) => since < day(31)), JSON.stringify(report.rows));
    },
  },
  {
    say: 'How did the margin of the fountain pen develop over the months?',
    do: async ({ use }, { march }) => {
      const year = { from: `${march}-01-01`, to: `${march}-12-31`, interval: 'month' };
      const { report } = await use('get_report', { name: 'product-margin', product_id: 'Fountain pen', ...year });
      const { label, series } = report.rows[0];
      assert.deepEqual([label, series.length, series[2].margin], ['Fountain pen', 12, '135.00']);
    },
  },
  {
    say: 'Do we know a Hotell Meridian? Give me their mail address.',
    do: async ({ use }) => {
      const { data, similar } = await use('list_clients', { q: 'Hotell Meridian' });
      assert.equal(data.length, 0);
      assert.equal((await use('get_client', { id: similar[0].id })).email, 'office@meridian.example');
    },
  },
  {
    say: 'Book the petrol of today, 60.00 by card.',
    do: async ({ refusedBy, use }) => {
      const bill = { payee_name: 'Petrol station', method: 'Card', post: true, idempotency_key: 'petrol' };
      const line = { description: 'Petrol', amount: '60.00' };
      const { candidates } = await refusedBy('create_expense', { ...bill, lines: [{ ...line, category: 'Petrol' }] });
      const travel = candidates.find(({ name }: { name: string }) => name === 'Travel');
      const { payment_status: status } = await use('create_expense', {
        ...bill,
        lines: [{ ...line, category: travel.name }],
      });
      assert.equal(status, 'paid');
    },
  },
  {
    say: 'Did anybody change anything today?',
    do: async ({ find }, { day }) => {
      // Midnight where the shop is, by its summer time: in UTC the shop's day may not have begun.
      const midnight = `${day(0)}T00:00:00+02:00`;
      const { data } = await find('who changed what', { at: { gte: midnight }, limit: 3 });
      assert.equal(data.length, 3);
    },
  },
];
