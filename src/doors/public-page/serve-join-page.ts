import type { FastifyInstance } from 'fastify';
import { BusinessError, validationFailed } from '../../operation/errors.ts';
import { type ByToken, type PublicPageDeps, openPublicPageContext, type Visit } from './public-page-context.ts';
import { type Fault, joinedPage, joinFormLimits, joinPage, type Offer } from './join-page.ts';
import { relyingPartyAt } from '../../modules/identity/index.ts';
import { providerPath } from '../signed-in/place.ts';
import { acceptForms, formOf } from './form-body.ts';
import { credentialIn } from './passkey-script.ts';
import { isRefusal, send, tell, textIn } from './sheet.ts';

/**
 * `/join/{token}`: where the link of an invite leads, for somebody who has no program yet. It works without scripts,
 * offers passkeys with one, and what it shows and does is operations. A link that never was, was used or has ended is
 * answered with one and the same page.
 */
export function registerJoinPage(server: FastifyInstance, deps: PublicPageDeps): void {
  const actions = pageActions(deps);
  void server.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => tell(error, { request, reply }, deps.log));
    scope.get<ByToken>('/join/:token', (request, reply) => actions.show({ request, reply }));
    scope.post<ByToken>('/join/:token', (request, reply) => actions.accept({ request, reply }));
    scope.post<ByToken>('/join/:token/decline', (request, reply) => actions.decline({ request, reply }));
    // Reloading a refused answer leads back to the page.
    scope.get<ByToken>('/join/:token/decline', (request, reply) =>
      reply.code(303).header('location', actions.pathOf({ request, reply })).send(),
    );
  });
}

function pageActions(deps: PublicPageDeps) {
  const { pathOf, called, asked, formKey, isOwnForm } = openPublicPageContext(deps, 'join');
  const { publicUrl } = deps.runtime.settings;
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const passkeysAt = relyingPartyAt(publicUrl) && base;
  /** Where the business that invites has a sign-in of its own for this address, signing in there accepts the invite. */
  const businessAt = async (visit: Visit, { email, organization }: Offer) => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const found = await asked(visit, 'get_provider_login', { domain }).catch((error: unknown) => {
      if (error instanceof BusinessError && error.kind.status < 500) return undefined;
      throw error;
    });
    const isTheirs = (found as { name: string } | undefined)?.name === organization;
    return isTheirs ? providerPath(base, '/') : undefined;
  };
  const offerOf = async (visit: Visit): Promise<Offer & { readonly businessAt: string | undefined }> => {
    // The operation's own schema made it.
    const offer = (await called(visit, 'read_invite')) as Offer;
    return { ...offer, businessAt: await businessAt(visit, offer) };
  };
  const pageOf = (
    visit: Visit,
    { businessAt: way, ...offer }: Awaited<ReturnType<typeof offerOf>>,
    again?: { fault: Fault; name: string },
  ) => {
    return joinPage(offer, {
      path: pathOf(visit),
      key: formKey(visit),
      passkeysAt,
      businessAt: way,
      ...(again === undefined ? {} : { again }),
    });
  };
  return {
    pathOf,
    show: async (visit: Visit) => send(visit.reply, 200, pageOf(visit, await offerOf(visit))),
    accept: async (visit: Visit) => {
      const { request, reply } = visit;
      const offer = await offerOf(visit);
      const name = textIn(formOf(request), 'name', joinFormLimits.nameMax);
      if (!isOwnForm(visit)) return send(reply, 403, pageOf(visit, offer, { fault: 'stale', name }));
      // As it was typed: a space at its end is part of a password.
      const password = (formOf(request).get('password') ?? '').slice(0, joinFormLimits.passwordMax + 1);
      try {
        const passkey = formOf(request).get('passkey') ?? '';
        if (passkey === '') await called(visit, 'accept_invite', { name, password });
        else await called(visit, 'accept_invite_with_passkey', { credential: credentialIn(passkey) });
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'already') return send(reply, 409, joinedPage(offer, 'already'));
        if (fault === undefined) throw error;
        return send(reply, 422, pageOf(visit, offer, { fault, name }));
      }
      return send(reply, 200, joinedPage(offer, 'joined'));
    },
    decline: async (visit: Visit) => {
      const offer = await offerOf(visit);
      if (!isOwnForm(visit)) return send(visit.reply, 403, pageOf(visit, offer, { fault: 'stale', name: '' }));
      await called(visit, 'decline_invite');
      return send(visit.reply, 200, joinedPage(offer, 'declined'));
    },
  };
}

/** Fault of the form for a refusal; undefined for refusals that are not of the form. */
function faultOf(error: unknown): Fault | 'already' | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  const { code } = error.kind;
  if (code === 'already_member') return 'already';
  if (code === 'passkey_refused') return 'passkey';
  if (code === 'invalid_credentials' || code === 'email_taken') return 'account';
  if (!isRefusal(error, validationFailed)) return undefined;
  const places = error.details.errors?.map(({ pointer }) => pointer) ?? [];
  if (places.includes('/name')) return 'name';
  if (places.some((place) => place.startsWith('/credential'))) return 'passkey';
  return places.includes('/password') ? 'password' : undefined;
}
