import type { IDToken } from 'openid-client';
import { factsOf, type ProviderRow } from './provider.ts';

const valuesMax = 1_000;

/** Roles that follow from the claim; undefined where the provider's settings leave roles to the organisation. */
export function rolesByClaim(provider: ProviderRow, claims: IDToken): string[] | undefined {
  const { role_claim: claim, role_map: map, default_role_id: usual } = factsOf(provider);
  if (claim === null) return undefined;
  const values = new Set(valuesOf(claimAt(claims, claim)));
  const mapped = map.filter(({ value }) => values.has(value)).flatMap((one) => one.role_ids);
  if (mapped.length > 0) return [...new Set(mapped)];
  return usual === null ? [] : [usual];
}

/** `groups`, or a way into objects such as `realm_access.roles`, where no claim has the whole name. */
function claimAt(claims: IDToken, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}

function valuesOf(claim: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(claim) ? claim.slice(0, valuesMax) : [claim];
  return all.filter((value) => typeof value === 'string');
}
