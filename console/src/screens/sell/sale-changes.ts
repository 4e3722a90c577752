/** Paths to read again after a sale changed. */
export const saleChanges = [
  'sales',
  'payments',
  'documents',
  'reports',
  'records',
  'clients',
  'refunds',
  'transactions',
];
