/** Groups of operations that a token, a header or the address may narrow the tools to. */
const toolsets = {
  organization: [
    'organization',
    'organizations',
    'permissions',
    'numbering-series',
    'custom-fields',
    'custom-field-rules',
    'saved-filters',
    'notifications',
    'notification-preferences',
  ],
  clients: ['clients', 'client-groups'],
  products: ['products', 'variants', 'product-categories', 'price-lists'],
  stock: ['stock', 'locations'],
  sales: ['sales', 'tax-rates'],
  payments: [
    'payments',
    'payment-methods',
    'allocations',
    'refunds',
    'transfers',
    'transactions',
    'bank-accounts',
    'bank-imports',
    'bank-statements',
    'bank-lines',
    'bank-reconciliations',
    'bank-rules',
  ],
  expenses: [
    'expenses',
    'expense-categories',
    'expense-payments',
    'supplier-payments',
    'supplier-refunds',
    'supplier-bank-accounts',
    'bills-to-pay',
    'scheduled-payments',
    'payment-files',
    'payment-forecast',
    'recurring-expenses',
  ],
  documents: [
    'documents',
    'document-shares',
    'document-mails',
    'document-exports',
    'late-fees',
    'reminders',
    'reminder-policy',
    'document-templates',
    'other-documents',
    'recurring-documents',
    'numbering-series',
  ],
  reports: ['reports', 'scheduled-reports', 'report-runs', 'search'],
  ledger: [
    'accounts',
    'dimensions',
    'dimension-values',
    'dimension-reassignments',
    'budgets',
    'journal-entries',
    'accruals',
    'schedules',
    'assets',
    'revaluations',
    'periods',
    'ledger',
    'exchange-rates',
    'vat-settings',
    'vat-periods',
    'vat-returns',
    'vat-return-lines',
    'vat-payments',
    'tax-codes',
  ],
  team: ['team', 'api-keys', 'oauth-apps', 'accountant-links'],
  webhooks: ['webhooks', 'events', 'event-types'],
  data: ['imports', 'exports', 'files', 'jobs', 'audit-log', 'records'],
  connector: ['mcp', 'approvals', 'steps'],
} as const;

export type Toolset = keyof typeof toolsets;
export const toolsetNames = Object.keys(toolsets) as [Toolset, ...Toolset[]];

const toolsetByResource = new Map<string, Toolset>(
  toolsetNames.flatMap((name) => toolsets[name].map((resource) => [resource, name] as const)),
);

/** The toolset of an operation, by the first part of its path. Undefined for what no model is offered. */
export function toolsetOf({ http }: { readonly http: string }): Toolset | undefined {
  return toolsetByResource.get(/^[A-Z]+ \/([a-z-]+)/.exec(http)?.[1] ?? '');
}
