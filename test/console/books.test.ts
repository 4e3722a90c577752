/** The screens of the books and the reports, for everybody who reads them. */
import { test } from 'node:test';
import { type ConsoleScreen, openConsole } from '../support/console.ts';

const { shop, open, readable } = await openConsole();
const { ids } = shop;

const reports: readonly ConsoleScreen[] = [
  { path: '/reports', says: 'How the business is doing' },
  { path: '/scheduled-reports', says: 'Scheduled reports' },
  { path: '/scheduled-reports/new?report=revenue&group_by=client', says: 'Options taken over' },
  { path: '/reports/balance-sheet?compare=previous_year', says: 'Total assets' },
  { path: '/reports/balance-sheet?layout=hgb&compare=previous_year', says: 'Total equity and liabilities' },
  { path: '/reports/balance-sheet?layout=uk', says: 'Net current assets' },
  { path: '/profit-and-loss?layout=us', says: 'Income before income taxes' },
  { path: '/reports/cash-flow', says: 'Cash at the end' },
  { path: '/reports/trial-balance', says: 'Opening' },
  { path: '/reports/general-ledger', says: 'Closing balance' },
  { path: '/reports/journal', says: 'Journal report' },
  { path: '/reports/tax-summary', says: 'Tax to pay' },
  { path: '/reports/revenue?group_by=client&compare=previous_year', says: 'Margin' },
  { path: '/reports/period-comparison', says: 'Net before' },
  { path: '/reports/period-comparison?group_by=product&metric=margin', says: 'New' },
  { path: '/reports/trends', says: '3-month average' },
  { path: '/reports/expenses-by-category', says: 'By account' },
  { path: '/reports/profit-by-dimension?period=this_year', says: 'Without one' },
  { path: '/reports/budget-variance', says: 'Over or under' },
  { path: '/budgets/new', says: 'Change in percent' },
  { path: `/budgets?open=${shop.ids['budg']}`, says: 'Compare with the books' },
  { path: `/budgets/${shop.ids['budg']}/edit`, says: 'Amount for all months' },
  { path: `/dimensions?open=${shop.ids['dim']}`, says: 'Its values' },
  { path: `/dimension-values?open=${shop.ids['dimv']}`, says: 'Its entries in the journal' },
  { path: '/reports/payments', says: 'Refunded' },
  { path: '/reports/receivables-aging', says: 'Over 90' },
  { path: '/reports/inventory-valuation', says: 'Stock value' },
];
const books: readonly ConsoleScreen[] = [
  { path: '/bank', says: 'Bank accounts' },
  { path: '/bank/lines', says: 'Bank lines' },
  { path: '/bank/rules', says: 'Bank rules' },
  { path: `/bank/rules?open=${ids['brule']}`, says: 'Lines that it fits' },
  { path: '/bank/rules/new', says: 'Words in the text' },
  { path: '/journal', says: 'Journal' },
  { path: `/journal?open=${ids['je']}`, says: 'Debit' },
  { path: '/journal/new', says: 'Debit less credit' },
  { path: '/journal/opening', says: 'First day of these books' },
  { path: `/accounts?open=${ids['acct']}`, says: 'Increases on' },
  { path: '/accounts/chart', says: 'Codes of accounts that the chart does not know' },
  { path: '/periods', says: 'Exceptions' },
  { path: '/checks', says: 'Books check' },
];

for (const [name, screens] of Object.entries({ reports, books })) {
  test(`every screen of the ${name} can be read and used by everybody`, async (t) => {
    const tab = await open(t, name);
    if (tab === undefined) return;
    await readable(tab, screens);
  });
}
