import type { words } from '../../words/index.ts';
import type { Parts, ReportColumn, Row } from './report-line.ts';

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

export type ReportKinds = Readonly<Record<string, ReportKind>>;

const ofBooks = async () => (await import('./reports-of-books.ts')).ofBooks;
const ofSales = async () => (await import('./reports-of-sales.ts')).ofSales;
const ofStock = async () => (await import('./reports-of-stock.ts')).ofStock;

const homes: Readonly<Record<string, () => Promise<ReportKinds>>> = {
  'balance-sheet': ofBooks,
  'cash-flow': ofBooks,
  'trial-balance': ofBooks,
  'general-ledger': ofBooks,
  journal: ofBooks,
  'tax-summary': ofBooks,
  'expenses-by-category': ofBooks,
  revenue: ofSales,
  'product-margin': ofSales,
  'period-comparison': ofSales,
  trends: ofSales,
  payments: ofSales,
  'receivables-aging': ofSales,
  'payables-aging': ofSales,
  'inventory-valuation': ofStock,
  'inventory-movements': ofStock,
  'inventory-turnover': ofStock,
};

/** A report by its name; all but the profit and loss, which has a screen of its own. Those of a kind come together. */
export async function reportKind(name: string): Promise<ReportKind | undefined> {
  return Object.hasOwn(homes, name) ? (await homes[name]?.())?.[name] : undefined;
}
