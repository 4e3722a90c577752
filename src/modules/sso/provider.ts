import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { seal, unseal } from '../../operation/seal.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { Id, Instant } from '../../wire/index.ts';

export const mappingsMax = 100;
const rolesMax = 20;

export const RoleMapping = z.strictObject({
  value: z.string().trim().min(1).max(200).describe('A value of the claim, such as the name or id of a group.'),
  role_ids: z.array(Id('role')).min(1).max(rolesMax),
});

export const SignInProvider = z.object({
  issuer: z.string(),
  client_id: z.string(),
  just_in_time: z.boolean().describe('Who signs in for the first time becomes a member.'),
  sso_only: z.boolean().describe('Members with an address of a verified domain sign in this way only. Owners may.'),
  role_claim: z.string().nullable().describe('The claim that roles follow from at each sign-in.'),
  role_map: z.array(RoleMapping),
  default_role_id: Id('role').nullable().describe('Role without a mapped value; null: they do not get in.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});

export type ProviderFacts = z.output<typeof SignInProvider>;

const StoredMap = z.array(z.object({ value: z.string(), role_ids: z.array(z.string()) }));

export type ProviderRow = Omit<ProviderFacts, 'role_map'> & {
  readonly role_map: unknown;
  readonly sealed_secret: Uint8Array;
};

const providerColumns = sql`issuer, client_id, just_in_time, sso_only, role_claim, role_map, default_role_id,
  version, created_at, updated_at, sealed_secret`;

/** Undefined where the organisation has none. The transaction must be scoped to it. */
export function providerOf(db: Db, organization: string): Promise<ProviderRow | undefined> {
  return db.maybe<ProviderRow>(sql`
    select ${providerColumns} from sso_providers where organization_id = ${organization}`);
}

/** Settings without the secret, which no answer has. */
export function factsOf(row: ProviderRow): ProviderFacts {
  const { issuer, client_id, just_in_time, sso_only, role_claim, default_role_id, version, created_at, updated_at } =
    row;
  const role_map = StoredMap.parse(row.role_map);
  const facts = { issuer, client_id, just_in_time, sso_only, role_claim, role_map, default_role_id };
  return { ...facts, version, created_at, updated_at };
}

export function sealSecret(secrets: Secrets, organization: string, secret: string): Buffer {
  return seal(secrets.sealing, aboutSecret(organization), Buffer.from(secret));
}

/** Undefined where the secret is not of this installation, as after a restore. */
export function secretOf(secrets: Secrets, organization: string, { sealed_secret: sealed }: ProviderRow) {
  try {
    return unseal(secrets.sealing, aboutSecret(organization), sealed).toString();
  } catch {
    return undefined;
  }
}

function aboutSecret(organization: string): string {
  return `sign-in provider ${organization}`;
}

/** Where the provider sends people back: each organisation has its own, so that an answer meant for another is none. */
export function redirectUriOf({ publicUrl }: { readonly publicUrl: string }, organization: string): string {
  return `${publicUrl}/login/sso/callback/${typeIdFrom('org', organization)}`;
}

/** Says with each domain of the organisation whether its members sign in with the provider only. */
export function restrictDomains({ db, organization }: Context, ssoOnly: boolean): void {
  db.later(sql`update sso_domains set sso_only = ${ssoOnly} where organization_id = ${organization}`);
}
