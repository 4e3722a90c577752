import { typeIdFrom } from '../wire/type-id.ts';

/** The organisation a credential is bound to, with the facts that nearly every operation needs. */
export type ActorOrganization = {
  readonly id: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly locale: string;
};

/** `client`: whoever holds the link to a document. */
export type ActorKind = 'user' | 'mcp_token' | 'system' | 'client' | 'anonymous';

/** Who acts. Permissions are recomputed from member and credential at each request, never read from a token. */
export type Actor = {
  readonly kind: ActorKind;
  /** The user behind the credential; empty for nobody. */
  readonly userId: string;
  readonly memberId: string;
  /** The session or MCP token the call came with. */
  readonly credentialId: string;
  /** When the credential ends, RFC 3339; absent where it does not. */
  readonly credentialExpiresAt?: string;
  /** When the member's access to the organisation ends by itself, RFC 3339; absent where it does not. */
  readonly accessEndsAt?: string;
  /** When somebody who has a second factor last gave it in this session, RFC 3339; absent for those without one. */
  readonly provenAt?: string;
  readonly name: string;
  readonly organization: ActorOrganization | undefined;
  readonly permissions: ReadonlySet<string>;
  /** Which records they see: those that they made, or those of clients that are assigned to them. Absent: all. */
  readonly scope?: 'own' | 'assigned';
  /** What their roles allow and their scope does not. */
  readonly withheld?: ReadonlySet<string>;
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

/** Whether somebody whose access is limited in time still has it. Looked at with each use, whatever is remembered. */
export function hasAccess({ accessEndsAt }: Actor, now: string): boolean {
  return accessEndsAt === undefined || Date.parse(now) < Date.parse(accessEndsAt);
}

/** How records remember who made them. */
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
