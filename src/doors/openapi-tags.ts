import type { Operation } from '../operation/operation.ts';

/** Descriptions of the first path segments, in the order in which a newcomer meets them. */
const tags: Readonly<Record<string, string>> = {
  auth: 'Registration, login, sessions, passwords, passkeys and two-factor authentication.',
  organization: 'The organisation of the access token: its name, country and accounting settings.',
  organizations: 'The organisations of the caller, and creating another.',
  clients: 'Clients, suppliers and leads, with contacts, addresses, tax ids and balances.',
  'client-groups': 'Client groups.',
  products: 'Products and services sold and bought. Every product has at least one variant, which carries its price.',
  variants: 'The variants that are sold and counted in stock, such as one size in one colour, found by SKU or barcode.',
  'product-categories': 'The tree of product categories, with their accounts and tax rates.',
  'price-lists': 'Price lists for clients and client groups.',
  'tax-rates': 'Tax rates. Existing sales keep the rate they were charged.',
  locations: 'Stock locations, such as shops and warehouses.',
  stock: 'Stock levels and values, with every movement and stock count.',
  sales:
    'Sales from draft to confirmation, which assigns a number, issues stock and posts; with returns and write-offs.',
  payments: 'Payments received and their allocation to sales; the unapplied rest is credit of the client.',
  refunds: 'Refunds of payments, paid out or as credit of the client.',
  transfers: 'Transfers between your own accounts: into the till, from a payment gateway, between currencies.',
  transactions: 'All money in and out, in one list by date.',
  allocations: 'Allocations of payments to sales. They are never changed, only reversed.',
  'payment-methods': 'Payment methods and the accounts they settle to.',
  'document-templates': 'Document templates: designs, layouts without code, your own Typst source, immutable versions.',
  documents: 'Quotes, invoices, credit notes, receipts, statements and other documents for clients.',
  'other-documents': 'Uploaded documents: contracts, supplier documents and scans, with full-text search.',
  'recurring-documents': 'Recurring invoices, each occurrence issued once.',
  'document-mails': 'E-mails with documents to clients, and their delivery status.',
  'reminder-policy': 'The payment reminder (dunning) policy: steps, timing and texts.',
  'late-fees': 'Late fees charged to clients, each as a separate invoice.',
  reminders: 'Payment reminders sent and upcoming.',
  'document-exports': 'PDFs of many documents in one ZIP file, created in the background.',
  'document-shares': 'Share links by which clients view a document, with expiry and use.',
  'shared-documents': 'The document behind a share link: read it, and accept or decline a quote.',
  'numbering-series': 'Numbering series: the pattern and next number of each kind of record.',
  expenses: 'Expenses and bills from draft through approval to posting, with the amount still owed.',
  'expense-payments': 'Payments of expenses.',
  'supplier-payments': 'Payments to a supplier for several expenses, or in advance.',
  'supplier-refunds': 'Refunds from suppliers.',
  'expense-categories': 'The tree of expense categories, each with its account.',
  'recurring-expenses': 'Recurring expenses, each occurrence created once.',
  accounts: 'The chart of accounts.',
  'exchange-rates': 'Exchange rates to the base currency by date. Records keep the rate they were posted at.',
  'journal-entries': 'Journal entries of the general ledger. They are never changed, only reversed.',
  accruals: 'Accruals of income and cost, each with its reversal.',
  schedules: 'Schedules of prepaid expenses and deferred income, posted month by month.',
  assets: 'Fixed assets: their cost, depreciation, disposal and book value.',
  revaluations: 'Revaluations of what is owed and held in other currencies.',
  periods: 'Period locks, and temporary exceptions to them.',
  ledger: 'The journal in one file, for hledger, Beancount, Ledger or a spreadsheet.',
  files: 'Receipts, invoices, contracts and other files, stored unchanged.',
  'custom-fields': 'Custom fields of each kind of record, against which `custom_fields` is validated.',
  'custom-field-rules': 'The kinds of record for which unknown keys of `custom_fields` are refused.',
  'saved-filters': 'Saved filters: named queries of lists, private or shared.',
  search: 'Search across all kinds of record.',
  reports: 'Financial and operational reports, computed from the ledger, sales and payments.',
  imports: 'Imports of clients, products and sales from CSV files, with a trial run first.',
  exports: 'Exports of the whole organisation as one archive that can be restored elsewhere.',
  jobs: 'Background jobs with their progress and results.',
  'api-keys': 'API keys with which programs call the REST API: scopes, limits, expiry, rotation and last use.',
  webhooks: 'Webhooks: signed requests to your URLs, retried until delivered, with a delivery log.',
  events: 'Events of the last 30 days, in a stable order.',
  notifications: 'Your notifications, such as low stock or an accepted quote, and whether they are read.',
  'notification-preferences': 'Notification preferences: in the app, by e-mail at once, in a daily digest, or off.',
  'event-types': 'The event types, with schema and sample.',
  team: 'Members, roles and invites of the organisation.',
  permissions: 'All permissions that a role can have.',
  'audit-log': 'The audit log: who did what, when and from where, in a tamper-evident hash chain.',
  records: 'The change history of a record, in plain words.',
  mcp: 'MCP tokens and connections of AI apps, and their activity.',
  approvals: 'Writes requested by AI apps that need human approval.',
};

/** `/clients/{id}/archive` belongs to clients. */
export function tagOf({ http }: Operation): string {
  return /^\w+ \/([a-z-]+)/.exec(http)?.[1] ?? 'other';
}

/** Each tag that the catalogue uses, with its sentence; one that has none yet comes last. */
export function tagsOf(catalogue: readonly Operation[]): { name: string; description: string }[] {
  const used = new Set(catalogue.map(tagOf));
  const known = Object.keys(tags).filter((name) => used.has(name));
  const unknown = [...used].filter((name) => !(name in tags)).toSorted();
  return [...known, ...unknown].map((name) => ({ name, description: tags[name] ?? `Calls under /api/${name}.` }));
}
