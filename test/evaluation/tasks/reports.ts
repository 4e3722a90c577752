import assert from 'node:assert/strict';
import type { Task } from '../task.ts';

export const reports: readonly Task[] = [
  {
    say: 'How are we doing?',
    do: async ({ use }) => {
      assert.ok((await use('get_business_overview')).period !== undefined);
    },
  },
  {
    say: 'What did we earn in March against last year, and why?',
    do: async ({ use }, { march }) => {
      const range = { from: `${march}-03-01`, to: `${march}-03-31`, compare: 'previous_year' };
      const profit = await use('get_report', { name: 'profit-and-loss', ...range });
      assert.match(JSON.stringify(profit), /"change/);
      const why = await use('get_report', { name: 'revenue', ...range, group_by: 'product' });
      assert.match(JSON.stringify(why), /Fountain pen/);
    },
  },
  {
    say: 'What sells best this year?',
    do: async ({ use }) => {
      const report = await use('get_report', { name: 'product-margin', period: 'this_year' });
      assert.match(JSON.stringify(report), /Ink bottle/);
    },
  },
  {
    say: 'How much value added tax do we owe for this quarter?',
    do: async ({ use }) => {
      const report = await use('get_report', { name: 'tax-summary', period: 'this_quarter' });
      assert.match(JSON.stringify(report), /net|due|payable/i);
    },
  },
  {
    say: 'Give me the profit and loss of this year as PDF for the bank.',
    do: async ({ find }) => {
      const pages = await find('profit and loss report pdf', { period: 'this_year', format: 'pdf' });
      assert.match(pages.uri, /^daybook:\/\/reports\/profit-and-loss/);
    },
  },
];
