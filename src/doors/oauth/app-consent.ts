import type { RegisteredApp } from '../../modules/keys/index.ts';
import { type Membership, membershipOf, permissions } from '../../modules/team/index.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Runtime } from '../../operation/run.ts';
import { filled, translated } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { framed } from '../signed-in/frame.ts';
import type { Messages } from '../signed-in/messages.ts';
import { phrase } from '../signed-in/phrase.ts';
import type { Described, Person } from '../signed-in/sign-in-sessions.ts';
import { lastsField, limitsField } from '../signed-in/terms.ts';
import { accountPart } from './account-part.ts';
import type { Asker } from './asker.ts';

/** What an app of the REST API asks somebody for, and what of it they have to give. */
export type AppRequest = {
  readonly app: RegisteredApp;
  /** Undefined for whoever is no member of the organisation that registered the app. */
  readonly membership: Membership | undefined;
  readonly given: readonly string[];
  /** What the app asks for beside: nobody gives what they may not do. */
  readonly withheld: readonly string[];
};

/** The person as they stand in the organisation of the app, whichever they are signed in to. */
export async function appRequest(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { actor }: Person,
  { app, scopes }: { readonly app: RegisteredApp; readonly scopes: readonly string[] },
): Promise<AppRequest> {
  const { organization } = app;
  const user = actor.userId;
  const found = await db.transaction({ organization, user, readOnly: true }, (tx) =>
    membershipOf(tx, { user, organization, now: now() }),
  );
  const membership = found !== undefined && isWithinReach(actor, found) ? found : undefined;
  const held = (scope: string) => membership?.permissions.has(scope) === true;
  return { app, membership, given: scopes.filter(held), withheld: scopes.filter((scope) => !held(scope)) };
}

/** A session of one organisation's provider reaches nothing else, and what lets in by a provider alone nobody else. */
function isWithinReach({ confined, organization }: Actor, { organization: { id }, providerOnly }: Membership): boolean {
  return confined === true ? organization?.id === id : providerOnly !== true;
}

type AppConsent = {
  readonly asker: Asker;
  readonly asked: AppRequest;
  readonly key: string;
  readonly words: Messages;
  readonly described: Described;
  /** Address of the list of connected apps. */
  readonly connectedUrl: string;
  /** Why it was not allowed although they said so. */
  readonly fault?: string | undefined;
};

export function appConsentPage({ asker, asked, key, words, described, connectedUrl, fault }: AppConsent): string {
  const { consent } = words;
  const { membership, given } = asked;
  const mayAllow = membership !== undefined && given.length > 0;
  const problem = fault ?? (membership === undefined ? consent.notMember : mayAllow ? undefined : consent.nothingHeld);
  const page = html`<a href="${connectedUrl}">${consent.connectedApps}</a>`;
  return framed({
    title: filled(consent.title, { app: asker.name }),
    words,
    body: html`<h1>${phrase(consent.wants, { app: asker.name })}</h1>
      ${problem === undefined ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
      <dl class="facts">
        <dt>${consent.app}</dt>
        <dd><bdi>${asker.name}</bdi></dd>
        ${
          membership === undefined
            ? null
            : html`<dt>${consent.registeredBy}</dt>
                <dd><bdi>${membership.organization.name}</bdi></dd>`
        }
        <dt>${consent.place}</dt>
        <dd><bdi>${asker.place}</bdi></dd>
      </dl>
      <form method="post">
        <input type="hidden" name="key" value="${key}" />
        <input type="hidden" name="deed" value="decide" />
        ${mayAllow ? termsOf(asked, words) : null}
        <p class="buttons">
          ${mayAllow ? allowButton(words) : null}
          <button type="submit" name="decision" value="deny" formnovalidate>${consent.cancel}</button>
        </p>
      </form>
      <p class="detail">${phrase(consent.never, { page })}</p>
      ${accountPart(described, words, key)}`,
  });
}

function allowButton({ consent }: Messages): Html {
  return html`<button type="submit" name="decision" value="allow" class="primary">${consent.allow}</button>`;
}

function termsOf({ membership, given, withheld }: AppRequest, words: Messages): Html {
  const { consent } = words;
  const organization = membership?.organization.name ?? '';
  return html`<input type="hidden" name="shown" value="${given.join(' ')}" />
    <h2 class="about">${phrase(consent.mayIn, { organization })}</h2>
    ${sentences(given, words)}
    ${
      withheld.length === 0
        ? null
        : html`<p class="notice">${consent.withheld}</p>
            ${sentences(withheld, words)}`
    }
    ${limitsField(words, consent.limitsRefused)} ${lastsField(words, consent.ends, 'none')}
    <p class="detail after">${consent.inYourName}</p>`;
}

function sentences(scopes: readonly string[], { language }: Messages): Html {
  const said: Readonly<Record<string, string>> = translated(language, 'permissions') ?? {};
  const inEnglish = new Map<string, string>(permissions.map(({ name, sentence }) => [name, sentence]));
  return html`<ul class="scopes">
    ${scopes.map((scope) => html`<li>${said[scope] ?? inEnglish.get(scope) ?? scope}</li>`)}
  </ul>`;
}
