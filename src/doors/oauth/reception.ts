import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../operation/actor.ts';
import { Id } from '../../wire/index.ts';
import { originOf } from '../rest.ts';
import type { Person, SignInSessions } from '../signed-in/sign-in-sessions.ts';
import { endIn, limitsIn, termsIn } from '../signed-in/terms.ts';
import type { AppRequest } from './app-consent.ts';
import type { Asker } from './asker.ts';
import { type GrantKey, grantIdOf } from './connections.ts';
import type { OauthDeps } from './oauth-deps.ts';

type Allowing = {
  readonly asker: Asker;
  readonly form: URLSearchParams;
  readonly request: FastifyRequest;
  /** Id of the authorization request. */
  readonly uid: string;
  /** Of an app of the REST API. */
  readonly asked?: AppRequest | undefined;
};

/** Allows what the form says. Throws what the operations refuse. */
export type Connecting = (
  person: Person,
  allowing: Allowing,
) => Promise<{ readonly userId: string; readonly grantId: string }>;

/** Connects an app, by the operation that a program would call for it. */
export function connecting({ runtime, actorOf }: OauthDeps, sessions: SignInSessions): Connecting {
  /** The person as a member of the organisation that they chose. */
  const memberOf = async (person: Person, organization: string, request: FastifyRequest): Promise<Actor> => {
    const here = person.actor.organization;
    if (here !== undefined && z.encode(Id('organization'), here.id) === organization) return person.actor;
    return actorOf(await sessions.moved(person, organization, request), originOf(request));
  };
  const connectClient: Connecting = async (person, { asker: { id, name, host }, form, request, uid }) => {
    const terms = termsIn(form, Date.parse(runtime.now()));
    const actor = await memberOf(person, form.get('organization_id') ?? '', request);
    const limits = limitsIn(form, actor.organization?.baseCurrency ?? '');
    const input = { ...terms, limits, name, client: { id, host } };
    const made = await sessions.call<Made>('connect_mcp_client', { actor, request, input, key: keyOfForm(uid) });
    return grantedTo(actor, 'mcp', z.decode(Id('mcp_token'), made.id));
  };
  const connectRegistered = async (
    person: Person,
    { form, request, uid }: Allowing,
    { app, given }: AppRequest,
  ): ReturnType<Connecting> => {
    const actor = await memberOf(person, z.encode(Id('organization'), app.organization), request);
    // They may do more by now, and allowed what they read.
    const shown = (form.get('shown') ?? '').split(' ');
    const input = {
      app_id: z.encode(Id('oauth_app'), app.id),
      scopes: given.filter((scope) => shown.includes(scope)),
      expires_at: endIn(form, Date.parse(runtime.now())),
      limits: limitsIn(form, actor.organization?.baseCurrency ?? ''),
    };
    const made = await sessions.call<Made>('connect_app', { actor, request, input, key: keyOfForm(uid) });
    return grantedTo(actor, 'rest', z.decode(Id('connected_app'), made.id));
  };
  return (person, allowing) =>
    allowing.asked === undefined
      ? connectClient(person, allowing)
      : connectRegistered(person, allowing, allowing.asked);
}

type Made = { readonly id: string };

/** A form that is sent twice allows it once. */
function keyOfForm(uid: string): string {
  return hash('sha256', `connect ${uid}`, 'base64url');
}

function grantedTo({ userId, organization }: Actor, resource: GrantKey['resource'], id: string) {
  return { userId, grantId: grantIdOf({ organization: organization?.id ?? '', id, resource }) };
}
