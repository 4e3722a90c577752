import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessError, notFound, rateLimited, validationFailed } from '../../operation/errors.ts';
import type { Log } from '../../log.ts';
import { header } from '../rest.ts';
import { type Page, plainPage } from './page.ts';
import { languageAsked } from '../../messages/index.ts';

/** Browsers say where a form was sent from; the page tells no site its own address, so that its origin is null. */
export function isFromHere(request: FastifyRequest, own: string): boolean {
  const [site, origin] = [header(request, 'sec-fetch-site'), header(request, 'origin')];
  const sameSite = site === undefined || site === 'same-origin' || site === 'none';
  return sameSite && (origin === undefined || origin === 'null' || origin === own);
}

export function textIn(form: URLSearchParams, field: string, max: number): string {
  return (form.get(field) ?? '').replaceAll('\r\n', '\n').trim().slice(0, max);
}

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Error page. What is not there, and what cannot be, are one and the same. */
export function tell(error: unknown, { request, reply }: Visit, log: Log): FastifyReply {
  const language = languageAsked(header(request, 'accept-language'), 'public_page');
  if (isRefusal(error, notFound) || isRefusal(error, validationFailed)) {
    return send(reply, 404, plainPage(language, 'gone'));
  }
  const status = statusOf(error);
  if (status >= 500) log.error({ err: error, request_id: request.id }, 'a public page could not be shown');
  if (isRefusal(error, rateLimited)) reply.header('retry-after', error.details['retry_after']);
  return send(reply, status, plainPage(language, status === 429 ? 'busy' : 'broken'));
}

/** Refusals of the framework, such as a form that is too large, carry their status. */
function statusOf(error: unknown): number {
  if (error instanceof BusinessError) return error.kind.status;
  const named = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return named >= 400 && named < 600 ? named : 500;
}

export function isRefusal(error: unknown, { code }: { readonly code: string }): error is BusinessError {
  return error instanceof BusinessError && error.kind.code === code;
}

export function send(reply: FastifyReply, status: number, { text, policy }: Page): FastifyReply {
  reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy);
  return withPrivacy(reply).send(text);
}

/** For no frame, no search engine and no other site. */
export function withPrivacy(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-frame-options', 'DENY')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cross-origin-resource-policy', 'same-origin');
}
