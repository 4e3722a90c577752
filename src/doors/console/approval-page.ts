import {
  BusinessError,
  forbidden,
  invalidStateTransition,
  rateLimited,
  stepUpRequired,
} from '../../operation/errors.ts';
import { html, type Html } from '../public-page/html.ts';
import { codeField } from '../signed-in/sign-in-page.ts';
import { credentialIn } from '../public-page/passkey-script.ts';
import { phrase } from '../signed-in/phrase.ts';
import type { Approval } from './approval.ts';
import { stateOf } from './inbox.ts';
import { passkeyOffer } from './passkey-proof.ts';
import { pairsOf, previewParts, recordOf, wholeOf } from './preview-parts.ts';
import { named, said } from './reader.ts';
import { formKey, formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';

const noteMax = 2_000;
const decides = 'approvals:decide';

/** `/approvals/{id}`: one write that waits for a person, what it would do, and the decision. */
export const approvalPage: Screen = {
  path: '/approvals/:id',
  tab: 'approvals',
  show: async (session) => shown(session, await read(session)),
  deeds: new Map([
    ['approve', (session: ConsoleSession, form: URLSearchParams) => decided(session, 'approve_write', noteIn(form))],
    ['prove', proved],
    ['reject', (session: ConsoleSession, form: URLSearchParams) => decided(session, 'reject_write', noteIn(form))],
  ]),
};

function idOf({ request }: ConsoleSession): string {
  return (request.params as { readonly id: string }).id;
}

function read(session: ConsoleSession): Promise<Approval> {
  return session.call<Approval>('get_approval', { id: idOf(session) });
}

function noteIn(form: URLSearchParams): object {
  const note = (form.get('note') ?? '').replaceAll('\r\n', '\n').trim().slice(0, noteMax);
  return note === '' ? {} : { note };
}

/** The next page shows the result: done, rejected, decided by somebody else before, or superseded. */
async function decided(session: ConsoleSession, operation: string, note: object): Promise<Outcome> {
  try {
    await session.call(operation, { id: idOf(session), ...note });
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const { code } = error.kind;
    if (code === forbidden.code) return refused(session, error);
    if (code === stepUpRequired.code) return asking(session, session.words.approvals.stepUp);
    if (code !== 'superseded' && code !== invalidStateTransition.code) throw error;
  }
  return { goTo: `/approvals/${idOf(session)}` };
}

/** The second factor again, after which the decision is made anew: what was meant once is not done by itself later. */
async function proved(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  try {
    const [proof, input] = proofIn(form);
    await session.call(proof, input);
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
    if (error.kind.code === rateLimited.code) throw error;
    return asking(session, session.words.approvals.stepUpWrong);
  }
  return { goTo: `/approvals/${idOf(session)}` };
}

function proofIn(form: URLSearchParams): readonly [string, object] {
  const passkey = form.get('passkey') ?? '';
  if (passkey !== '') return ['prove_with_passkey', { credential: credentialIn(passkey) }];
  return ['prove_second_factor', { totp_code: (form.get('code') ?? '').trim() }];
}

async function asking(session: ConsoleSession, why: string): Promise<Shown> {
  if (session.person.actor.confined === true) return leading(session);
  const [approval, offer] = await Promise.all([read(session), passkeyOffer(session)]);
  const { approvals } = session.words;
  const body = html`<p class="crumb"><a href="${session.base}/approvals/${approval.id}">← ${approvals.decide}</a></p>
    <h1>${named(approval.action)} ${stateOf(session.words, approval.status)}</h1>
    <p class="notice bad" id="fault" role="alert">${why}</p>
    <section class="sheet">
      <form method="post">
        ${formStart(session, 'prove')} ${offer?.field} ${codeField(session.words)}
        <p class="buttons start">
          <button type="submit" class="primary">${approvals.prove}</button>
          ${offer?.button}
        </p>
      </form>
    </section>`;
  return { title: approval.action.replaceAll('_', ' '), body, status: 403, scripts: offer?.scripts ?? [] };
}

/** To the provider of the business, for who came through it, and back to where it is decided. */
async function leading(session: ConsoleSession): Promise<Shown> {
  const { id, action } = await read(session);
  const { approvals, signIn } = session.words;
  const place = `/approvals/${id}`;
  const body = html`<p class="crumb"><a href="${session.base}${place}">← ${approvals.decide}</a></p>
    <h1>${named(action)}</h1>
    <p class="notice bad" role="alert">${approvals.stepUp}</p>
    <p class="buttons start">
      <a class="button primary" href="${session.base}/login/sso/prove?to=${encodeURIComponent(place)}"
        >${signIn.business}</a
      >
    </p>`;
  return { title: action.replaceAll('_', ' '), body, status: 403 };
}

async function refused(session: ConsoleSession, { details }: BusinessError): Promise<Shown> {
  const needs = html`<code>${typeof details['needs'] === 'string' ? details['needs'] : decides}</code>`;
  const fault = phrase(session.words.approvals.lacks, { needs });
  return { ...shown(session, await read(session), fault), status: 403 };
}

function shown(session: ConsoleSession, approval: Approval, fault?: Html): Shown {
  const { words, base } = session;
  const { approvals } = words;
  const { status, preview } = approval;
  const title = named(approval.action);
  return {
    title: approval.action.replaceAll('_', ' '),
    body: html`<p class="crumb"><a href="${base}/approvals">← ${approvals.back}</a></p>
      <h1>${title} ${stateOf(words, status)}</h1>
      ${fault === undefined ? null : html`<p class="notice bad" role="alert">${fault}</p>`}
      ${outcomeOf(session, approval)}
      <section class="sheet" aria-label="${approvals.who}">${askedBy(session, approval)}</section>
      <section class="sheet preview">
        <h2>${status === 'pending' ? approvals.will : approvals.would}</h2>
        ${previewParts(session, preview)}
        <details>
          <summary>${approvals.whole}</summary>
          ${wholeOf(approval.arguments)}
        </details>
      </section>
      ${status === 'pending' ? decisionOf(session) : null}`,
  };
}

function askedBy({ words, reader }: ConsoleSession, approval: Approval): Html {
  const { approvals } = words;
  const { created_by: by, client, created_at: at, expires_at: until, reason, status } = approval;
  return pairsOf([
    [approvals.who, said(by.name)],
    ...(client === null
      ? []
      : [[approvals.client, html`${said(client)} <span class="quiet">(${approvals.clientHint})</span>`] as const]),
    [approvals.asked, reader.when(at)],
    ...(status === 'pending' ? [[approvals.until, reader.when(until)] as const] : []),
    [approvals.why, approvals.reasons[reason]],
  ]);
}

/** Outcome above the request. */
function outcomeOf(session: ConsoleSession, approval: Approval): Html | null {
  const { words, reader } = session;
  const { approvals } = words;
  const { status, decided_by: by, decided_at: at, note, problem, result } = approval;
  if (status === 'pending') return null;
  const names = { who: said(by?.name ?? '–'), when: at === null ? '' : reader.when(at) };
  const mood = { approved: 'good', rejected: 'bad', superseded: 'bad', expired: '' }[status];
  const detail = typeof problem?.['detail'] === 'string' ? problem['detail'] : undefined;
  return html`<p class="notice ${mood}" role="status">${phrase(approvals.outcomes[status], names)}</p>
    ${note === null ? null : html`<section class="sheet">${pairsOf([[approvals.note, said(note)]])}</section>`}
    ${
      status !== 'superseded'
        ? null
        : html`<section class="sheet">
            <h2>${approvals.problem}</h2>
            ${detail === undefined ? null : html`<p lang="en">${said(detail)}</p>`}
            <p class="quiet">${approvals.again}</p>
          </section>`
    }
    ${
      result === null
        ? null
        : html`<section class="sheet">
            <h2>${approvals.result}</h2>
            ${recordOf(session, result)}
          </section>`
    }`;
}

function decisionOf(session: ConsoleSession): Html {
  const { approvals } = session.words;
  if (!session.person.actor.permissions.has(decides)) {
    return html`<p class="notice">${phrase(approvals.mayNot, { needs: html`<code>${decides}</code>` })}</p>`;
  }
  return html`<section class="sheet" aria-labelledby="decide">
    <h2 id="decide">${approvals.decide}</h2>
    <p class="quiet">${approvals.once}</p>
    <form method="post">
      ${formKey(session)}
      <label class="above" for="note">${approvals.say}</label>
      <textarea id="note" name="note" maxlength="${noteMax}" aria-describedby="note-hint"></textarea>
      <span class="detail" id="note-hint">${approvals.sayHint}</span>
      <p class="buttons start">
        <button type="submit" name="deed" value="approve" class="primary">${approvals.approve}</button>
        <button type="submit" name="deed" value="reject">${approvals.reject}</button>
      </p>
    </form>
  </section>`;
}
