import { fault } from '../../operation/fault.ts';
import type { PermissionName } from './permissions.ts';

/** Which records a member sees: all, those that they made, or those of clients that are assigned to them. */
export const memberScopes = ['all', 'own', 'assigned'] as const;
export type MemberScope = (typeof memberScopes)[number];

/**
 * What roles give in vain to whoever sees only some records: it shows sums of all, what others did, or changes what
 * everybody's records rest on.
 */
const ofEverybody: ReadonlySet<string> = new Set<PermissionName>([
  'organization:write',
  'team:manage',
  'clients:manage',
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

/** What of the permissions of their roles a member has with a scope, and what not. */
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
