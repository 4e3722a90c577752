import { filled } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { framed } from '../signed-in/frame.ts';
import { phrase } from '../signed-in/phrase.ts';
import type { Described } from '../signed-in/sign-in-sessions.ts';
import { areasField, lastsField, limitsField, option, presetField } from '../signed-in/terms.ts';
import type { Messages } from '../signed-in/messages.ts';
import { accountPart } from './account-part.ts';
import type { Asker } from './asker.ts';

export type Consent = {
  readonly asker: Asker;
  readonly key: string;
  readonly words: Messages;
  readonly described: Described;
  /** Address of the list of connections. */
  readonly connectUrl: string;
  /** Why it was not allowed although they said so. */
  readonly fault?: string | undefined;
};

export function consentPage({ asker, key, words, described, connectUrl, fault }: Consent): string {
  const { consent } = words;
  const { organizations } = described;
  return framed({
    title: filled(consent.title, { app: asker.name }),
    words,
    body: html`<h1>${phrase(consent.wants, { app: asker.name })}</h1>
      ${fault === undefined ? null : html`<p class="notice bad" role="alert">${fault}</p>`}
      <dl class="facts">
        <dt>${consent.app}</dt>
        <dd><bdi>${asker.name}</bdi> <span class="tag">${consent.unverified}</span></dd>
        <dt>${consent.place}</dt>
        <dd><bdi>${asker.place}</bdi></dd>
      </dl>
      <p class="notice">${consent.caution}</p>
      <form method="post">
        <input type="hidden" name="key" value="${key}" />
        <input type="hidden" name="deed" value="decide" />
        ${organizationField(organizations, words)} ${presetField(words)} ${areasField(words)} ${limitsField(words)}
        ${lastsField(words, consent.ends)}
        <p class="buttons">
          <button type="submit" name="decision" value="allow" class="primary">${consent.allow}</button>
          <button type="submit" name="decision" value="deny" formnovalidate>${consent.cancel}</button>
        </p>
      </form>
      <p class="detail">${phrase(consent.never, { page: html`<a href="${connectUrl}">${words.desk.connect}</a>` })}</p>
      ${accountPart(described, words, key)}`,
  });
}

function organizationField(organizations: Described['organizations'], { consent }: Messages): Html {
  const [only] = organizations;
  if (organizations.length === 1 && only !== undefined) {
    return html`<p>
        ${consent.inOrganization} <strong><bdi>${only.name}</bdi></strong>
      </p>
      <input type="hidden" name="organization_id" value="${only.id}" />`;
  }
  return html`<label class="above" for="organization">${consent.organization}</label>
    <select id="organization" name="organization_id">
      ${organizations.map(({ id, name }, index) => option(id, name, index === 0))}
    </select>`;
}
