import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { isRestProgram } from '../../operation/actor.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { unauthenticated } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';
import { OrganizationSummary } from '../organization/index.ts';
import { OwnUser } from './own-user.ts';

const organizationsMax = 100;

/** How somebody signs in is for them, and for no program of theirs. */
const signInFacts = { totp_enabled: true, recovery_codes_left: true, passkeys: true, last_login_at: true } as const;

const Me = z.object({
  user: OwnUser.partial(signInFacts).describe('API keys and apps are not told how you sign in.'),
  member: z.object({
    id: Id('member'),
    is_owner: z.boolean(),
    roles: z.array(z.string()),
    scope: z.enum(['all', 'own', 'assigned']).describe('Which records you can see.'),
  }),
  organization: OrganizationSummary,
  organizations: z.array(OrganizationSummary),
  cut: cutField,
  permissions: z.array(z.string()),
  token: z.object({
    kind: z.string(),
    expires_at: Instant.nullable(),
    confined: z.boolean().describe('A sign-in provider opened the session, which reaches this organisation only.'),
  }),
});

type UserRow = z.output<typeof OwnUser>;
type MembershipRow = z.output<typeof OrganizationSummary> & {
  readonly member_id: string;
  readonly is_owner: boolean;
  readonly role_names: string[];
  readonly scope: 'all' | 'own' | 'assigned';
  /** Number of memberships. */
  readonly all: number;
};

export const getMe = operation({
  name: 'get_me',
  summary: 'Get the signed-in user: your profile, membership, permissions and organisations.',
  http: 'GET /auth/me',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  forPeople: false,
  input: z.strictObject({}),
  output: Me,
  async run({ db, actor, organization, now }) {
    const isProgram = isRestProgram(actor.kind);
    const alone = actor.confined === true || isProgram ? organization : null;
    const [user, memberships] = await Promise.all([
      db.one<UserRow>(sql`
        select id, email, name, locale, totp_confirmed_at is not null as totp_enabled,
          cardinality(recovery_hashes) as recovery_codes_left,
          (select count(*)::int from passkeys where user_id = users.id) as passkeys, last_login_at, created_at
        from users where id = ${actor.userId}`),
      db.many<MembershipRow>(sql`
        select organization_id as id, organization_name as name, slug, status, country, base_currency, timezone, locale,
          member_id, is_owner, role_names, scope, (count(*) over ())::int as all
        from memberships where user_id = ${actor.userId} and (expires_at is null or expires_at > ${now})
          and (${alone}::uuid is null or organization_id = ${alone})
        order by organization_id = ${organization} desc, created_at limit ${organizationsMax}`),
    ]);
    const current = memberships.find(({ id }) => id === organization);
    if (current === undefined) throw unauthenticated();
    return {
      user: isProgram ? withoutSignIn(user) : user,
      member: { id: current.member_id, is_owner: current.is_owner, roles: current.role_names, scope: current.scope },
      organization: current,
      organizations: memberships,
      cut: cutOf({
        list: 'organizations',
        shown: memberships.length,
        left: current.all - memberships.length,
        how: 'list_organizations returns all of them.',
      }),
      permissions: [...actor.permissions].toSorted(),
      token: {
        kind: actor.kind,
        expires_at: actor.credentialExpiresAt ?? null,
        confined: actor.confined === true,
      },
    };
  },
});

function withoutSignIn({ id, email, name, locale, created_at }: UserRow): z.output<typeof Me>['user'] {
  return { id, email, name, locale, created_at };
}
