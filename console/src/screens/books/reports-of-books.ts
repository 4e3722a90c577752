import { periodOf } from '../../frames/statement.tsx';
import { named, words } from '../../words/index.ts';
import { laidOut } from './laid-out.ts';
import type { Answer, ReportKinds } from './report-kind.ts';
import type { Line, Parts, Row } from './report-line.ts';
import { account, cellsOf, compared, text, total, totalsOf } from './report-rows.ts';

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

function byDimension(answer: Answer): Parts {
  const { rowKinds } = words.value.books;
  const dimension = cellsOf(answer['dimension']);
  return [
    {
      key: 'values',
      title: text(dimension['name']) || words.value.dimensions.empty,
      rows: answer.rows.map((row) => {
        const id = text(row['value_id']);
        const kind = text(row['kind']);
        const name = id === '' ? (kind === 'none' ? rowKinds.unassigned : rowKinds.others) : text(row['name']);
        const drill = kind === 'others' ? undefined : id || kind;
        const only = id === '' ? `without_dimension_id=${text(dimension['id'])}` : `dimension_value_id=${id}`;
        const href = kind === 'others' ? {} : { href: `/profit-and-loss?period=${periodOf()}&${only}` };
        return { id: id || kind, code: text(row['code']), name, cells: cellsOf(row), drill, ...href };
      }),
      totals: [total('total', totalsOf(answer), 'total')],
    },
  ];
}

/** Planned and actual amounts in the order of a profit and loss. */
function budgetVariance(answer: Answer): Parts {
  const { sections, totals: names, budgets } = words.value;
  const totals = totalsOf(answer);
  const part = (section: keyof typeof sections, sum?: string) => ({
    key: section,
    title: sections[section],
    rows: answer.rows.filter((row) => row['section'] === section).map(account),
    totals: sum === undefined ? [] : [{ id: sum, name: named(names, sum), cells: cellsOf(totals[sum]), drill: sum }],
  });
  const none = { key: 'none', title: budgets.empty, rows: [], totals: [] };
  return [
    ...(answer['budget'] === null ? [none] : []),
    part('revenue'),
    part('cost_of_sales', 'gross_profit'),
    part('operating_expenses', 'operating_profit'),
    part('other_income'),
    part('other_expenses', 'net_profit'),
  ].filter((one) => one === none || one.rows.length + one.totals.length > 0);
}

export const ofBooks: ReportKinds = {
  'budget-variance': {
    path: 'reports/budget-variance',
    over: 'budget',
    first: 'account',
    columns: [
      { key: 'budget', title: 'budget' },
      { key: 'actual', title: 'actual', drill: 'actual' },
      { key: 'variance', title: 'variance' },
      { key: 'budget_used_percent', title: 'used', as: 'percent' },
    ],
    parts: budgetVariance,
  },
  'profit-by-dimension': {
    path: 'reports/profit-by-dimension',
    over: 'period',
    dimensions: true,
    first: 'name',
    columns: [
      { key: 'revenue', title: 'revenue', drill: 'revenue' },
      { key: 'cost_of_sales', title: 'costOfSales', drill: 'cost_of_sales', isOptional: true },
      { key: 'operating_expenses', title: 'expenses', drill: 'operating_expenses' },
      { key: 'other_income', title: 'otherIncome', drill: 'other_income', isOptional: true },
      { key: 'other_expenses', title: 'otherExpenses', drill: 'other_expenses', isOptional: true },
      { key: 'net_profit', title: 'profit', drill: 'net_profit' },
      { key: 'net_margin_percent', title: 'margin', as: 'percent' },
    ],
    parts: byDimension,
  },
  'balance-sheet': {
    path: 'reports/balance-sheet',
    over: 'day',
    compares: true,
    layouts: true,
    first: 'account',
    columns: [...compared, { key: 'amount', title: 'amount', drill: 'amount' }],
    parts: (answer) => laidOut(answer) ?? balanceSheet(answer),
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
    narrows: true,
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
    narrows: true,
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
  'expenses-by-category': {
    path: 'reports/expenses-by-category',
    over: 'period',
    narrows: true,
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
};
