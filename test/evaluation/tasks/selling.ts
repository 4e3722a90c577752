import assert from 'node:assert/strict';
import type { Wire } from '../../support/world.ts';
import type { Task } from '../task.ts';

export const selling: readonly Task[] = [
  {
    say: 'Invoice Rosa Lindqvist for three of the A5 notebook; she paid half of it in cash.',
    do: async ({ use }, { look }) => {
      const invoice = await use('create_document', {
        type: 'invoice',
        client: 'Rosa Lindqvist',
        lines: [{ variant_id: 'Notebook A5', quantity: '3' }],
        issue: true,
        idempotency_key: 'rosa-1',
      });
      const half = { amount: '18.75', method: 'Cash', allocations: [{ sale_id: invoice.number, amount: '18.75' }] };
      await use('create_payment', { ...half, idempotency_key: 'rosa-2' });
      const after = await look('get_document', { id: invoice.number });
      assert.deepEqual([after.total, after.amount_paid, after.amount_due], ['37.50', '18.75', '18.75']);
    },
  },
  {
    say: 'A walk-in bought two ink bottles and paid with a twenty.',
    do: async ({ use }) => {
      const sale = await use('record_sale', {
        lines: [{ variant_id: 'Ink bottle', quantity: '2' }],
        payments: [{ method: 'Cash', tendered: '20' }],
        idempotency_key: 'walk-in',
      });
      assert.deepEqual([sale.total, sale.status], ['19.80', 'completed']);
    },
  },
  {
    say: 'Quote Hotel Meridian two binding workshops with 10 % off, good for two weeks.',
    do: async ({ use }, { day, look }) => {
      const { id } = await use('create_document', {
        type: 'quote',
        client: 'Hotel Meridian',
        valid_until: day(14),
        issue: true,
        idempotency_key: 'q',
        lines: [{ sku: 'WS', quantity: '2', discount: { type: 'percent', value: '10' } }],
      });
      const quote = await look('get_document', { id });
      assert.deepEqual([quote.type, quote.status, quote.valid_until], ['quote', 'open', day(14)]);
    },
  },
  {
    say: 'Hotel Meridian said yes to the quote: make it a sale.',
    do: async ({ use, run }, { look }) => {
      const open = { type: ['quote'], status: ['open'], fields: ['id', 'number'] };
      const [{ number: id }] = (await use('list_documents', open)).data;
      const { data: found } = await use('find_actions', { query: 'accept quote, convert to sale', limit: 3 });
      const named = (name: string) => found.find((action: Wire) => action.name === name);
      await run(named('accept_document'), { id, accepted_by: 'Hotel Meridian' });
      await run(named('convert_document'), { id });
      assert.equal((await look('get_sale', { id })).status, 'draft');
      assert.equal((await look('get_document', { id })).status, 'converted');
    },
  },
  {
    say: 'Put the second line of that invoice to Café Zoë right again: credit it.',
    do: async ({ use, find }, { look }) => {
      const lines = [
        { sku: 'NB-A5', quantity: '2' },
        { sku: 'INK-B', quantity: '1' },
      ];
      const { number } = await look('create_document', {
        type: 'invoice',
        client: 'Café Zoë',
        lines,
        issue: true,
        idempotency_key: 'zoe',
      });
      const { data } = await use('list_documents', { q: 'Zoë', type: ['invoice'], fields: ['id', 'number'] });
      assert.equal(data[0].number, number);
      const note = await find('credit invoice line', { id: number, lines: [{ position: 2 }], reason: 'other' });
      assert.deepEqual([note.type, note.total], ['credit_note', '9.90']);
    },
  },
  {
    say: 'Mail the last invoice to Rosa.',
    do: async ({ use }) => {
      const { data } = await use('list_documents', {
        q: 'Rosa',
        type: ['invoice'],
        limit: 1,
        fields: ['id', 'number'],
      });
      const sent = await use('send_document', {
        id: data[0].number,
        to: [{ email: 'rosa@mail.example' }],
        idempotency_key: 'mail',
      });
      assert.notEqual(sent.code, 'validation_failed', JSON.stringify(sent));
    },
  },
  {
    say: 'Bill Rosa the same every month from now on, as drafts.',
    do: async ({ use, find }) => {
      const { data } = await use('list_documents', {
        q: 'Rosa',
        type: ['invoice'],
        limit: 1,
        fields: ['id', 'number'],
      });
      const again = { name: 'Rosa monthly', document_id: data[0].number, frequency: 'month', mode: 'draft' };
      assert.equal((await find('recurring invoice every month', again)).status, 'active');
    },
  },
  {
    say: 'What did Hotel Meridian buy from us in the last three months?',
    do: async ({ use }, { day }) => {
      const sales = await use('list_sales', { client_id: 'Hotel Meridian', sale_date: { gte: day(-92) } });
      assert.equal(sales.data.length > 0, true);
    },
  },
];
