import { kindOf, type Prefixed } from '../../wire/index.ts';

/** Permission to read records of a kind, which covers their history. The rest is for readers of the log. */
const readers: Readonly<Partial<Record<Prefixed, string>>> = {
  organization: 'organization:read',
  member: 'team:read',
  role: 'team:read',
  invite: 'team:read',
  client: 'clients:read',
  client_group: 'clients:read',
  product: 'products:read',
  variant: 'products:read',
  product_category: 'products:read',
  price_list: 'products:read',
  tax_rate: 'taxes:read',
  vat_return: 'vat:read',
  location: 'stock:read',
  movement: 'stock:read',
  stock_count: 'stock:read',
  reservation: 'stock:read',
  transfer: 'stock:read',
  sale: 'sales:read',
  payment_method: 'payments:read',
  payment: 'payments:read',
  refund: 'payments:read',
  money_transfer: 'payments:read',
  document: 'documents:read',
  document_share: 'documents:read',
  document_mail: 'documents:read',
  document_template: 'documents:read',
  recurring_document: 'documents:read',
  expense: 'expenses:read',
  expense_category: 'expenses:read',
  expense_payment: 'expenses:read',
  supplier_payment: 'expenses:read',
  recurring_expense: 'expenses:read',
  exchange_rate: 'ledger:read',
  account: 'ledger:read',
  journal_entry: 'ledger:read',
  lock_exception: 'periods:read',
  file: 'files:read',
};

/** The permission that shows what happened to the record with this id. */
export function readerOf(id: string): string {
  const kind = kindOf(id);
  return (kind === undefined ? undefined : readers[kind]) ?? 'audit:read';
}
