import type { Prefixed } from '../../../wire/index.ts';

/** Search keys of a kind of record, and the list that takes them. */
export type Finder = {
  readonly list: string;
  /** Filters that take the whole of it, tried before a search by words or a look at all there are. */
  readonly exact?: readonly string[];
  readonly words?: true;
  /** Fields that it is known by; what was written has to be one of them, whatever its case and accents. */
  readonly keys: readonly string[];
  /** Fields that it is known by as well, and that a refusal does not show. */
  readonly details?: readonly string[];
  /** Further fields that tell records of one name apart. */
  readonly also?: readonly string[];
  /** Related records whose number leads here as well: an invoice's to its sale, a sale's to its payments. */
  readonly through?: readonly Kin[];
  /** Fields by which people describe a record without its number: its party and its date. */
  readonly described?: { readonly party: string; readonly date: string; readonly newest: string };
  /** Parent whose name stands for an only child: the list that finds the parent, and the filter that takes its id. */
  readonly partOf?: { readonly list: string; readonly filter: string; readonly key: string };
};

/** A related kind, with the field of its records that holds the id, or the filter of this list that takes theirs. */
export type Kin =
  | { readonly kind: Prefixed; readonly field: string }
  | { readonly kind: Prefixed; readonly filter: string };

const ofProduct = { list: 'list_products', filter: 'product_id', key: 'name' };

export const finders: Partial<Readonly<Record<Prefixed, Finder>>> = {
  client: {
    list: 'list_clients',
    exact: ['number', 'email'],
    words: true,
    keys: ['number', 'display_name', 'email'],
    details: ['legal_name', 'phone', 'tax_ids'],
    through: [
      { kind: 'document', field: 'client_id' },
      { kind: 'sale', field: 'client_id' },
      { kind: 'payment', field: 'client_id' },
      { kind: 'expense', field: 'supplier_id' },
    ],
  },
  client_group: { list: 'list_client_groups', words: true, keys: ['name'] },
  product: {
    list: 'list_products',
    words: true,
    keys: ['name'],
    through: [{ kind: 'variant', field: 'product_id' }],
  },
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
    through: [{ kind: 'document', field: 'sale_id' }],
    described: { party: 'client_id', date: 'sale_date', newest: '-sale_date' },
  },
  payment: {
    list: 'list_payments',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['payment_date', 'amount', 'currency', 'status'],
    through: [{ kind: 'sale', filter: 'sale_id' }],
    described: { party: 'client_id', date: 'payment_date', newest: '-payment_date' },
  },
  refund: {
    list: 'list_refunds',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['refund_date', 'amount', 'currency', 'status'],
    through: [{ kind: 'payment', filter: 'payment_id' }],
    described: { party: 'client_id', date: 'refund_date', newest: '-refund_date' },
  },
  money_transfer: { list: 'list_transfers', exact: ['number'], words: true, keys: ['number'] },
  payment_method: { list: 'list_payment_methods', keys: ['name', 'kind'] },
  document: {
    list: 'list_documents',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['type', 'status', 'client_name', 'issue_date', 'total'],
    through: [{ kind: 'sale', filter: 'sale_id' }],
    described: { party: 'client_id', date: 'issue_date', newest: '-created_at' },
  },
  document_template: { list: 'list_document_templates', words: true, keys: ['name'] },
  other_document: { list: 'list_other_documents', words: true, keys: ['title'] },
  scheduled_report: { list: 'list_scheduled_reports', keys: ['name'] },
  recurring_document: { list: 'list_recurring_documents', keys: ['name'] },
  expense: {
    list: 'list_expenses',
    exact: ['number', 'supplier_invoice_number'],
    words: true,
    keys: ['number', 'supplier_invoice_number'],
    also: ['payee_name', 'expense_date', 'total', 'payment_status'],
    described: { party: 'supplier_id', date: 'expense_date', newest: '-expense_date' },
  },
  supplier_payment: {
    list: 'list_supplier_payments',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['payment_date', 'amount', 'currency'],
    through: [{ kind: 'expense', filter: 'expense_id' }],
    described: { party: 'supplier_id', date: 'payment_date', newest: '-payment_date' },
  },
  scheduled_payment: {
    list: 'list_scheduled_payments',
    exact: ['end_to_end_id'],
    keys: ['expense_number', 'end_to_end_id'],
    also: ['supplier_name', 'pay_on', 'amount', 'status'],
    through: [{ kind: 'expense', filter: 'expense_id' }],
  },
  payment_file: { list: 'list_payment_files', exact: ['number'], keys: ['number'], also: ['first_day', 'total'] },
  expense_category: { list: 'list_expense_categories', keys: ['name'] },
  recurring_expense: { list: 'list_recurring_expenses', keys: ['name'] },
  account: { list: 'list_accounts', exact: ['code'], words: true, keys: ['code', 'name'] },
  journal_entry: {
    list: 'list_journal_entries',
    exact: ['number'],
    words: true,
    keys: ['number'],
    also: ['entry_date', 'memo', 'total'],
    through: [
      { kind: 'sale', filter: 'source_id' },
      { kind: 'payment', filter: 'source_id' },
      { kind: 'expense', filter: 'source_id' },
      { kind: 'supplier_payment', filter: 'source_id' },
    ],
  },
  asset: { list: 'list_assets', words: true, keys: ['name', 'serial_number'], also: ['class', 'status'] },
  api_key: { list: 'list_api_keys', keys: ['name'], also: ['prefix', 'status'] },
  oauth_app: { list: 'list_oauth_apps', keys: ['name'], also: ['client_id'] },
  budget: { list: 'list_budgets', words: true, keys: ['name'] },
  dimension: { list: 'list_dimensions', words: true, keys: ['name'] },
  dimension_value: {
    list: 'list_dimension_values',
    exact: ['code'],
    words: true,
    keys: ['code', 'name'],
  },
  bank_account: { list: 'list_bank_accounts', keys: ['name', 'iban'] },
  bank_rule: { list: 'list_bank_rules', keys: ['name'] },
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
