import type { ReportKind, ReportKinds } from './report-kind.ts';

const ofBooks = async () => (await import('./reports-of-books.ts')).ofBooks;
const ofSales = async () => (await import('./reports-of-sales.ts')).ofSales;
const ofStock = async () => (await import('./reports-of-stock.ts')).ofStock;

const homes: Readonly<Record<string, () => Promise<ReportKinds>>> = {
  'balance-sheet': ofBooks,
  'cash-flow': ofBooks,
  'trial-balance': ofBooks,
  'general-ledger': ofBooks,
  journal: ofBooks,
  'profit-by-dimension': ofBooks,
  'budget-variance': ofBooks,
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
