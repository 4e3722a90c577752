import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusinessError } from '../../operation/errors.ts';
import { header } from '../rest.ts';
import { openFormKeys } from '../public-page/form-key.ts';
import { acceptForms } from '../public-page/form-body.ts';
import type { Runtime } from '../../operation/run.ts';

/** Lets a scope take forms as browsers send them, and nothing else. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  acceptForms(scope);
}

/** Browsers say with every form where it was sent from. */
export function isFromHere(request: FastifyRequest, own: string): boolean {
  const site = header(request, 'sec-fetch-site');
  return header(request, 'origin') === own && (site === undefined || site === 'same-origin');
}

/** Keys of forms, each for one page and one sign-in. */
export function formKeys({ secrets, now }: Pick<Runtime, 'secrets' | 'now'>) {
  const keys = openFormKeys(secrets.cursors);
  const nowMs = () => Date.parse(now());
  return {
    made: (about: string) => keys.made(about, nowMs()),
    fits: (about: string, form: URLSearchParams) => keys.fits(about, form.get('key') ?? '', nowMs()),
  };
}

/** A refusal of the pages themselves, by the code that is shown. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export type Fault = { readonly error: string; readonly detail?: string };

export function faultOf(error: unknown): Fault & { readonly status: number } {
  if (error instanceof Refused) return { status: error.status, error: error.message };
  if (error instanceof BusinessError) return { status: error.kind.status, error: error.kind.code };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? { status, error: 'invalid_request' } : { status: 500, error: 'server_error' };
}

type Page = { readonly text: string; readonly policy: string };

/** For no frame, no search engine, no cache and no other site. */
export function sendPage(reply: FastifyReply, status: number, { text, policy }: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('referrer-policy', 'same-origin')
    .send(text);
}
