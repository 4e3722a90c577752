import { type PermissionName, permissionNames } from './permissions.ts';

/** Permissions of everyone: daily records, without costs and without the audit log. */
const everyday: readonly PermissionName[] = [
  'organization:read',
  'team:read',
  'clients:read',
  'products:read',
  'stock:read',
  'taxes:read',
  'payments:read',
  'files:read',
];

const sales: readonly PermissionName[] = [
  ...everyday,
  'clients:write',
  'sales:read',
  'sales:write',
  'sales:confirm',
  'payments:write',
  'documents:read',
  'documents:write',
  'documents:issue',
  'files:write',
];

const stock: readonly PermissionName[] = [
  ...everyday,
  'products:write',
  'products:manage',
  'costs:read',
  'stock:write',
  'stock:manage',
  'sales:read',
  'expenses:read',
  'expenses:write',
  'files:write',
];

const manager: readonly PermissionName[] = [
  ...new Set([...sales, ...stock]),
  'clients:manage',
  'sales:void',
  'sales:price',
  'sales:credit',
  'payments:refund',
  'payments:manage',
  'taxes:manage',
  'expenses:approve',
  'documents:void',
  'documents:manage',
  'vat:read',
  'bank:read',
  'reports:read',
  'periods:read',
  'events:read',
  'approvals:read',
  'approvals:decide',
  'data:import',
  'data:export',
];

const accountant: readonly PermissionName[] = [
  ...sales,
  'costs:read',
  'taxes:manage',
  'sales:void',
  'sales:price',
  'sales:credit',
  'sales:write_off',
  'payments:refund',
  'payments:refund_unlinked',
  'payments:manage',
  'vat:read',
  'vat:write',
  'bank:read',
  'bank:write',
  'bank:pay',
  'expenses:read',
  'expenses:write',
  'expenses:approve',
  'expenses:manage',
  'documents:void',
  'documents:manage',
  'reports:read',
  'ledger:read',
  'ledger:write',
  'ledger:manage',
  'periods:read',
  'periods:lock',
  'periods:override',
  'audit:read',
  'events:read',
  'approvals:read',
  'approvals:decide',
  'data:import',
  'data:export',
];

const viewer: readonly PermissionName[] = [
  ...everyday,
  'sales:read',
  'expenses:read',
  'documents:read',
  'reports:read',
  'ledger:read',
  'periods:read',
];

/** Permissions of owners only, for acts that cannot be undone. */
const ownersOnly: readonly PermissionName[] = ['data:erase'];

/**
 * The roles that an organisation is founded with. The rows are what counts from then on, so a release after 0.1.0 that
 * brings a permission gives it to these roles of older organisations in a migration.
 */
export const systemRoles = {
  owner: permissionNames,
  admin: permissionNames.filter((name) => !ownersOnly.includes(name)),
  accountant,
  manager,
  sales,
  stock,
  viewer,
} as const satisfies Record<string, readonly PermissionName[]>;

export type SystemRole = keyof typeof systemRoles;

// The object is written above, so its keys are exactly these.
export const systemRoleNames = Object.keys(systemRoles) as readonly SystemRole[];
