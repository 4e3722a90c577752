import type { FastifyInstance } from 'fastify';
import type { FileOutput } from '../../wire/index.ts';
import { sendFile } from '../rest.ts';
import { accountantPage, type ShownBooks } from './accountant-page.ts';
import { type ByToken, openPublicPageContext, type PublicPageDeps, type Visit } from './public-page-context.ts';
import { send, tell, withPrivacy } from './sheet.ts';

type ByFile = { readonly Params: ByToken['Params'] & { readonly file: string } };

/**
 * `/books/{token}`: the books of a period for an accountant without a login. It works without scripts, is told to no
 * search engine and kept by no cache; a link that is unknown, has expired or was revoked is answered with one and the
 * same page.
 */
export function registerAccountantPage(server: FastifyInstance, deps: PublicPageDeps): void {
  const { pathOf, called } = openPublicPageContext(deps, 'books');
  const show = async (visit: Visit) => {
    // The operation's own schema made it.
    const shown = (await called(visit, 'get_accountant_books')) as ShownBooks;
    if (visit.request.method === 'GET') await called(visit, 'open_accountant_books');
    return send(visit.reply, 200, accountantPage(shown, pathOf(visit)));
  };
  const file = async (visit: Visit, name: string) => {
    // The operation's own schema made it.
    const made = (await called(visit, 'get_accountant_file', { file: name })) as FileOutput;
    return sendFile(made, visit.request, withPrivacy(visit.reply));
  };
  void server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => tell(error, { request, reply }, deps.log));
    scope.get<ByToken>('/books/:token', (request, reply) => show({ request, reply }));
    scope.get<ByFile>('/books/:token/:file', (request, reply) => file({ request, reply }, request.params.file));
  });
}
