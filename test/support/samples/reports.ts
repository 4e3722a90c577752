import { type Samples } from './make.ts';

export const reportsSamples: Samples = {
  get_report: () => ({ name: 'revenue' }),
  get_report_drilldown: () => ({ name: 'profit-and-loss', row: 'net_profit' }),
  get_client_statement: ({ ids }) => ({ client_id: ids['client'] }),
};
