/** The screens of the books, the people and the settings, for everybody who reads them. */
import { test } from 'node:test';
import { type ConsoleScreen, openConsole } from '../support/console.ts';

const { shop, open, readable } = await openConsole();
const { ids } = shop;

const reports: readonly ConsoleScreen[] = [
  { path: '/reports', says: 'How the business is doing' },
  { path: '/reports/balance-sheet?compare=previous_year', says: 'Total assets' },
  { path: '/reports/cash-flow', says: 'Cash at the end' },
  { path: '/reports/trial-balance', says: 'Opening' },
  { path: '/reports/general-ledger', says: 'Closing balance' },
  { path: '/reports/journal', says: 'Journal report' },
  { path: '/reports/tax-summary', says: 'Tax to pay' },
  { path: '/reports/revenue?group_by=client&compare=previous_year', says: 'Margin' },
  { path: '/reports/trends', says: '3-month average' },
  { path: '/reports/expenses-by-category', says: 'By account' },
  { path: '/reports/payments', says: 'Refunded' },
  { path: '/reports/receivables-aging', says: 'Over 90' },
  { path: '/reports/inventory-valuation', says: 'Stock value' },
];
const books: readonly ConsoleScreen[] = [
  { path: '/bank', says: 'Bank accounts' },
  { path: '/bank/lines', says: 'Bank lines' },
  { path: '/journal', says: 'Journal' },
  { path: `/journal?open=${ids['je']}`, says: 'Debit' },
  { path: '/journal/new', says: 'Debit less credit' },
  { path: '/journal/opening', says: 'First day of these books' },
  { path: `/accounts?open=${ids['acct']}`, says: 'Increases on' },
  { path: '/periods', says: 'Exceptions' },
  { path: '/checks', says: 'Books check' },
];
const people: readonly ConsoleScreen[] = [
  { path: '/people', says: 'People' },
  { path: '/invites?view=all', says: 'Invites' },
  { path: '/roles', says: 'Administrator' },
  { path: '/ai?view=all', says: 'What AI apps did' },
  { path: '/ai/activity', says: 'Rules' },
  { path: '/notifications?view=all', says: 'Mark all as read' },
  { path: '/jobs?view=all', says: 'Background jobs' },
  { path: '/exports', says: 'Archive of everything' },
];
const settings: readonly ConsoleScreen[] = [
  { path: '/settings', says: 'Business details' },
  { path: '/settings/business', says: 'Fiscal year' },
  { path: '/settings/invoicing', says: 'E-invoicing' },
  { path: `/settings/taxes?open=${ids['tax']}`, says: 'VAT category' },
  { path: `/settings/payment-methods?open=${ids['pm']}`, says: 'Settles to' },
  { path: `/settings/locations?open=${ids['loc']}`, says: 'Status' },
  { path: '/settings/numbering', says: 'Numbering' },
  { path: '/settings/custom-fields', says: 'Unknown fields' },
  { path: '/settings/reminders', says: 'Late fees' },
  { path: '/settings/exchange-rates', says: 'Exchange rates' },
  { path: '/settings/templates', says: 'Document templates' },
  { path: `/settings/templates/${ids['tmpl']}`, says: 'What stands on the page' },
  { path: '/settings/profile', says: 'Second factor' },
  { path: '/settings/sessions', says: 'This device' },
  { path: '/settings/notifications', says: 'Notification preferences' },
  { path: '/settings/saved-filters', says: 'Saved views' },
];

for (const [name, screens] of Object.entries({ reports, books, people, settings })) {
  test(`every screen of the ${name} can be read and used by everybody`, async (t) => {
    const tab = await open(t, name);
    if (tab === undefined) return;
    await readable(tab, screens);
  });
}
