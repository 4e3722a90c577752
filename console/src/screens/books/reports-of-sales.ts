import { words } from '../../words/index.ts';
import type { Answer, ReportKinds } from './report-kind.ts';
import type { Cells, Line, Parts, ReportColumn, Row } from './report-line.ts';
import { cellsOf, compared, grouped, text, total, totalsOf, wholeOf } from './report-rows.ts';

/** The change, and its parts, of the figure that was chosen. */
function comparison(answer: Answer): Parts {
  const flat = (row: unknown): Cells => {
    const { net, margin } = cellsOf(row) as Row;
    const figure = answer['metric'] === 'margin' ? margin : net;
    return {
      ...cellsOf(cellsOf(figure)['parts']),
      net: cellsOf(net)['amount'],
      compared_net: cellsOf(net)['compared'],
      margin: cellsOf(margin)['amount'],
      compared_margin: cellsOf(margin)['compared'],
      change: cellsOf(figure)['change'],
      change_percent: cellsOf(figure)['change_percent'],
    };
  };
  return [
    {
      key: 'rows',
      rows: answer.rows.map((row) => ({ ...grouped(row), cells: flat(row) })),
      totals: [total('total', flat(answer.totals), 'total')],
    },
  ];
}

function trends(answer: Answer): Parts {
  const period = (row: Row): Line => ({
    id: text(row['label']),
    name: text(row['label']),
    cells: cellsOf(row),
    drill: text(row['label']),
  });
  const forecast = (answer['forecast'] ?? []) as readonly Row[];
  return [
    { key: 'rows', rows: answer.rows.map(period), totals: [total('total', totalsOf(answer))] },
    {
      key: 'forecast',
      title: words.value.books.sections.forecast,
      rows: forecast.map((row) => ({
        id: text(row['label']),
        name: text(row['label']),
        cells: { amount: text(row['estimate']) },
      })),
    },
  ];
}

const ages: readonly ReportColumn[] = [
  { key: 'current', title: 'current', drill: 'current' },
  { key: 'days_1_30', title: 'days30', drill: 'days_1_30' },
  { key: 'days_31_60', title: 'days60', drill: 'days_31_60' },
  { key: 'days_61_90', title: 'days90', drill: 'days_61_90' },
  { key: 'over_90_days', title: 'over90', drill: 'over_90_days' },
  { key: 'credit', title: 'credit', drill: 'credit' },
  { key: 'total', title: 'total' },
];

export const ofSales: ReportKinds = {
  revenue: {
    path: 'reports/revenue',
    over: 'period',
    narrows: true,
    compares: true,
    groups: [
      'period',
      'client',
      'client_group',
      'country',
      'product',
      'variant',
      'category',
      'tax_rate',
      'member',
      'location',
      'channel',
      'payment_method',
    ],
    first: 'group',
    columns: [
      { key: 'units', title: 'units', as: 'figure' },
      { key: 'discounts', title: 'discounts' },
      { key: 'returns', title: 'returns' },
      ...compared,
      { key: 'net', title: 'net', drill: 'net' },
      { key: 'tax', title: 'taxAmount' },
      { key: 'total', title: 'total' },
      { key: 'margin_percent', title: 'margin', as: 'percent' },
    ],
    parts: (answer) => {
      const flat = (row: unknown): Cells => {
        const net = cellsOf(cellsOf(row)['net']);
        return {
          ...cellsOf(row),
          net: net['amount'],
          compared: net['compared'],
          change_percent: net['change_percent'],
        };
      };
      return [
        {
          key: 'rows',
          rows: answer.rows.map((row) => ({ ...grouped(row), cells: flat(row) })),
          totals: [total('total', flat(answer.totals), 'total')],
        },
      ];
    },
  },
  'product-margin': {
    path: 'reports/product-margin',
    over: 'period',
    compares: true,
    groups: ['product', 'variant', 'category'],
    first: 'group',
    columns: [
      { key: 'units', title: 'units', as: 'figure' },
      { key: 'net', title: 'net', drill: 'net' },
      { key: 'cost', title: 'cost', drill: 'cost' },
      ...compared,
      { key: 'margin', title: 'marginAmount', drill: 'margin' },
      { key: 'margin_percent', title: 'margin', as: 'percent' },
    ],
    parts: wholeOf(grouped),
  },
  'period-comparison': {
    path: 'reports/period-comparison',
    over: 'period',
    compares: 'always',
    groups: ['client', 'client_group', 'country', 'product', 'variant', 'category', 'member', 'location', 'channel'],
    metrics: ['net_sales', 'margin'],
    first: 'group',
    columns: [
      { key: 'compared_net', title: 'netBefore', drill: 'compared_net' },
      { key: 'net', title: 'net', drill: 'net' },
      { key: 'compared_margin', title: 'marginBefore', drill: 'compared_margin', isOptional: true },
      { key: 'margin', title: 'marginAmount', drill: 'margin', isOptional: true },
      { key: 'change', title: 'change' },
      { key: 'change_percent', title: 'changePercent', as: 'change' },
      { key: 'price', title: 'price', isOptional: true },
      { key: 'volume', title: 'volume', isOptional: true },
      { key: 'mix', title: 'mix', isOptional: true },
      { key: 'unit_cost', title: 'unitCost', isOptional: true },
      { key: 'new', title: 'newItems', isOptional: true },
      { key: 'gone', title: 'goneItems', isOptional: true },
      { key: 'other', title: 'otherParts', isOptional: true },
    ],
    parts: comparison,
  },
  trends: {
    path: 'reports/trends',
    over: 'period',
    metrics: ['net_sales', 'revenue', 'gross_profit', 'expenses', 'net_profit'],
    always: 'interval=month&moving_average=3&forecast=3',
    first: 'month',
    columns: [
      { key: 'change_percent', title: 'change', as: 'change' },
      { key: 'previous_year', title: 'previousYear' },
      { key: 'moving_average', title: 'movingAverage' },
      { key: 'year_to_date', title: 'yearToDate' },
      { key: 'amount', title: 'amount', drill: 'amount' },
    ],
    parts: trends,
  },
  payments: {
    path: 'reports/payments',
    over: 'period',
    compares: true,
    first: 'method',
    columns: [
      { key: 'count', title: 'count', as: 'figure' },
      { key: 'received', title: 'received', drill: 'received' },
      { key: 'refunded', title: 'refunded', drill: 'refunded' },
      { key: 'fees', title: 'fees', drill: 'fees' },
      ...compared,
      { key: 'net', title: 'net', drill: 'net' },
    ],
    parts: wholeOf((row) => {
      const id = text(row['method_id']);
      return { id, name: text(row['method']), cells: cellsOf(row), drill: id };
    }),
  },
  'receivables-aging': {
    path: 'reports/receivables-aging',
    over: 'day',
    first: 'client',
    columns: ages,
    parts: wholeOf((row) => {
      const id = text(row['client_id']);
      const name = text(row['client']);
      return { id: id || name, name, cells: cellsOf(row), drill: id || undefined };
    }),
  },
  'payables-aging': {
    path: 'reports/payables-aging',
    over: 'day',
    first: 'payee',
    columns: ages,
    parts: wholeOf((row) => {
      const id = text(row['supplier_id']) || text(row['member_id']);
      const name = text(row['payee']);
      return { id: id || name, name, cells: cellsOf(row), drill: id || undefined };
    }),
  },
};
