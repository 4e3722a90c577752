import type { Prefixed } from '../../../wire/index.ts';

/** Search keys of a kind of record, and the list that takes them. */
export type Finder = {
  readonly list: string;
  /** Filters that take the whole of it, tried before a search by words or a look at all there are. */
  readonly exact?: readonly string[];
  readonly words?: true;
  /** Fields that it is known by; what was written has to be one of them, whatever its case and accents. */
  readonly keys: readonly string[];
  /** Further fields that tell records of one name apart. */
  readonly also?: readonly string[];
  /** Parent whose name stands for an only child: the list that finds the parent, and the filter that takes its id. */
  readonly partOf?: { readonly list: string; readonly filter: string; readonly key: string };
};

const ofProduct = { list: 'list_products', filter: 'product_id', key: 'name' };

export const finders: Partial<Readonly<Record<Prefixed, Finder>>> = {
  client: { list: 'list_clients', exact: ['number', 'email'], words: true, keys: ['number', 'display_name', 'email'] },
  client_group: { list: 'list_client_groups', words: true, keys: ['name'] },
  product: { list: 'list_products', words: true, keys: ['name'] },
  variant: {
    list: 'list_variants',
    exact: ['sku', 'barcode'],
    words: true,
    keys: ['sku', 'barcode', 'full_name'],
    partOf: ofProduct,
  },
  product_category: { list: 'list_product_categories', keys: ['name'] },
  price_list: { list: 'list_price_lists', words: true, keys: ['name'] },
  tax_rate: { list: 'list_tax_rates', keys: ['name', 'code'] },
  location: { list: 'list_locations', keys: ['name', 'code'] },
  stock_count: { list: 'list_stock_counts', exact: ['number'], keys: ['number'] },
  transfer: { list: 'list_stock_transfers', exact: ['number'], keys: ['number'] },
  sale: {
    list: 'list_sales',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['client_name', 'sale_date', 'total', 'payment_status'],
  },
  payment: {
    list: 'list_payments',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['payment_date', 'amount', 'currency', 'status'],
  },
  refund: { list: 'list_refunds', exact: ['number'], words: true, keys: ['number'] },
  money_transfer: { list: 'list_transfers', exact: ['number'], words: true, keys: ['number'] },
  payment_method: { list: 'list_payment_methods', keys: ['name', 'kind'] },
  document: {
    list: 'list_documents',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['type', 'status', 'client_name', 'issue_date', 'total'],
  },
  document_template: { list: 'list_document_templates', words: true, keys: ['name'] },
  other_document: { list: 'list_other_documents', words: true, keys: ['title'] },
  recurring_document: { list: 'list_recurring_documents', keys: ['name'] },
  expense: {
    list: 'list_expenses',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['payee_name', 'expense_date', 'total', 'payment_status'],
  },
  supplier_payment: {
    list: 'list_supplier_payments',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['payment_date', 'amount', 'currency'],
  },
  expense_category: { list: 'list_expense_categories', keys: ['name'] },
  recurring_expense: { list: 'list_recurring_expenses', keys: ['name'] },
  account: { list: 'list_accounts', exact: ['code'], words: true, keys: ['code', 'name'] },
  journal_entry: { list: 'list_journal_entries', exact: ['number'], words: true, keys: ['number'] },
  bank_account: { list: 'list_bank_accounts', keys: ['name', 'iban'] },
  member: { list: 'list_members', words: true, keys: ['email', 'name'] },
  role: { list: 'list_roles', keys: ['name'] },
  invite: { list: 'list_invites', words: true, keys: ['email'], also: ['status', 'created_at'] },
  series: { list: 'list_numbering_series', keys: ['record_type'] },
  exchange_rate: { list: 'list_exchange_rates', exact: ['currency'], keys: ['currency'], also: ['rate_date', 'rate'] },
  reservation: { list: 'list_stock_reservations', keys: ['sku', 'name'], also: ['status', 'quantity', 'created_at'] },
  file: { list: 'list_files', words: true, keys: ['name'], also: ['folder', 'created_at'] },
  import: { list: 'list_imports', keys: ['filename'], also: ['kind', 'state', 'created_at'] },
  custom_field: { list: 'list_custom_fields', keys: ['key', 'label'] },
  notification: { list: 'list_notifications', keys: ['label'], also: ['title', 'created_at'] },
  saved_filter: { list: 'list_saved_filters', keys: ['name'] },
  webhook: { list: 'list_webhooks', keys: ['url', 'description'] },
  approval: { list: 'list_approvals', exact: ['action'], keys: ['action'], also: ['status', 'created_at'] },
  job: { list: 'list_jobs', exact: ['kind'], keys: ['kind'], also: ['state', 'created_at'] },
};
