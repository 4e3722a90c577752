import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessError, rateLimited, validationFailed } from '../../operation/errors.ts';
import { html, type Html } from '../public-page/html.ts';
import { framed, pagePolicy } from '../signed-in/frame.ts';
import type { PageContext } from '../signed-in/page-context.ts';
import type { Messages } from '../signed-in/messages.ts';

/** Somebody who is not signed in, or comes as if they were not, and the form that they are shown. */
export type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: PageContext;
  readonly words: Messages;
  /** Proves that a form was read off this page. */
  readonly key: string;
  /** Does an operation as nobody. */
  readonly call: <Output>(name: string, input?: object) => Promise<Output>;
};

export type Page = { readonly status?: number; readonly text: string; readonly policy?: string };
export type Answer = Page | { readonly goTo: string; readonly cookies?: readonly string[] };

/** A page for people who are not signed in: what it shows, and what its form does. */
export type SignInPage = {
  readonly path: string;
  /** Redirects signed-in visitors. */
  readonly isForStrangers: boolean;
  readonly show: (visit: Visit) => Promise<Answer>;
  readonly send: (visit: Visit, form: URLSearchParams) => Promise<Answer>;
  /** Answer to a form that has expired, or did not come from this page. */
  readonly stale: (visit: Visit, form: URLSearchParams) => Promise<Answer>;
};

/** The text of a page that is one card, which leads back to the start by its name. */
export function card({ words, context }: Visit, title: string, body: Html): Pick<Page, 'text'> {
  return { text: framed({ title, words, base: context.base, body }) };
}

export const defaultPolicy = pagePolicy();

type FieldText = {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly fault?: string | undefined;
  readonly hint?: string;
  /** The attributes that it has of its own, as they stand. */
  readonly attributes: string;
};

/** A labelled field, with what is wrong with it before what helps to fill it in. */
export function field({ name, label, value = '', fault, hint, attributes }: FieldText): Html {
  const told = [fault === undefined ? [] : [`${name}-fault`], hint === undefined ? [] : [`${name}-hint`]].flat();
  const described: Html = { markup: told.length === 0 ? '' : ` aria-describedby="${told.join(' ')}"` };
  const invalid: Html = { markup: fault === undefined ? '' : ' aria-invalid="true" autofocus' };
  const own: Html = { markup: ` ${attributes}` };
  return html`<label class="above" for="${name}">${label}</label>
    ${fault === undefined ? null : html`<p class="fault" id="${name}-fault">${fault}</p>`}
    <input id="${name}" name="${name}" value="${value}" ${own} ${described} ${invalid} />
    ${hint === undefined ? null : html`<span class="detail" id="${name}-hint">${hint}</span>`}`;
}

export function alert(text: string | undefined): Html | null {
  return text === undefined ? null : html`<p class="notice bad" role="alert">${text}</p>`;
}

/** Refusal of a form, by the fields of the operation's input, or with the seconds to wait. */
export type Refused = { readonly code: string; readonly fields: ReadonlyMap<string, string>; readonly seconds: number };

/** A refusal that a form tells of. Anything else is for the scope's own handler. */
export function refusalIn(error: unknown): Refused {
  if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
  const errors = error.kind.code === validationFailed.code ? (error.details.errors ?? []) : [];
  const fields = new Map(errors.map(({ pointer, code }) => [pointer, code]));
  const seconds = error.kind.code === rateLimited.code ? Number(error.details['retry_after'] ?? 60) : 0;
  return { code: error.kind.code, fields, seconds };
}

/** As it was typed: a space at its end is part of a password. */
export function passwordIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').slice(0, passwordMax + 1);
}

export const passwordMin = 8;
export const passwordMax = 128;

export function textIn(form: URLSearchParams, name: string, max: number): string {
  return (form.get(name) ?? '').trim().slice(0, max);
}
