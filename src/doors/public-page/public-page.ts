import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidStateTransition, validationFailed } from '../../operation/errors.ts';
import type { FileOutput } from '../../wire/index.ts';
import { header, sendFile } from '../rest.ts';
import { type Answering, type Choice, nameMax, reasonMax } from './answer.ts';
import { type ByToken, type PublicPageDeps, openPublicPageContext, type Visit } from './public-page-context.ts';
import { documentPage } from './page.ts';
import type { Shown } from './reader.ts';
import { acceptForms, formOf } from './form-body.ts';
import { isRefusal, send, tell, textIn, withPrivacy } from './sheet.ts';

/**
 * `/d/{token}`: the document that a link leads to, for its client, who has no login. It works without scripts, is told
 * to no search engine and to no other site, and is kept by no cache. What it shows and does is operations; a link that
 * is unknown, has expired or was revoked is answered with one and the same page.
 */
export function registerPublicPage(server: FastifyInstance, deps: PublicPageDeps): void {
  const actions = pageActions(deps);
  void server.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => tell(error, { request, reply }, deps.log));
    scope.get<ByToken>('/d/:token', (request, reply) => actions.show({ request, reply }));
    scope.get<ByToken>('/d/:token/pdf', (request, reply) => actions.pdf({ request, reply }));
    scope.get<ByAttachment>('/d/:token/attachments/:place', (request, reply) =>
      actions.attachment({ request, reply }, request.params.place),
    );
    scope.get<ByToken>('/d/:token/logo', (request, reply) => actions.logo({ request, reply }));
    for (const choice of ['accept', 'decline'] as const) {
      scope.post<ByToken>(`/d/:token/${choice}`, (request, reply) => actions.answer({ request, reply }, choice));
      // Reloading a refused answer leads back to the page.
      scope.get<ByToken>(`/d/:token/${choice}`, (request, reply) =>
        reply.code(303).header('location', actions.pathOf({ request, reply })).send(),
      );
    }
  });
}

type ByAttachment = { readonly Params: ByToken['Params'] & { readonly place: string } };

function pageActions(deps: PublicPageDeps) {
  const { pathOf, called, formKey, isOwnForm } = openPublicPageContext(deps, 'd');
  const read = async (visit: Visit, again?: Answering['again']) => {
    // The operation's own schema made it.
    const shown = (await called(visit, 'get_shared_document')) as Shown;
    const answering = { path: pathOf(visit), key: formKey(visit), ...(again === undefined ? {} : { again }) };
    return { shown, page: documentPage(shown, answering) };
  };
  return {
    pathOf,
    show: async (visit: Visit) => {
      const { shown, page } = await read(visit);
      if (!shown.viewed && isLook(visit.request)) await called(visit, 'view_shared_document');
      return send(visit.reply, 200, page);
    },
    pdf: async (visit: Visit) => {
      // The operation's own schema made it.
      const file = (await called(visit, 'get_shared_document_pdf')) as FileOutput;
      return sendFile(file, visit.request, withPrivacy(visit.reply));
    },
    logo: async (visit: Visit) => {
      // The operation's own schema made it.
      const file = (await called(visit, 'get_shared_document_logo')) as FileOutput;
      return sendFile(file, visit.request, withPrivacy(visit.reply));
    },
    attachment: async (visit: Visit, place: string) => {
      // The operation's own schema made it.
      const file = (await called(visit, 'get_shared_document_attachment', { place })) as FileOutput;
      return sendFile(file, visit.request, withPrivacy(visit.reply));
    },
    answer: async (visit: Visit, choice: Choice) => {
      const { request, reply } = visit;
      const form = formOf(request);
      const [name, reason] = [textIn(form, 'name', nameMax), textIn(form, 'reason', reasonMax)];
      if (!isOwnForm(visit))
        return send(reply, 403, (await read(visit, { choice, fault: 'stale', name, reason })).page);
      const said = choice === 'decline' && reason !== '' ? { name, reason } : { name };
      try {
        await called(visit, `${choice}_shared_document`, said);
      } catch (error) {
        if (isRefusal(error, validationFailed)) {
          return send(reply, 422, (await read(visit, { choice, fault: 'name', name, reason })).page);
        }
        // It was answered or cancelled, or has expired, since: the page says so.
        if (!isRefusal(error, invalidStateTransition)) throw error;
      }
      return reply.code(303).header('location', pathOf(visit)).send();
    },
  };
}

/** A person who looks: not somebody who asks whether it is there, nor a browser that reads ahead. */
function isLook(request: FastifyRequest): boolean {
  const purpose = header(request, 'sec-purpose') ?? header(request, 'purpose') ?? '';
  return request.method === 'GET' && !purpose.includes('prefetch');
}
