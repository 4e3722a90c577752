import { typeIdFrom } from '../wire/type-id.ts';

/** The organisation a credential is bound to, with the facts that nearly every operation needs. */
export type ActorOrganization = {
  readonly id: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly locale: string;
};

/** `app`: a program that a person connected by OAuth. `client`: whoever holds the link to a document. */
export type ActorKind = 'user' | 'mcp_token' | 'api_key' | 'app' | 'system' | 'client' | 'anonymous';

const restPrograms: ReadonlySet<string> = new Set<ActorKind>(['api_key', 'app']);

/** True of an API key and of an OAuth app, which call REST for a person and are held to the same rules. */
export function isRestProgram(kind: string): kind is 'api_key' | 'app' {
  return restPrograms.has(kind);
}

export type ActorCaps = {
  readonly requestsPerMinute?: number | undefined;
  /** Its writes are held to amounts or numbers of a day, which are looked up with the write. */
  readonly limitsWrites: boolean;
};

/** Permissions are recomputed from member and credential at each request, never read from a token. */
export type Actor = {
  readonly kind: ActorKind;
  /** The user behind the credential; empty for nobody. */
  readonly userId: string;
  readonly memberId: string;
  /** The session, MCP token, API key or connection of an app that the call came with. */
  readonly credentialId: string;
  /** RFC 3339; absent where the credential does not expire. */
  readonly credentialExpiresAt?: string;
  /** RFC 3339; absent where the member's access does not expire. */
  readonly accessEndsAt?: string;
  /** Last use of the second factor in this session, RFC 3339; absent for users without one. */
  readonly provenAt?: string;
  readonly name: string;
  readonly organization: ActorOrganization | undefined;
  readonly permissions: ReadonlySet<string>;
  /** Limits the member to records they made, or to those of clients assigned to them. Absent: all records. */
  readonly scope?: 'own' | 'assigned';
  /** Permissions that their roles grant and their scope withholds. */
  readonly withheld?: ReadonlySet<string>;
  /** A session that the organisation's sign-in provider opened: it reaches nothing beyond the organisation. */
  readonly confined?: true;
  /** The practice of an MCP token, a uuid: what it does is tried on the books and rolled back. */
  readonly practice?: string;
  /** Limits of an API key or connected app on top of its permissions. Absent: the same as for a person. */
  readonly caps?: ActorCaps;
};

export const anonymous: Actor = {
  kind: 'anonymous',
  userId: '',
  memberId: '',
  credentialId: '',
  name: 'nobody',
  organization: undefined,
  permissions: new Set(),
};

/** Checked on each use, because a cached actor may have outlived its access. */
export function hasAccess({ accessEndsAt }: Actor, now: string): boolean {
  return accessEndsAt === undefined || Date.parse(now) < Date.parse(accessEndsAt);
}

export function actorStamp(actor: Pick<Actor, 'kind' | 'userId' | 'name'>): {
  type: ActorKind;
  id: string | null;
  name: string;
} {
  return { type: actor.kind, id: actor.userId === '' ? null : typeIdFrom('user', actor.userId), name: actor.name };
}

/** The service itself, at work for an organisation by its own accord: it may do this, and nothing else. */
export function serviceActor(organization: ActorOrganization, ...permissions: readonly string[]): Actor {
  return {
    kind: 'system',
    userId: '',
    memberId: '',
    credentialId: '',
    name: 'Daybook',
    organization,
    permissions: new Set(permissions),
  };
}
