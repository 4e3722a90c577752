import type { ComponentType } from 'preact';
import type { Params } from './params.ts';

type Screen = ComponentType<{ readonly params: Params }>;

export type Route = {
  /** `/sales/:id`; of two that fit, the earlier counts. */
  readonly path: string;
  /** Each screen is a file that is fetched when somebody goes there. */
  readonly screen: () => Promise<Screen>;
};

const routes: readonly Route[] = [
  { path: '/', screen: async () => (await import('../screens/home/dashboard.tsx')).Dashboard },
  { path: '/welcome', screen: async () => (await import('../screens/home/welcome.tsx')).Welcome },
  { path: '/sales/new', screen: async () => (await import('../screens/sell/new-sale.tsx')).NewSale },
  { path: '/sales/:id/edit', screen: async () => (await import('../screens/sell/edit-sale.tsx')).EditSale },
  { path: '/sales/:id', screen: async () => (await import('../screens/sell/sale-page.tsx')).SalePage },
  { path: '/sales', screen: async () => (await import('../screens/sell/sales.tsx')).Sales },
  { path: '/owed', screen: async () => (await import('../screens/paid/owed.tsx')).Owed },
  { path: '/payments/new', screen: async () => (await import('../screens/paid/new-payment.tsx')).NewPayment },
  { path: '/payments', screen: async () => (await import('../screens/paid/payments.tsx')).Payments },
  { path: '/refunds', screen: async () => (await import('../screens/paid/refunds.tsx')).Refunds },
  { path: '/transactions', screen: async () => (await import('../screens/paid/transactions.tsx')).Transactions },
  { path: '/transfers', screen: async () => (await import('../screens/bank/transfers.tsx')).Transfers },
  { path: '/transfers/new', screen: async () => (await import('../screens/bank/transfers.tsx')).NewTransfer },
  { path: '/clients/new', screen: async () => (await import('../screens/clients/client-form.tsx')).NewClient },
  { path: '/clients', screen: async () => (await import('../screens/clients/clients.tsx')).Clients },
  { path: '/clients/:id', screen: async () => (await import('../screens/clients/client-page.tsx')).ClientPage },
  { path: '/clients/:id/edit', screen: async () => (await import('../screens/clients/client-form.tsx')).EditClient },
  {
    path: '/clients/:id/statement',
    screen: async () => (await import('../screens/clients/client-statement.tsx')).ClientStatement,
  },
  { path: '/client-groups', screen: async () => (await import('../screens/clients/groups.tsx')).ClientGroups },
  { path: '/client-groups/new', screen: async () => (await import('../screens/clients/groups.tsx')).NewClientGroup },
  {
    path: '/client-groups/:id/edit',
    screen: async () => (await import('../screens/clients/groups.tsx')).EditClientGroup,
  },
  { path: '/documents', screen: async () => (await import('../screens/sell/documents.tsx')).Documents },
  { path: '/documents/new', screen: async () => (await import('../screens/sell/document-form.tsx')).NewDocument },
  {
    path: '/documents/:id/edit',
    screen: async () => (await import('../screens/sell/document-form.tsx')).EditDocument,
  },
  {
    path: '/documents/:id/correct',
    screen: async () => (await import('../screens/sell/correct-document.tsx')).CorrectDocument,
  },
  {
    path: '/document-exports',
    screen: async () => (await import('../screens/sell/document-exports.tsx')).DocumentExports,
  },
  { path: '/recurring', screen: async () => (await import('../screens/sell/recurring.tsx')).RecurringDocuments },
  { path: '/recurring/new', screen: async () => (await import('../screens/sell/recurring-form.tsx')).NewRecurring },
  {
    path: '/recurring/:id/edit',
    screen: async () => (await import('../screens/sell/recurring-form.tsx')).EditRecurring,
  },
  { path: '/price-lists', screen: async () => (await import('../screens/sell/price-lists.tsx')).PriceLists },
  { path: '/price-lists/new', screen: async () => (await import('../screens/sell/price-lists.tsx')).NewPriceList },
  {
    path: '/price-lists/:id/edit',
    screen: async () => (await import('../screens/sell/price-lists.tsx')).EditPriceList,
  },
  { path: '/documents/:id', screen: async () => (await import('../screens/sell/documents.tsx')).Documents },
  { path: '/expenses', screen: async () => (await import('../screens/spend/expenses.tsx')).Expenses },
  { path: '/expenses/new', screen: async () => (await import('../screens/spend/expense-form.tsx')).NewExpense },
  { path: '/expenses/:id/edit', screen: async () => (await import('../screens/spend/expense-form.tsx')).EditExpense },
  {
    path: '/recurring-expenses',
    screen: async () => (await import('../screens/spend/recurring-expenses.tsx')).RecurringExpenses,
  },
  {
    path: '/recurring-expenses/new',
    screen: async () => (await import('../screens/spend/recurring-expenses.tsx')).NewRecurringExpense,
  },
  {
    path: '/recurring-expenses/:id/edit',
    screen: async () => (await import('../screens/spend/recurring-expenses.tsx')).EditRecurringExpense,
  },
  {
    path: '/expense-categories',
    screen: async () => (await import('../screens/spend/expense-categories.tsx')).ExpenseCategories,
  },
  { path: '/files', screen: async () => (await import('../screens/spend/files.tsx')).Files },
  {
    path: '/other-documents',
    screen: async () => (await import('../screens/spend/other-documents.tsx')).OtherDocuments,
  },
  { path: '/suppliers', screen: async () => (await import('../screens/spend/suppliers.tsx')).Suppliers },
  {
    path: '/supplier-payments',
    screen: async () => (await import('../screens/spend/supplier-payments.tsx')).SupplierPayments,
  },
  {
    path: '/supplier-payments/new',
    screen: async () => (await import('../screens/spend/new-supplier-payment.tsx')).NewSupplierPayment,
  },
  { path: '/inbox', screen: async () => (await import('../screens/spend/inbox.tsx')).Inbox },
  { path: '/bills-to-pay', screen: async () => (await import('../screens/spend/bills-to-pay.tsx')).BillsToPay },
  {
    path: '/scheduled-payments',
    screen: async () => (await import('../screens/spend/scheduled-payments.tsx')).ScheduledPayments,
  },
  {
    path: '/payment-forecast',
    screen: async () => (await import('../screens/spend/payment-forecast.tsx')).PaymentForecast,
  },
  { path: '/payment-files', screen: async () => (await import('../screens/spend/payment-files.tsx')).PaymentFiles },
  { path: '/payables', screen: async () => (await import('../screens/spend/payables.tsx')).Payables },
  { path: '/products', screen: async () => (await import('../screens/products/products.tsx')).Products },
  { path: '/products/new', screen: async () => (await import('../screens/products/product-form.tsx')).NewProduct },
  { path: '/products/:id', screen: async () => (await import('../screens/products/product-page.tsx')).ProductPage },
  {
    path: '/products/:id/edit',
    screen: async () => (await import('../screens/products/product-form.tsx')).EditProduct,
  },
  {
    path: '/product-categories',
    screen: async () => (await import('../screens/products/categories.tsx')).ProductCategories,
  },
  { path: '/stock', screen: async () => (await import('../screens/stock/levels.tsx')).StockLevels },
  { path: '/stock/movements', screen: async () => (await import('../screens/stock/movements.tsx')).StockMovements },
  { path: '/stock/order', screen: async () => (await import('../screens/stock/order-list.tsx')).OrderList },
  { path: '/stock/counts', screen: async () => (await import('../screens/stock/counts.tsx')).StockCounts },
  { path: '/stock/counts/:id', screen: async () => (await import('../screens/stock/count-sheet.tsx')).CountSheet },
  {
    path: '/stock/transfers/new',
    screen: async () => (await import('../screens/stock/transfers.tsx')).NewStockTransfer,
  },
  { path: '/stock/transfers', screen: async () => (await import('../screens/stock/transfers.tsx')).StockTransfers },
  {
    path: '/stock/reservations',
    screen: async () => (await import('../screens/stock/reservations.tsx')).StockReservations,
  },
  {
    path: '/stock/reservations/new',
    screen: async () => (await import('../screens/stock/reservations.tsx')).NewStockReservation,
  },
  { path: '/audit-log', screen: async () => (await import('../screens/team/audit-log.tsx')).AuditLog },
  { path: '/imports', screen: async () => (await import('../screens/team/imports.tsx')).Imports },
  { path: '/imports/new', screen: async () => (await import('../screens/team/new-import.tsx')).NewImport },
  { path: '/api-keys', screen: async () => (await import('../screens/team/api-keys.tsx')).ApiKeys },
  { path: '/api-keys/new', screen: async () => (await import('../screens/team/new-api-key.tsx')).NewApiKey },
  { path: '/oauth-apps', screen: async () => (await import('../screens/team/oauth-apps.tsx')).OauthApps },
  { path: '/oauth-apps/new', screen: async () => (await import('../screens/team/new-oauth-app.tsx')).NewOauthApp },
  { path: '/webhooks', screen: async () => (await import('../screens/team/webhooks.tsx')).Webhooks },
  { path: '/webhooks/new', screen: async () => (await import('../screens/team/new-webhook.tsx')).NewWebhook },
  { path: '/profit-and-loss', screen: async () => (await import('../screens/books/profit-loss.tsx')).ProfitAndLoss },
  { path: '/reports', screen: async () => (await import('../screens/books/reports.tsx')).Reports },
  { path: '/reports/:name', screen: async () => (await import('../screens/books/report.tsx')).Report },
  {
    path: '/scheduled-reports/new',
    screen: async () => (await import('../screens/books/new-scheduled-report.tsx')).NewScheduledReport,
  },
  {
    path: '/scheduled-reports',
    screen: async () => (await import('../screens/books/scheduled-reports.tsx')).ScheduledReports,
  },
  { path: '/bank', screen: async () => (await import('../screens/bank/bank-accounts.tsx')).BankAccounts },
  { path: '/bank/lines', screen: async () => (await import('../screens/bank/bank-lines.tsx')).BankLines },
  { path: '/bank/rules', screen: async () => (await import('../screens/bank/rules.tsx')).BankRules },
  { path: '/bank/rules/new', screen: async () => (await import('../screens/bank/new-rule.tsx')).NewRule },
  { path: '/journal', screen: async () => (await import('../screens/books/journal.tsx')).Journal },
  { path: '/journal/new', screen: async () => (await import('../screens/books/new-entry.tsx')).NewEntry },
  {
    path: '/journal/opening',
    screen: async () => (await import('../screens/books/opening-balances.tsx')).OpeningBalances,
  },
  { path: '/schedules/new', screen: async () => (await import('../screens/books/schedules.tsx')).NewSchedule },
  { path: '/schedules', screen: async () => (await import('../screens/books/schedules.tsx')).Schedules },
  { path: '/accruals/new', screen: async () => (await import('../screens/books/accruals.tsx')).NewAccrual },
  { path: '/accruals', screen: async () => (await import('../screens/books/accruals.tsx')).Accruals },
  { path: '/budgets/new', screen: async () => (await import('../screens/books/budgets.tsx')).NewBudget },
  { path: '/budgets/:id/edit', screen: async () => (await import('../screens/books/budgets.tsx')).EditBudget },
  { path: '/budgets', screen: async () => (await import('../screens/books/budgets.tsx')).Budgets },
  { path: '/dimensions', screen: async () => (await import('../screens/books/dimensions.tsx')).Dimensions },
  {
    path: '/dimension-values',
    screen: async () => (await import('../screens/books/dimension-values.tsx')).DimensionValues,
  },
  { path: '/assets/new', screen: async () => (await import('../screens/books/new-asset.tsx')).NewAsset },
  { path: '/assets/register', screen: async () => (await import('../screens/books/asset-register.tsx')).AssetRegister },
  { path: '/assets', screen: async () => (await import('../screens/books/assets.tsx')).Assets },
  {
    path: '/revaluations',
    screen: async () => (await import('../screens/books/revaluations.tsx')).Revaluations,
  },
  { path: '/close', screen: async () => (await import('../screens/books/close.tsx')).Close },
  { path: '/vat', screen: async () => (await import('../screens/vat/vat-periods.tsx')).VatPeriods },
  { path: '/vat/new', screen: async () => (await import('../screens/vat/new-return.tsx')).NewVatReturn },
  { path: '/vat/:id', screen: async () => (await import('../screens/vat/vat-return.tsx')).VatReturnPage },
  { path: '/vat-lines', screen: async () => (await import('../screens/vat/vat-lines.tsx')).VatLines },
  { path: '/ec-sales-list', screen: async () => (await import('../screens/vat/ec-sales-list.tsx')).EcSalesList },
  { path: '/accounts', screen: async () => (await import('../screens/books/accounts.tsx')).Accounts },
  { path: '/accounts/chart', screen: async () => (await import('../screens/books/change-chart.tsx')).ChangeChart },
  { path: '/periods', screen: async () => (await import('../screens/books/periods.tsx')).Periods },
  { path: '/checks', screen: async () => (await import('../screens/books/checks.tsx')).Checks },
  { path: '/people', screen: async () => (await import('../screens/team/people.tsx')).People },
  { path: '/invites', screen: async () => (await import('../screens/team/invites.tsx')).Invites },
  { path: '/roles', screen: async () => (await import('../screens/team/roles.tsx')).Roles },
  { path: '/ai', screen: async () => (await import('../screens/team/approvals.tsx')).Approvals },
  { path: '/ai/activity', screen: async () => (await import('../screens/team/ai-activity.tsx')).AiActivity },
  { path: '/ai/practice', screen: async () => (await import('../screens/team/practices.tsx')).Practices },
  { path: '/notifications', screen: async () => (await import('../screens/team/notifications.tsx')).Notifications },
  { path: '/jobs', screen: async () => (await import('../screens/team/jobs.tsx')).Jobs },
  { path: '/exports', screen: async () => (await import('../screens/team/exports.tsx')).Exports },
  { path: '/settings', screen: async () => (await import('../screens/setup/settings.tsx')).Settings },
  { path: '/settings/business', screen: async () => (await import('../screens/setup/business.tsx')).Business },
  { path: '/settings/invoicing', screen: async () => (await import('../screens/setup/invoicing.tsx')).Invoicing },
  { path: '/settings/templates', screen: async () => (await import('../screens/setup/templates.tsx')).Templates },
  {
    path: '/settings/templates/:id',
    screen: async () => (await import('../screens/setup/template-page.tsx')).TemplatePage,
  },
  { path: '/settings/vat', screen: async () => (await import('../screens/setup/vat.tsx')).VatSettings },
  { path: '/settings/taxes', screen: async () => (await import('../screens/setup/taxes.tsx')).Taxes },
  {
    path: '/settings/payment-methods',
    screen: async () => (await import('../screens/setup/payment-methods.tsx')).PaymentMethods,
  },
  { path: '/settings/locations', screen: async () => (await import('../screens/setup/locations.tsx')).Locations },
  { path: '/settings/numbering', screen: async () => (await import('../screens/setup/numbering.tsx')).Numbering },
  {
    path: '/settings/custom-fields',
    screen: async () => (await import('../screens/setup/custom-fields.tsx')).CustomFields,
  },
  { path: '/settings/reminders', screen: async () => (await import('../screens/setup/reminders.tsx')).Reminders },
  {
    path: '/settings/exchange-rates',
    screen: async () => (await import('../screens/setup/exchange-rates.tsx')).ExchangeRates,
  },
  { path: '/settings/profile', screen: async () => (await import('../screens/setup/profile.tsx')).Profile },
  { path: '/settings/sign-in', screen: async () => (await import('../screens/setup/sign-in.tsx')).SignInSettings },
  { path: '/settings/sessions', screen: async () => (await import('../screens/setup/sessions.tsx')).Sessions },
  {
    path: '/settings/connected-apps',
    screen: async () => (await import('../screens/setup/connected-apps.tsx')).ConnectedApps,
  },
  {
    path: '/settings/notifications',
    screen: async () => (await import('../screens/setup/notification-settings.tsx')).NotificationSettings,
  },
  {
    path: '/settings/saved-filters',
    screen: async () => (await import('../screens/setup/saved-filters.tsx')).SavedFilters,
  },
];

/** The route of an address, and what stands in its places. */
export function routeOf(path: string): { readonly route: Route; readonly params: Params } | undefined {
  const parts = path.split('/').filter(Boolean);
  for (const route of routes) {
    const params = paramsOf(route.path.split('/').filter(Boolean), parts);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Params | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (wanted.startsWith(':')) params[wanted.slice(1)] = decodeURIComponent(part);
    else if (wanted !== part) return undefined;
  }
  return params;
}
