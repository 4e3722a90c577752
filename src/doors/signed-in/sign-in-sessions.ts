import type { FastifyRequest } from 'fastify';
import { type Actor, anonymous } from '../../operation/actor.ts';
import { BusinessError, providerRequired, rateLimited } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { credentialIn } from '../public-page/passkey-script.ts';
import { type ActorOf, originOf } from '../rest.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { PageCookie } from './page-cookie.ts';
import type { SignInFault } from './sign-in-page.ts';

export type Person = { readonly actor: Actor; readonly token: string };

type Given = {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  /** JSON of what a device signed; empty where a password was typed. */
  readonly passkey: string;
};
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
  /** `cookies`: lines for the browser, of the session and of who signed in on it. */
  signIn(
    given: Given,
    request: FastifyRequest,
  ): Promise<{ readonly cookies: readonly string[] } | { readonly fault: SignInFault }>;
  /** The same lines for whoever has just got a token otherwise. */
  begun(token: string, request: FastifyRequest): Promise<readonly string[]>;
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
  readonly cookie: PageCookie;
  readonly device: DeviceCookie;
};

/** Lets people in and out of pages, each by the operation that a program would call for it. */
export function openSignInSessions({ runtime, catalogue, actorOf, cookie, device }: Parts): SignInSessions {
  const call: Call = async <Output>(name: string, { actor, request, input = {}, key }: Asked): Promise<Output> => {
    const operation = catalogue.find((one) => one.name === name);
    if (operation === undefined) throw new RangeError(`nothing does ${name}`);
    const remembers = operation.permission === 'public' ? device.remembers(request.headers.cookie) : [];
    const origin = { ...originOf(request), door: 'console', remembers } as const;
    // The operation's own schema made it.
    return (await run(runtime, operation, { actor, input, origin, idempotencyKey: key })).output as Output;
  };
  const known: SignInSessions['known'] = async (token, request) => {
    if (token === undefined) return undefined;
    const actor = await actorOf(token, { ...originOf(request), door: 'console' }).catch((error: unknown) => {
      if (error instanceof BusinessError && error.kind.status === 401) return undefined;
      throw error;
    });
    return actor && { actor, token };
  };
  const begun: SignInSessions['begun'] = async (token, request) => {
    const person = await known(token, request);
    const remembered = person === undefined ? [] : [device.with(request.headers.cookie, person.actor.userId)];
    return [cookie.set(token), ...remembered];
  };
  return {
    call,
    known,
    begun,
    signIn: async (given, request) => {
      const [name, input] = credentialsIn(given);
      try {
        const tokens = await call<{ access_token: string }>(name, { actor: anonymous, request, input });
        return { cookies: await begun(tokens.access_token, request) };
      } catch (error) {
        const fault = signInFaultOf(error, given);
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

/** The operation that a form means, and its input. */
function credentialsIn({ email, password, code, passkey }: Given): readonly [string, object] {
  if (passkey !== '') return ['login_with_passkey', { credential: credentialIn(passkey) }];
  return ['login', { email, password, ...(code === '' ? {} : { totp_code: code }) }];
}

function signInFaultOf(error: unknown, { code: given, passkey }: Given): SignInFault | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  const { code } = error.kind;
  if (code === rateLimited.code) return { kind: 'wait', seconds: Number(error.details['retry_after'] ?? 60) };
  if (code === 'totp_required') return { kind: given === '' ? 'code' : 'code_wrong' };
  if (code === providerRequired.code) return { kind: 'provider' };
  if (code === 'no_membership') return { kind: 'no_membership' };
  return error.kind.status < 500 ? { kind: passkey === '' ? 'credentials' : 'passkey' } : undefined;
}

/** Values of the sign-in form. */
export function givenIn(form: URLSearchParams): Given {
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  return {
    email,
    password: form.get('password') ?? '',
    code: (form.get('code') ?? '').trim(),
    passkey: form.get('passkey') ?? '',
  };
}
