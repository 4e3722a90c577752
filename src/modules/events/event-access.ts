import type { Actor } from '../../operation/actor.ts';
import { eventKinds } from '../../operation/outbox.ts';

/** Permission to read an event, by the noun of its type. */
const readers: Readonly<Record<string, string>> = {
  account: 'ledger:read',
  api_key: 'keys:read',
  approval: 'approvals:read',
  checks: 'ledger:read',
  client: 'clients:read',
  client_group: 'clients:read',
  connected_app: 'keys:read',
  costing_method: 'costs:read',
  credit_note: 'documents:read',
  debit_note: 'documents:read',
  delivery_note: 'documents:read',
  custom_field: 'organization:read',
  custom_field_rules: 'organization:read',
  deposit_invoice: 'documents:read',
  document: 'documents:read',
  document_export: 'documents:read',
  document_template: 'documents:read',
  exchange_rate: 'ledger:read',
  expense: 'expenses:read',
  export: 'data:archive',
  expense_category: 'expenses:read',
  file: 'files:read',
  import: 'data:import',
  invite: 'team:read',
  invoice: 'documents:read',
  job: 'organization:write',
  journal_entry: 'ledger:read',
  late_fee: 'documents:read',
  location: 'stock:read',
  lock_exception: 'periods:read',
  mcp_settings: 'organization:read',
  mcp_token: 'tokens:read',
  member: 'team:read',
  numbering_series: 'organization:read',
  organization: 'organization:read',
  oauth_app: 'keys:read',
  other_document: 'documents:read',
  payment: 'payments:read',
  payment_file: 'bank:read',
  payment_method: 'payments:read',
  period: 'periods:read',
  price_list: 'products:read',
  product: 'products:read',
  product_category: 'products:read',
  proforma: 'documents:read',
  quote: 'documents:read',
  receipt: 'documents:read',
  report_link: 'data:export',
  report_recipient: 'data:export',
  report_run: 'data:export',
  scheduled_report: 'data:export',
  recurring_document: 'documents:read',
  recurring_expense: 'expenses:read',
  reminder_policy: 'documents:read',
  refund: 'payments:read',
  role: 'team:read',
  sale: 'sales:read',
  saved_filter: 'organization:read',
  statement: 'documents:read',
  scheduled_payment: 'bank:read',
  stock: 'stock:read',
  stock_count: 'stock:read',
  stock_transfer: 'stock:read',
  supplier_bank_account: 'bank:read',
  supplier_payment: 'expenses:read',
  supplier_refund: 'expenses:read',
  tax_rate: 'taxes:read',
  transfer: 'payments:read',
  webhook: 'webhooks:read',
};

/** Of other nouns: whoever reads the audit log is told of every change anyway. */
const reader = 'audit:read';

export function nounOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

/** The permission to see events of a type. */
export function permissionOf(type: string): string {
  return readers[nounOf(type)] ?? reader;
}

/** Types of events that a caller may see, because they may read the records that those tell of. */
export function readableTypes({ permissions }: Actor): string[] {
  return eventKinds()
    .map(({ type }) => type)
    .filter((type) => permissions.has(permissionOf(type)));
}
