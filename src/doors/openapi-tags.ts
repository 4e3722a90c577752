import type { Operation } from '../operation/operation.ts';

/** What the calls under one path are about, in the order in which a newcomer meets them. */
const tags: Readonly<Record<string, string>> = {
  auth: 'Registering, signing in, sessions, passwords and the second factor.',
  organization: 'The organisation that the access token is for: its name, its country and how its books are kept.',
  organizations: 'The organisations of the caller, and founding another.',
  clients: 'Who buys, supplies or may do so, with contacts, addresses, tax ids and balances.',
  'client-groups': 'Lists of clients that somebody put together.',
  products: 'What is sold and bought. Every product has one variant at least, which carries its price.',
  variants: 'What is really counted and sold: one size of one colour, found by SKU or barcode.',
  'product-categories': 'The tree that products are filed in, with accounts and tax rates of its own.',
  'price-lists': 'Prices for the clients and client groups that they are given to.',
  'tax-rates': 'The taxes that sales are charged. What a sale was charged stays, whatever becomes of the rate.',
  locations: 'Places where stock lies.',
  stock: 'How much there is, what it is worth, and every movement and count that made it so.',
  sales:
    'From the draft to the confirmed sale, which takes a number, issues stock and posts; and what comes back of it.',
  payments: 'Money that came in, and which sales it settles; what is left over is credit of the client.',
  refunds: 'What of a payment was given back: money that left, or credit that the client may use.',
  transfers: 'Money that moved between own accounts: into the till, out of a gateway, from one currency to another.',
  transactions: 'Every movement of money in and out, in one order.',
  allocations: 'Which payments settle which sales, each a record that is only ever taken back.',
  'payment-methods': 'The ways in which clients pay, and the account each leads to.',
  'document-templates': 'How documents look: designs, layouts without code, Typst of your own, versions that stay.',
  documents: 'What is handed to clients on paper: quotes, invoices, receipts, statements, and what becomes of them.',
  'other-documents':
    'Documents that were made elsewhere: contracts, papers of suppliers, scans, found by what they say.',
  'recurring-documents': 'Invoices that come again by themselves, each occurrence once.',
  'document-mails': 'Mails that took documents to clients, and what the mail server said of each.',
  'reminder-policy': 'When clients are reminded of what they owe, by which steps, in which words.',
  'late-fees': 'What clients were charged for paying late, each an invoice of its own.',
  reminders: 'Reminders that were sent, and those that come next.',
  'document-exports': 'The PDFs of many documents in one zip, made in the background.',
  'document-shares': 'Links by which clients see a document: until when they work, and whether they were used.',
  'shared-documents': 'What whoever holds such a link may do: read the document, and answer a quote.',
  'numbering-series': 'How each kind of record is numbered, and which number comes next.',
  expenses: 'What was spent, from the draft over approval to the posted expense, and what is still owed for it.',
  'expense-payments': 'Money that went out for an expense.',
  'supplier-payments': 'Money that went to one supplier for several expenses at once, or before any of them.',
  'supplier-refunds': 'Money that a supplier gave back, taken back where that was a mistake.',
  'expense-categories': 'The tree that spending is filed in, each with its account.',
  'recurring-expenses': 'Expenses that come again by themselves, each occurrence once.',
  accounts: 'The chart of accounts.',
  'exchange-rates':
    'What other currencies are worth in the base currency, by day. Documents keep the rate that they used.',
  'journal-entries': 'The entries behind every figure. They are never changed, only reversed.',
  periods: 'Up to which day the books are closed, and exceptions that open days again for a while.',
  ledger: 'The books in one file, for hledger, beancount, Ledger or a spreadsheet.',
  files: 'Receipts, invoices, contracts and other papers, kept as they came.',
  'custom-fields': 'What fields of your own hold, for each kind of record, and that `custom_fields` is held to it.',
  'custom-field-rules': 'For which kinds of records unknown keys of `custom_fields` are refused.',
  'saved-filters': 'What lists are asked with, kept under a name, for oneself or for everyone.',
  search: 'Everything that a text leads to, whatever kind of record it is.',
  reports: 'Figures computed from the ledger and from what was sold and paid.',
  imports: 'Clients, products and sales out of CSV files, tried first and then brought in.',
  exports: 'The whole organisation as one archive, which restores elsewhere.',
  jobs: 'Work that is done after a call was answered, and what came of it.',
  webhooks: 'URLs that are told of events: signed requests, tried again until they arrive, and what came of each.',
  events: 'What happened in the last days, in an order that never changes.',
  notifications: 'What you are told of, such as low stock or an accepted quote, and whether you have read it.',
  'notification-preferences':
    'Of what you are told, and how: in the app, by mail at once or once a day, or not at all.',
  'event-types': 'The types of events that there are, with schema and sample.',
  team: 'Who works in the organisation, and in which roles.',
  permissions: 'All that a role may allow.',
  'audit-log': 'Who did what, when and from where, in a chain that shows whether anything was changed since.',
  records: 'What was done to a record of whichever kind, in plain words.',
  mcp: 'Tokens for AI clients, and what was done with them.',
  approvals: 'Writes that AI clients asked for, and on which a person decides.',
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
