import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusinessError } from '../../operation/errors.ts';
import { html } from '../public-page/html.ts';
import { header } from '../rest.ts';
import { faultOf, sendPage } from './forms.ts';
import { framed, pagePolicy } from './frame.ts';
import type { PageDeps } from './page-context.ts';
import { wordsAsked } from './messages.ts';

/** Has the pages of a scope say what failed where there is nobody signed in to show it to, or nothing works. */
export function showTrouble(scope: FastifyInstance, { onFailure }: Pick<PageDeps, 'onFailure'>): void {
  scope.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    if (fault.status >= 500) onFailure(error, request.id);
    if (error instanceof BusinessError) reply.header('retry-after', error.details['retry_after']);
    return sendTrouble(request, reply, fault);
  });
}

type Fault = { readonly status: number; readonly error: string };

function sendTrouble(request: FastifyRequest, reply: FastifyReply, { status, error }: Fault): FastifyReply {
  const words = wordsAsked(header(request, 'accept-language'));
  const { rate_limited: busy, server_error: broken, form_refused: refused } = words.errors;
  const text = status >= 500 ? broken : error === 'rate_limited' ? busy : refused;
  const body = html`<h1>${words.desk.failed}</h1>
    <p class="notice">${text}</p>`;
  return sendPage(reply, status, { text: framed({ title: words.desk.failed, words, body }), policy: pagePolicy() });
}
