import { html, type Html } from '../public-page/html.ts';
import type { Messages } from '../signed-in/messages.ts';
import type { Described } from '../signed-in/sign-in-sessions.ts';

/** Below a consent page: who is signed in, and the way to be somebody else. */
export function accountPart({ user }: Described, { consent }: Messages, key: string): Html {
  return html`<div class="account">
    <span>${consent.signedIn} <bdi>${user.name}</bdi> (<bdi>${user.email}</bdi>)</span>
    <form method="post">
      <input type="hidden" name="key" value="${key}" />
      <input type="hidden" name="deed" value="leave" />
      <button type="submit" class="link">${consent.other}</button>
    </form>
  </div>`;
}
