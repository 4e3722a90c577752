import { type Samples } from './make.ts';

export const reportsSamples: Samples = {
  get_report: () => ({ name: 'revenue' }),
  get_report_drilldown: () => ({ name: 'profit-and-loss', row: 'net_profit' }),
  // A model is told no more than it can read at once, and all that the tests do is in these books.
  get_general_ledger: () => ({ limit: 20 }),
  get_journal: () => ({ limit: 20 }),
  get_client_statement: ({ ids }) => ({ client_id: ids['client'] }),
};
