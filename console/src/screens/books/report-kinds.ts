import { named, words } from '../../words/index.ts';
import type { Cells, Line, Parts, ReportColumn } from './report-line.ts';

type Row = Readonly<Record<string, unknown>>;
export type Answer = { readonly rows: readonly Row[]; readonly totals?: Readonly<Record<string, unknown>> } & Row;

export type ReportKind = {
  /** Of the API. */
  readonly path: string;
  readonly over: 'period' | 'day';
  /** `always` compares with the year before where nothing else is chosen. */
  readonly compares?: true | 'always';
  readonly groups?: readonly string[];
  readonly metrics?: readonly string[];
  readonly accounts?: boolean;
  readonly first: keyof typeof words.value.books.columns;
  readonly columns: readonly ReportColumn[];
  readonly parts: (answer: Answer) => Parts;
  /** Query parameters that are always sent. */
  readonly always?: string;
  readonly hasDrill?: boolean;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const cellsOf = (row: unknown): Cells => (typeof row === 'object' && row !== null ? (row as Cells) : {});
const totalsOf = ({ totals }: Answer): Readonly<Record<string, unknown>> => totals ?? {};

function total(id: string, cells: unknown, drill?: string): Line {
  return { id, name: named(words.value.books.totals, id), cells: cellsOf(cells), drill };
}

function account(row: Row): Line {
  const id = text(row['account_id']) || text(row['key']);
  return { id, code: text(row['code']), name: text(row['name']), cells: cellsOf(row), drill: id };
}

const compared: readonly ReportColumn[] = [
  { key: 'compared', title: 'compared', isCompared: true },
  { key: 'change_percent', title: 'change', as: 'change', isCompared: true },
];

/** Rows of a report that is grouped; what has no name is named by its kind. */
function grouped(row: Row): Line {
  const key = text(row['key']);
  const kind = text(row['kind']);
  const isGroup = kind === 'group' && key !== '';
  const label = text(row['label']);
  return {
    id: key || kind,
    name: isGroup ? label : named(words.value.books.rowKinds, kind),
    cells: cellsOf(row),
    drill: isGroup ? key : undefined,
  };
}

const wholeOf =
  (toLine: (row: Row) => Line) =>
  (answer: Answer): Parts => [
    { key: 'rows', rows: answer.rows.map(toLine), totals: [total('total', totalsOf(answer), 'total')] },
  ];

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

function balanceSheet(answer: Answer): Parts {
  const { sections } = words.value.books;
  const totals = totalsOf(answer);
  const part = (section: keyof typeof sections, ...sums: readonly string[]) => ({
    key: section,
    title: sections[section],
    rows: answer.rows.filter((row) => row['section'] === section).map(account),
    totals: sums.map((name) => total(name, totals[name], name)),
  });
  return [
    part('current_assets', 'current_assets'),
    part('fixed_assets', 'fixed_assets', 'assets'),
    part('current_liabilities', 'current_liabilities'),
    part('long_term_liabilities', 'long_term_liabilities', 'liabilities'),
    part('equity', 'equity', 'liabilities_and_equity'),
  ];
}

function cashFlow(answer: Answer): Parts {
  const { sections, cashKinds } = words.value.books;
  const totals = totalsOf(answer);
  const direct = cellsOf(totals['direct']) as Row;
  const part = (activity: 'operating' | 'investing' | 'financing') => ({
    key: activity,
    title: sections[activity],
    rows: answer.rows
      .filter((row) => row['method'] === 'direct' && row['activity'] === activity)
      .map((row) => {
        const key = text(row['key']);
        return { id: key, name: named(cashKinds, text(row['kind'])), cells: cellsOf(row), drill: key };
      }),
    totals: [total(activity, direct[activity])],
  });
  const amount = (name: string): Line => total(name, { amount: text(totals[name]) });
  return [
    part('operating'),
    part('investing'),
    part('financing'),
    {
      key: 'cash',
      title: sections.cash,
      rows: [amount('opening_cash'), total('net_change', totals['net_change'])],
      totals: [amount('closing_cash')],
    },
  ];
}

function ledger(answer: Answer): Parts {
  const accounts = (answer['accounts'] ?? []) as readonly Row[];
  return accounts.map((one) => {
    const id = text(one['account_id']);
    return {
      key: id,
      title: `${text(one['code'])} ${text(one['name'])}`,
      rows: [
        total('opening', { balance: text(one['opening']) }),
        ...answer.rows
          .filter((row) => row['account_id'] === id)
          .map((row, at) => ({
            id: `${text(row['entry_id'])} ${at}`,
            name: text(row['memo']),
            cells: cellsOf(row),
            href: `/journal?open=${text(row['entry_id'])}`,
          })),
      ],
      totals: [
        total('closing', { debit: text(one['debit']), credit: text(one['credit']), balance: text(one['closing']) }),
      ],
    };
  });
}

function taxes(answer: Answer): Parts {
  const { sections } = words.value.books;
  const totals = totalsOf(answer);
  const before = (answer['compared_totals'] ?? {}) as Row;
  const part = (side: 'output' | 'input' | 'withheld') => ({
    key: side,
    title: sections[side],
    rows: answer.rows
      .filter((row) => row['side'] === side)
      .map((row) => {
        const key = text(row['key']);
        return { id: key, name: text(row['name']), code: text(row['report_box']), cells: cellsOf(row), drill: key };
      }),
    totals: [
      total(`${side}_tax`, { tax: text(totals[`${side}_tax`]), compared_tax: text(before[`${side}_tax`]) || null }),
    ],
  });
  const due = total('net_due', { tax: text(totals['net_due']), compared_tax: text(before['net_due']) || null });
  const withheld = part('withheld');
  const rest = withheld.rows.length > 0 ? [withheld] : [];
  return [part('output'), part('input'), ...rest, { key: 'due', rows: [due] }];
}

function spending(answer: Answer): Parts {
  const { sections } = words.value.books;
  const categories = (answer['categories'] ?? []) as readonly Row[];
  const payees = (answer['payees'] ?? []) as readonly Row[];
  return [
    {
      key: 'categories',
      title: sections.categories,
      rows: categories.map((row) => {
        const id = text(row['category_id']);
        const level = '\u2003'.repeat(Math.max(0, Number(row['level'] ?? 0)));
        return { id, name: `${level}${text(row['name'])}`, cells: cellsOf(row), drill: id };
      }),
    },
    {
      key: 'accounts',
      title: sections.accounts,
      rows: answer.rows.map(account),
      totals: [total('expenses', totalsOf(answer)['expenses'])],
    },
    {
      key: 'payees',
      title: sections.payees,
      rows: payees.map((row) => {
        const name = text(row['payee']) || words.value.books.rowKinds.unassigned;
        return { id: text(row['supplier_id']) || name, name, cells: cellsOf(row) };
      }),
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

function moved(answer: Answer): Parts {
  const values = (row: Row): Line => ({ ...grouped(row), cells: cellsOf(row['value']) });
  return [{ key: 'rows', rows: answer.rows.map(values), totals: [total('total', totalsOf(answer)['value'])] }];
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

const stockGroups = ['variant', 'product', 'category', 'location'] as const;

/** All reports but the profit and loss, which has a screen of its own. */
export const reportKinds: Readonly<Record<string, ReportKind>> = {
  'balance-sheet': {
    path: 'reports/balance-sheet',
    over: 'day',
    compares: true,
    first: 'account',
    columns: [...compared, { key: 'amount', title: 'amount', drill: 'amount' }],
    parts: balanceSheet,
  },
  'cash-flow': {
    path: 'reports/cash-flow',
    over: 'period',
    compares: true,
    first: 'cash',
    columns: [...compared, { key: 'amount', title: 'amount', drill: 'amount' }],
    parts: cashFlow,
  },
  'trial-balance': {
    path: 'reports/trial-balance',
    over: 'period',
    first: 'account',
    columns: [
      { key: 'opening', title: 'opening', drill: 'opening' },
      { key: 'debit', title: 'debit', drill: 'debit' },
      { key: 'credit', title: 'creditSide', drill: 'credit' },
      { key: 'closing', title: 'closing', drill: 'closing' },
    ],
    parts: (answer) => [{ key: 'rows', rows: answer.rows.map(account), totals: [total('total', totalsOf(answer))] }],
  },
  'general-ledger': {
    path: 'reports/general-ledger',
    over: 'period',
    accounts: true,
    always: 'limit=1000',
    first: 'entry',
    columns: [
      { key: 'date', title: 'date', as: 'day' },
      { key: 'number', title: 'number', as: 'text' },
      { key: 'debit', title: 'debit' },
      { key: 'credit', title: 'creditSide' },
      { key: 'balance', title: 'balance' },
    ],
    parts: ledger,
  },
  journal: {
    path: 'reports/journal',
    over: 'period',
    always: 'limit=500',
    first: 'entry',
    columns: [
      { key: 'date', title: 'date', as: 'day' },
      { key: 'number', title: 'number', as: 'text' },
      { key: 'amount', title: 'amount' },
    ],
    parts: (answer) => [
      {
        key: 'rows',
        rows: answer.rows.map((row) => {
          const id = text(row['entry_id']);
          return { id, name: text(row['memo']), cells: cellsOf(row), href: `/journal?open=${id}` };
        }),
        totals: [total('total', totalsOf(answer))],
      },
    ],
  },
  'tax-summary': {
    path: 'reports/tax-summary',
    over: 'period',
    compares: true,
    first: 'tax',
    columns: [
      { key: 'percentage', title: 'rate', as: 'percent' },
      { key: 'base', title: 'base', drill: 'base' },
      { key: 'compared_tax', title: 'compared', isCompared: true },
      { key: 'tax', title: 'taxAmount', drill: 'tax' },
    ],
    parts: taxes,
  },
  revenue: {
    path: 'reports/revenue',
    over: 'period',
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
  'expenses-by-category': {
    path: 'reports/expenses-by-category',
    over: 'period',
    compares: true,
    first: 'group',
    columns: [
      { key: 'share', title: 'share', as: 'percent' },
      { key: 'budget', title: 'budget' },
      { key: 'variance', title: 'variance' },
      ...compared,
      { key: 'amount', title: 'amount', drill: 'amount' },
    ],
    parts: spending,
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
