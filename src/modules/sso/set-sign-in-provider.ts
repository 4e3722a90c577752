import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound, validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { revokeConfined } from '../identity/index.ts';
import { findRoles, rightsOf } from '../team/index.ts';
import { providerSet } from './events.ts';
import { discovered, ProviderFault } from './openid.ts';
import { ownersOnly } from './owners-only.ts';
import {
  factsOf,
  mappingsMax,
  providerOf,
  type ProviderRow,
  restrictDomains,
  RoleMapping,
  sealSecret,
  secretOf,
  SignInProvider,
} from './provider.ts';

const issuerMax = 2_000;

const Settings = z.strictObject({
  issuer: z.string().trim().max(issuerMax).describe('Such as "https://accounts.google.com".'),
  client_id: Text(500),
  client_secret: z.string().trim().min(1).max(1_000).nullish().describe('Kept where it is absent.'),
  just_in_time: z.boolean().default(false).describe('Who signs in for the first time becomes a member.'),
  sso_only: z.boolean().default(false).describe('Members with an address of a verified domain sign in this way only.'),
  role_claim: Text(100).nullable().default(null).describe('Such as "groups", or "realm_access.roles".'),
  role_map: z.array(RoleMapping).max(mappingsMax).default([]),
  default_role_id: Id('role').nullable().default(null).describe('Role without a mapped value; null: no access.'),
});

type Given = z.output<typeof Settings>;
type Found = { readonly issuer: string; readonly secret: string };

export const setSignInProvider = operation({
  name: 'set_sign_in_provider',
  summary: 'Set the provider through which members sign in, by its issuer, client ID and client secret.',
  guidance: 'Owners only. A dry run tries the issuer. Another issuer or client ends sessions that the old one opened.',
  http: 'PUT /sso/provider',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'hidden',
  stepUp: true,
  givesRights: true,
  secretInput: ['client_secret'],
  cost: 5,
  input: Settings,
  output: SignInProvider,
  refuses: [validationFailed, notFound, forbidden],
  emits: [providerSet],
  prepare: discover,
  async run(context, given, found) {
    const { db, organization } = context;
    const [, before, roles] = await Promise.all([
      ownersOnly(context),
      providerOf(db, organization),
      findRoles(context, rolesIn(given)),
    ]);
    if (rightsOf(roles).isOwner) {
      throw fault('/role_map', 'owner_role', 'Ownership is handed over by an owner, and follows from no claim.');
    }
    mustGiveRoles(given);
    if (before !== undefined) context.before(z.encode(SignInProvider, factsOf(before)));
    const isAnother = before?.issuer !== found.issuer || before.client_id !== given.client_id;
    if (before !== undefined && isAnother) {
      db.later(sql`delete from sso_links where organization_id = ${organization}`);
      await revokeConfined(context);
    }
    restrictDomains(context, given.sso_only);
    context.access.forget(organization);
    const after = factsOf(await store(context, given, found));
    context.emit(providerSet(after));
    return after;
  },
});

/** Asks the provider, which must answer before it is kept: a wrong issuer would shut people out. */
async function discover(
  outside: Outside,
  { issuer, client_id: clientId, client_secret: given }: Given,
): Promise<Found> {
  const organization = outside.actor.organization?.id ?? '';
  const known = await outside.read({ organization }, (db) => providerOf(db, organization));
  const secret = given ?? kept(outside, known, { issuer, clientId });
  if (!URL.canParse(issuer)) throw fault('/issuer', 'invalid_url', 'Write a URL, such as "https://login.example.com".');
  try {
    const config = await discovered(outside, { issuer, clientId, secret });
    return { issuer: config.serverMetadata().issuer, secret };
  } catch (error) {
    if (error instanceof ProviderFault) throw fault('/issuer', 'discovery_failed', error.message);
    throw error;
  }
}

/** A secret goes to the issuer that it was entered for, and to no other. */
function kept(
  { secrets, actor }: Outside,
  known: ProviderRow | undefined,
  { issuer, clientId }: { issuer: string; clientId: string },
): string {
  const isSame = known?.issuer === issuer && known.client_id === clientId;
  const secret = isSame ? secretOf(secrets, actor.organization?.id ?? '', known) : undefined;
  if (secret === undefined) throw fault('/client_secret', 'required', 'Send the client secret of this client.');
  return secret;
}

function rolesIn({ role_map: map, default_role_id: usual }: Given): string[] {
  return [...new Set([...map.flatMap((one) => one.role_ids), ...(usual === null ? [] : [usual])])];
}

function mustGiveRoles({
  role_claim: claim,
  role_map: map,
  default_role_id: usual,
  just_in_time: isOpen,
}: Given): void {
  if (claim === null && map.length > 0) throw fault('/role_claim', 'required', 'Say which claim the map is of.');
  if (claim !== null && map.length === 0) throw fault('/role_map', 'required', 'Say which values give which roles.');
  if (isOpen && claim === null && usual === null) {
    throw fault('/default_role_id', 'required', 'Say which role new members get.');
  }
}

function store(context: Context, given: Given, { issuer, secret }: Found): Promise<ProviderRow> {
  const { db, organization, now, secrets } = context;
  return db.one<ProviderRow>(sql`
    insert into sso_providers (organization_id, issuer, client_id, sealed_secret, just_in_time, sso_only, role_claim,
      role_map, default_role_id, created_at, updated_at)
    values (${organization}, ${issuer}, ${given.client_id}, ${sealSecret(secrets, organization, secret)},
      ${given.just_in_time}, ${given.sso_only}, ${given.role_claim}, ${JSON.stringify(given.role_map)}::jsonb,
      ${given.default_role_id}, ${now}, ${now})
    on conflict (organization_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_secret = excluded.sealed_secret, just_in_time = excluded.just_in_time, sso_only = excluded.sso_only,
      role_claim = excluded.role_claim, role_map = excluded.role_map, default_role_id = excluded.default_role_id,
      version = sso_providers.version + 1, updated_at = excluded.updated_at
    returning *`);
}
