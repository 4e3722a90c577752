import { fault } from '../../operation/fault.ts';
import type { PermissionName } from './permissions.ts';

/** Records that a member sees: all, those that they created, or those of clients assigned to them. */
export const memberScopes = ['all', 'own', 'assigned'] as const;
export type MemberScope = (typeof memberScopes)[number];

/**
 * Permissions that a limited scope withholds: they show totals or the work of others, or change settings that all
 * records depend on.
 */
const ofEverybody: ReadonlySet<string> = new Set<PermissionName>([
  'organization:write',
  'team:manage',
  'clients:manage',
  'bank:read',
  'bank:write',
  'bank:pay',
  'vat:read',
  'vat:write',
  'expenses:manage',
  'reports:read',
  'ledger:read',
  'ledger:write',
  'ledger:manage',
  'periods:lock',
  'periods:override',
  'audit:read',
  'events:read',
  'webhooks:read',
  'webhooks:manage',
  'approvals:read',
  'approvals:decide',
  'tokens:read',
  'tokens:manage',
  'data:import',
  'data:export',
  'data:archive',
  'data:erase',
]);

type Rights = { readonly permissions: ReadonlySet<string>; readonly withheld: ReadonlySet<string> };

/** Permissions of a member's roles within a scope, and those withheld by it. */
export function rightsWithin(scope: MemberScope, given: readonly string[]): Rights {
  const permissions = new Set(given);
  if (scope === 'all') return { permissions, withheld: new Set() };
  return { permissions: permissions.difference(ofEverybody), withheld: permissions.intersection(ofEverybody) };
}

/** An owner answers for everything. */
export function mustSeeAll(scope: MemberScope, isOwner: boolean): void {
  if (scope === 'all' || !isOwner) return;
  throw fault('/scope', 'owner_sees_all', 'An owner sees all records: leave `scope` at `all`, or choose another role.');
}
