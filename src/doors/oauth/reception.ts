import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../operation/actor.ts';
import { Id } from '../../wire/index.ts';
import { originOf } from '../rest.ts';
import type { Person, SignInSessions } from '../signed-in/sign-in-sessions.ts';
import { limitsIn, termsIn } from '../signed-in/terms.ts';
import type { Asker } from './asker.ts';
import { grantIdOf } from './connections.ts';
import type { OauthDeps } from './oauth-deps.ts';

type Allowing = {
  readonly asker: Asker;
  readonly form: URLSearchParams;
  readonly request: FastifyRequest;
  /** Id of the authorization request. */
  readonly uid: string;
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
  return async (person, { asker: { id, name, host }, form, request, uid }) => {
    const terms = termsIn(form, Date.parse(runtime.now()));
    const actor = await memberOf(person, form.get('organization_id') ?? '', request);
    const limits = limitsIn(form, actor.organization?.baseCurrency ?? '');
    const input = { ...terms, limits, name, client: { id, host } };
    // A form that is sent twice allows it once.
    const key = hash('sha256', `connect ${uid}`, 'base64url');
    const made = await sessions.call<{ id: string }>('connect_mcp_client', { actor, request, input, key });
    const organization = actor.organization?.id ?? '';
    return { userId: actor.userId, grantId: grantIdOf({ organization, id: z.decode(Id('mcp_token'), made.id) }) };
  };
}
