import type { FastifyInstance } from 'fastify';
import type { FileOutput } from '../../wire/index.ts';
import { header, sendFile } from '../rest.ts';
import { acceptForms } from './form-body.ts';
import { type ByToken, openPublicPageContext, type PublicPageDeps, type Visit } from './public-page-context.ts';
import { reportPage, type ShownReport, type ShownSubscription, unsubscribePage } from './report-page.ts';
import { send, tell, withPrivacy } from './sheet.ts';

const formMaxBytes = 16_384;

/**
 * `/r/{token}`: a scheduled report for whoever got its link by mail, without a login. It works without scripts, is told
 * to no search engine and kept by no cache; a link that is unknown, has expired or was revoked is answered with one and
 * the same page. Unsubscribing works for good, since a mail may be read years later.
 */
export function registerReportPage(server: FastifyInstance, deps: PublicPageDeps): void {
  const { pathOf, called } = openPublicPageContext(deps, 'r');
  const show = async (visit: Visit) => {
    // The operation's own schema made it.
    const shown = (await called(visit, 'get_report_link')) as ShownReport;
    if (isLook(visit)) await called(visit, 'open_report_link');
    return send(visit.reply, 200, reportPage(shown, pathOf(visit)));
  };
  const file = async (visit: Visit) => {
    // The operation's own schema made it.
    const made = (await called(visit, 'get_report_link_file')) as FileOutput;
    return sendFile(made, visit.request, withPrivacy(visit.reply));
  };
  const subscription = async (visit: Visit) => {
    // The same.
    const shown = (await called(visit, 'get_report_subscription')) as ShownSubscription;
    return send(visit.reply, 200, unsubscribePage(shown, pathOf(visit)));
  };
  void server.register(async (scope) => {
    acceptForms(scope);
    // RFC 8058 lets mail programs send either kind; what it says is nothing but that it is wanted.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: formMaxBytes }, (_, __, done) =>
      done(null, undefined),
    );
    scope.setErrorHandler((error, request, reply) => tell(error, { request, reply }, deps.log));
    scope.get<ByToken>('/r/:token', (request, reply) => show({ request, reply }));
    scope.get<ByToken>('/r/:token/file', (request, reply) => file({ request, reply }));
    scope.get<ByToken>('/r/:token/unsubscribe', (request, reply) => subscription({ request, reply }));
    // Mail programs post here by themselves (RFC 8058), so that no form of ours proves where it comes from: the token
    // is proof enough of who gets these mails.
    scope.post<ByToken>('/r/:token/unsubscribe', async (request, reply) => {
      await called({ request, reply }, 'unsubscribe_from_report');
      return subscription({ request, reply });
    });
  });
}

/** A person who looks: not somebody who asks whether it is there, nor a browser that reads ahead. */
function isLook({ request }: Visit): boolean {
  const purpose = header(request, 'sec-purpose') ?? header(request, 'purpose') ?? '';
  return request.method === 'GET' && !purpose.includes('prefetch');
}
