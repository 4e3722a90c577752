import type { Answer, ReportKinds } from './report-kind.ts';
import type { Line, Parts, Row } from './report-line.ts';
import { cellsOf, grouped, total, totalsOf, wholeOf } from './report-rows.ts';

function moved(answer: Answer): Parts {
  const values = (row: Row): Line => ({ ...grouped(row), cells: cellsOf(row['value']) });
  return [{ key: 'rows', rows: answer.rows.map(values), totals: [total('total', totalsOf(answer)['value'])] }];
}

const stockGroups = ['variant', 'product', 'category', 'location'] as const;

export const ofStock: ReportKinds = {
  'inventory-valuation': {
    path: 'reports/inventory-valuation',
    over: 'day',
    groups: stockGroups,
    first: 'group',
    columns: [
      { key: 'quantity', title: 'quantity', as: 'figure' },
      { key: 'unit_cost', title: 'unitCost' },
      { key: 'value', title: 'value', drill: 'value' },
    ],
    parts: wholeOf(grouped),
  },
  'inventory-movements': {
    path: 'reports/inventory-movements',
    over: 'period',
    groups: stockGroups,
    first: 'group',
    columns: [
      { key: 'opening', title: 'opening' },
      { key: 'received', title: 'receivedStock' },
      { key: 'issued', title: 'issued' },
      { key: 'transferred', title: 'transferred' },
      { key: 'adjusted', title: 'adjusted' },
      { key: 'closing', title: 'closing' },
    ],
    parts: moved,
  },
  'inventory-turnover': {
    path: 'reports/inventory-turnover',
    over: 'period',
    groups: stockGroups,
    first: 'group',
    columns: [
      { key: 'sold', title: 'sold', as: 'figure' },
      { key: 'on_hand', title: 'onHand', as: 'figure' },
      { key: 'last_sold_on', title: 'lastSold', as: 'day' },
      { key: 'cost', title: 'cost' },
      { key: 'average_value', title: 'averageValue' },
      { key: 'turnover', title: 'turnover', as: 'figure' },
      { key: 'days_on_hand', title: 'daysOnHand', as: 'figure' },
    ],
    parts: wholeOf(grouped),
  },
};
