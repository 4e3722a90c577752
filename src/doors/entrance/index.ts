import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../operation/actor.ts';
import { networkOf } from '../../operation/network.ts';
import { formOf } from '../public-page/form-body.ts';
import { header } from '../rest.ts';
import { isFromHere, sendPage, takeForms } from '../signed-in/forms.ts';
import { openPageContext, type PageContext, type PageDeps } from '../signed-in/page-context.ts';
import { passkeyScript, passkeyScriptPath } from '../public-page/passkey-script.ts';
import { showTrouble } from '../signed-in/trouble.ts';
import { wordsAsked } from '../signed-in/messages.ts';
import { forgotPage } from './forgot-page.ts';
import { loginPage } from './login-page.ts';
import { type Answer, defaultPolicy, type SignInPage, type Visit } from './page.ts';
import { providerPage } from './provider-page.ts';
import { registerProviderRoutes } from './provider-routes.ts';
import { registerPage } from './register-page.ts';
import { linkScript, linkScriptPath, resetPage } from './reset-page.ts';

export type { Registration } from './register-page.ts';

const pages = [loginPage, providerPage, registerPage, forgotPage, resetPage];

/**
 * The pages on which people sign in, register and choose a new password. They work without scripts, and each does what
 * it does by the operation that a program would call.
 */
export function registerSignInPages(server: FastifyInstance, deps: PageDeps): void {
  void server.register(async (scope) => {
    takeForms(scope);
    showTrouble(scope, deps);
    const context = openPageContext(deps);
    const { catalogue } = deps;
    const costOf = (name: string) => catalogue.find((one) => one.name === name)?.cost ?? 1;
    for (const page of pages) {
      scope.get(page.path, (request, reply) => look({ context, page, costOf }, { request, reply }));
      scope.post(page.path, (request, reply) => act({ context, page, costOf }, { request, reply }));
    }
    registerProviderRoutes(scope, context);
    scope.get(passkeyScriptPath, (_, reply) => reply.type('text/javascript; charset=utf-8').send(passkeyScript));
    scope.get(linkScriptPath, (_, reply) => reply.type('text/javascript; charset=utf-8').send(linkScript));
  });
}

type PageVisit = {
  readonly context: PageContext;
  readonly page: SignInPage;
  readonly costOf: (operation: string) => number;
};
type Request = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function look(place: PageVisit, { request, reply }: Request): Promise<FastifyReply> {
  const { context, page } = place;
  await context.limits.count('address', networkOf(request.ip), 1, reply);
  const person = await context.sessions.known(context.cookie.token(request.headers.cookie), request);
  if (person !== undefined && page.isForStrangers) return answer(place, { request, reply }, { goTo: '/' });
  return answer(place, { request, reply }, await page.show(visitOf(place, { request, reply })));
}

async function act(place: PageVisit, { request, reply }: Request): Promise<FastifyReply> {
  const { context, page } = place;
  const [visit, form] = [visitOf(place, { request, reply }), formOf(request)];
  const isOurs = isFromHere(request, context.origin) && context.keys.fits(aboutOf(place, request), form);
  if (isOurs) return answer(place, visit, await page.send(visit, form));
  await context.limits.count('address', networkOf(request.ip), 1, reply);
  return answer(place, visit, { ...(await page.stale(visit, form)), status: 403 });
}

/** Binds a form to this page and to the sign-in. */
function aboutOf({ context, page }: PageVisit, { headers }: FastifyRequest): string {
  return `entrance ${page.path} ${context.cookie.tie(headers.cookie)}`;
}

function visitOf(place: PageVisit, { request, reply }: Request): Visit {
  const { context, costOf } = place;
  return {
    request,
    reply,
    context,
    words: wordsAsked(header(request, 'accept-language')),
    key: context.keys.made(aboutOf(place, request)),
    call: async (name, input = {}) => {
      await context.limits.count('address', networkOf(request.ip), costOf(name), reply);
      return context.sessions.call(name, { actor: anonymous, request, input });
    },
  };
}

function answer({ context }: PageVisit, { reply }: Request, given: Answer): FastifyReply {
  if (!('goTo' in given)) {
    return sendPage(reply, given.status ?? 200, { text: given.text, policy: given.policy ?? defaultPolicy });
  }
  for (const line of given.cookies ?? []) reply.header('set-cookie', line);
  return reply.code(303).header('location', `${context.base}${given.goTo}`).send();
}
