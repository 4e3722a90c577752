import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../operation/actor.ts';
import {
  BusinessError,
  invalidStateTransition,
  notFound,
  rateLimited,
  validationFailed,
} from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import type { Log } from '../../log.ts';
import type { Limits } from '../limits.ts';
import type { FileOutput } from '../../wire/index.ts';
import { header, originOf, sendFile } from '../rest.ts';
import { type Answering, type Choice, nameMax, reasonMax } from './answer.ts';
import { openFormKeys } from './form-key.ts';
import { documentPage, plainPage } from './page.ts';
import { languageAsked, type Shown } from './reader.ts';
import { styleHash } from './style.ts';

const formMaxBytes = 16_384;

type Deps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly log: Log;
};
type Visit = { readonly request: FastifyRequest<{ Params: { token: string } }>; readonly reply: FastifyReply };

/**
 * `/d/{token}`: the document that a link leads to, for its client, who has no login. It works without scripts, is told
 * to no search engine and to no other site, and is kept by no cache. What it shows and does is operations; a link that
 * is unknown, has expired or was revoked is answered with one and the same page.
 */
export function registerPublicPage(server: FastifyInstance, deps: Deps): void {
  const desk = deskOf(deps);
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler((error, request, reply) => tell(error, { request, reply }, deps.log));
    scope.get<{ Params: { token: string } }>('/d/:token', (request, reply) => desk.show({ request, reply }));
    scope.get<{ Params: { token: string } }>('/d/:token/pdf', (request, reply) => desk.pdf({ request, reply }));
    for (const choice of ['accept', 'decline'] as const) {
      scope.post<{ Params: { token: string } }>(`/d/:token/${choice}`, (request, reply) =>
        desk.answer({ request, reply }, choice),
      );
      // Whoever reloads an answer that was not taken is led back.
      scope.get<{ Params: { token: string } }>(`/d/:token/${choice}`, (request, reply) =>
        reply.code(303).header('location', desk.pathOf({ request, reply })).send(),
      );
    }
  });
}

function deskOf({ catalogue, runtime, limits }: Deps) {
  const keys = openFormKeys(runtime.secrets.cursors);
  const { origin, pathname } = new URL(runtime.settings.publicUrl);
  const nowMs = () => Date.parse(runtime.now());
  const pathOf = ({ request }: Visit) => `${pathname.replace(/\/$/, '')}/d/${encodeURIComponent(request.params.token)}`;
  const called = async ({ request, reply }: Visit, name: string, input: object = {}): Promise<unknown> => {
    const operation = catalogue.find((one) => one.name === name);
    if (operation === undefined) throw new RangeError(`nothing does ${name}`);
    await limits.count('address', networkOf(request.ip), operation.cost ?? 1, reply);
    const given = { ...input, token: request.params.token };
    return (await run(runtime, operation, { actor: anonymous, input: given, origin: originOf(request) })).output;
  };
  const read = async (visit: Visit, again?: Answering['again']) => {
    // The operation's own schema made it.
    const shown = (await called(visit, 'get_shared_document')) as Shown;
    const key = keys.made(visit.request.params.token, nowMs());
    const answering = { path: pathOf(visit), key, ...(again === undefined ? {} : { again }) };
    return { shown, text: documentPage(shown, answering) };
  };
  return {
    pathOf,
    show: async (visit: Visit) => {
      const { shown, text } = await read(visit);
      if (!shown.viewed && isLook(visit.request)) await called(visit, 'view_shared_document');
      return send(visit.reply, 200, text);
    },
    pdf: async (visit: Visit) => {
      // The operation's own schema made it.
      const file = (await called(visit, 'get_shared_document_pdf')) as FileOutput;
      return sendFile(file, visit.request, withPrivacy(visit.reply));
    },
    answer: async (visit: Visit, choice: Choice) => {
      const { request, reply } = visit;
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const [name, reason] = [textIn(form, 'name', nameMax), textIn(form, 'reason', reasonMax)];
      const isOurs = isFromHere(request, origin) && keys.fits(request.params.token, form.get('key') ?? '', nowMs());
      if (!isOurs) return send(reply, 403, (await read(visit, { choice, fault: 'stale', name, reason })).text);
      const said = choice === 'decline' && reason !== '' ? { name, reason } : { name };
      try {
        await called(visit, `${choice}_shared_document`, said);
      } catch (error) {
        if (isRefusal(error, validationFailed)) {
          return send(reply, 422, (await read(visit, { choice, fault: 'name', name, reason })).text);
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

/** Browsers say where a form was sent from; the page tells no site its own address, so that its origin is null. */
function isFromHere(request: FastifyRequest, own: string): boolean {
  const [site, origin] = [header(request, 'sec-fetch-site'), header(request, 'origin')];
  const sameSite = site === undefined || site === 'same-origin' || site === 'none';
  return sameSite && (origin === undefined || origin === 'null' || origin === own);
}

function textIn(form: URLSearchParams, field: string, max: number): string {
  return (form.get(field) ?? '').replaceAll('\r\n', '\n').trim().slice(0, max);
}

function tell(error: unknown, { request, reply }: Omit<Visit, 'request'> & { request: FastifyRequest }, log: Log) {
  const language = languageAsked(header(request, 'accept-language'));
  if (isRefusal(error, notFound) || isRefusal(error, validationFailed)) {
    return send(reply, 404, plainPage(language, 'gone'));
  }
  const status = statusOf(error);
  if (status >= 500) log.error({ err: error, request_id: request.id }, 'a public page could not be shown');
  if (isRefusal(error, rateLimited)) reply.header('retry-after', error.details['retry_after']);
  return send(reply, status, plainPage(language, status === 429 ? 'busy' : 'broken'));
}

/** What the framework refuses, such as a form that is too large, bears the status that it means. */
function statusOf(error: unknown): number {
  if (error instanceof BusinessError) return error.kind.status;
  const named = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return named >= 400 && named < 600 ? named : 500;
}

function isRefusal(error: unknown, { code }: { readonly code: string }): error is BusinessError {
  return error instanceof BusinessError && error.kind.code === code;
}

const policy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy);
  return withPrivacy(reply).send(text);
}

/** For no frame, no search engine and no other site. */
function withPrivacy(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-frame-options', 'DENY')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cross-origin-resource-policy', 'same-origin');
}
