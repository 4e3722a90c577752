import type { FastifyRequest } from 'fastify';
import { type Actor, anonymous } from '../../operation/actor.ts';
import { BusinessError, rateLimited } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type ActorOf, originOf } from '../rest.ts';
import type { SignInFault } from './sign-in-page.ts';

export type Person = { readonly actor: Actor; readonly token: string };

type Given = { readonly email: string; readonly password: string; readonly code: string };
export type Described = {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly locale: string | null;
  };
  readonly organization: { readonly id: string; readonly name: string; readonly timezone: string };
  /** Memberships of the person; the first is the one of the session. */
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
};

export type Asked = {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly input?: object;
  readonly key?: string | undefined;
};
/** Does an operation by its name, as a program would call it. */
export type Call = <Output>(name: string, asked: Asked) => Promise<Output>;

export type SignInSessions = {
  readonly call: Call;
  signIn(given: Given, request: FastifyRequest): Promise<{ readonly token: string } | { readonly fault: SignInFault }>;
  /** Undefined unless the session and the membership stand now. */
  known(token: string | undefined, request: FastifyRequest): Promise<Person | undefined>;
  described(person: Person, request: FastifyRequest): Promise<Described>;
  signOut(person: Person, request: FastifyRequest): Promise<void>;
  /** The access token of the same person in another organisation of theirs. */
  moved(person: Person, organization: string, request: FastifyRequest): Promise<string>;
};

type Parts = {
  readonly runtime: Runtime;
  readonly catalogue: readonly Operation[];
  readonly actorOf: ActorOf;
};

/** Lets people in and out of pages, each by the operation that a program would call for it. */
export function openSignInSessions({ runtime, catalogue, actorOf }: Parts): SignInSessions {
  const call: Call = async <Output>(name: string, { actor, request, input = {}, key }: Asked): Promise<Output> => {
    const operation = catalogue.find((one) => one.name === name);
    if (operation === undefined) throw new RangeError(`nothing does ${name}`);
    const origin = { ...originOf(request), door: 'console' } as const;
    // The operation's own schema made it.
    return (await run(runtime, operation, { actor, input, origin, idempotencyKey: key })).output as Output;
  };
  return {
    call,
    known: async (token, request) => {
      if (token === undefined) return undefined;
      const actor = await actorOf(token, { ...originOf(request), door: 'console' }).catch((error: unknown) => {
        if (error instanceof BusinessError && error.kind.status === 401) return undefined;
        throw error;
      });
      return actor && { actor, token };
    },
    signIn: async ({ email, password, code }, request) => {
      const input = { email, password, ...(code === '' ? {} : { totp_code: code }) };
      try {
        const { access_token: token } = await call<{ access_token: string }>('login', {
          actor: anonymous,
          request,
          input,
        });
        return { token };
      } catch (error) {
        const fault = signInFaultOf(error, code !== '');
        if (fault === undefined) throw error;
        return { fault };
      }
    },
    described: ({ actor }, request) => call<Described>('get_me', { actor, request }),
    signOut: ({ actor }, request) => call<void>('logout', { actor, request }),
    moved: async ({ actor }, organization, request) => {
      const input = { organization_id: organization };
      return (await call<{ access_token: string }>('switch_organization', { actor, request, input })).access_token;
    },
  };
}

function signInFaultOf(error: unknown, gaveCode: boolean): SignInFault | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  const { code } = error.kind;
  if (code === rateLimited.code) return { kind: 'wait', seconds: Number(error.details['retry_after'] ?? 60) };
  if (code === 'totp_required') return { kind: gaveCode ? 'code_wrong' : 'code' };
  if (code === 'no_membership') return { kind: 'no_membership' };
  return error.kind.status < 500 ? { kind: 'credentials' } : undefined;
}

/** Values of the sign-in form. */
export function givenIn(form: URLSearchParams): Given {
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  return { email, password: form.get('password') ?? '', code: (form.get('code') ?? '').trim() };
}
