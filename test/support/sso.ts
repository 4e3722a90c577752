import assert from 'node:assert/strict';
import { BusinessError } from '../../src/operation/errors.ts';
import type { Runtime } from '../../src/operation/run.ts';
import { openGuardedFetch } from '../../src/net/guarded-fetch.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { asStranger, callFrom } from './people.ts';
import type { Wire, World } from './world.ts';

/** Texts of the DNS by name; a name may fail instead. */
export type Names = Map<string, readonly string[] | Error>;

export type Business = { readonly world: World; readonly names: Names };

/** The same world, where providers on this machine may be asked, and the DNS has what a test says. */
export function withSso(world: World): Business {
  const names: Names = new Map();
  const texts = async (name: string) => {
    const found = names.get(name) ?? [];
    if (found instanceof Error) throw found;
    return found;
  };
  const { runtime: plain } = world;
  const settings = { ...plain.settings, callLoopback: true };
  const runtime: Runtime = { ...plain, settings, outward: { fetch: openGuardedFetch({ loopback: true }), texts } };
  return { world: { ...world, runtime }, names };
}

export function callAs({ world }: Business, actor: Actor, name: string, input: object = {}): Promise<Wire> {
  return callFrom(world, { actor }, name, input);
}

/** Adds a domain, has the DNS say what it must, and verifies it. */
export async function verify(business: Business, owner: Actor, domain: string): Promise<Wire> {
  const added = await callAs(business, owner, 'add_sign_in_domain', { domain });
  const { dns } = added;
  const others = business.names.get(dns.name) ?? [];
  business.names.set(dns.name, [...(others instanceof Error ? [] : others), dns.value]);
  return callAs(business, owner, 'verify_sign_in_domain', { id: added.id });
}

type Signing = {
  readonly domain: string;
  readonly organization: string;
  /** What the provider sends the browser back with. */
  readonly atProvider: (authorizationUrl: string) => Promise<string>;
};

/** Goes the whole way: starts, signs in at the provider, and comes back. */
export async function signInThrough({ world }: Business, { domain, organization, atProvider }: Signing): Promise<Wire> {
  const { authorization_url: url, ticket } = await asStranger(world, 'start_provider_login', { domain });
  const parameters = await atProvider(url);
  return asStranger(world, 'login_with_provider', { ticket, parameters, redirect_uri: redirectUriOf(organization) });
}

/** The refusal that a call comes to, which must have this code. */
export async function refused(call: Promise<unknown>, code: string): Promise<{ readonly details: Wire }> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof BusinessError)) throw error;
  assert.equal(error.kind.code, code);
  return error;
}

export const redirectUriOf = (organization: string) => `https://books.example/login/sso/callback/${organization}`;
