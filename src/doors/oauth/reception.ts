import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../operation/actor.ts';
import { Id } from '../../wire/index.ts';
import { originOf } from '../rest.ts';
import type { Person, Reception } from '../signed-in/reception.ts';
import { termsIn } from '../signed-in/terms.ts';
import type { Asker } from './asker.ts';
import { grantIdOf } from './connections.ts';
import type { OauthDeps } from './index.ts';

type Allowing = {
  readonly asker: Asker;
  readonly form: URLSearchParams;
  readonly request: FastifyRequest;
  /** Which request of the app is allowed. */
  readonly uid: string;
};

/** Allows what the form says. Throws what the operations refuse. */
export type Connecting = (
  person: Person,
  allowing: Allowing,
) => Promise<{ readonly userId: string; readonly grantId: string }>;

/** Connects an app, by the operation that a program would call for it. */
export function connecting({ runtime, actorOf }: OauthDeps, reception: Reception): Connecting {
  /** The person as a member of the organisation that they chose. */
  const memberOf = async (person: Person, organization: string, request: FastifyRequest): Promise<Actor> => {
    const here = person.actor.organization;
    if (here !== undefined && z.encode(Id('organization'), here.id) === organization) return person.actor;
    return actorOf(await reception.moved(person, organization, request), originOf(request));
  };
  return async (person, { asker: { id, name, host }, form, request, uid }) => {
    const terms = termsIn(form, Date.parse(runtime.now()));
    const input = { ...terms, name, client: { id, host } };
    const actor = await memberOf(person, form.get('organization_id') ?? '', request);
    // A form that is sent twice allows it once.
    const key = hash('sha256', `connect ${uid}`, 'base64url');
    const made = await reception.call<{ id: string }>('connect_mcp_client', { actor, request, input, key });
    const organization = actor.organization?.id ?? '';
    return { userId: actor.userId, grantId: grantIdOf({ organization, id: z.decode(Id('mcp_token'), made.id) }) };
  };
}
