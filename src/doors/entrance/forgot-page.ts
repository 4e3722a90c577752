import { html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { waitText } from '../signed-in/sign-in-page.ts';
import { alert, card, type SignInPage, field, type Page, refusalIn, textIn, type Visit } from './page.ts';

const emailMax = 254;

/** `/forgot-password`: asking for a link by mail. The answer is the same whether there is such an account or not. */
export const forgotPage: SignInPage = {
  path: '/forgot-password',
  isForStrangers: false,
  show: async (visit) => askPage(visit, {}),
  stale: async (visit, given) =>
    askPage(visit, { email: textIn(given, 'email', emailMax), fault: visit.words.desk.stale }),
  send: async (visit, given) => {
    const email = textIn(given, 'email', emailMax);
    try {
      await visit.call('forgot_password', { email });
      return sent(visit, email);
    } catch (error) {
      const { seconds } = refusalIn(error);
      const { words } = visit;
      if (seconds > 0) return { ...askPage(visit, { email, fault: waitText(seconds, words) }), status: 429 };
      return { ...askPage(visit, { email, emailFault: words.account.faults.email }), status: 422 };
    }
  },
};

type Again = { readonly email?: string; readonly fault?: string; readonly emailFault?: string };

function askPage(visit: Visit, { email = '', fault, emailFault }: Again): Page {
  const { words, key, context } = visit;
  const { account, signIn } = words;
  const attributes = `type="email" autocomplete="username" required maxlength="${emailMax}" dir="ltr" autofocus`;
  return card(
    visit,
    account.forgotTitle,
    html`<h1>${account.forgotTitle}</h1>
      <p class="quiet">${account.forgotLead}</p>
      ${alert(fault)}
      <form method="post">
        <input type="hidden" name="key" value="${key}" />
        ${field({ name: 'email', label: signIn.email, value: email, fault: emailFault, attributes })}
        <p class="buttons"><button type="submit" class="primary">${account.sendLink}</button></p>
      </form>
      <p class="ways"><a href="${context.base}/login">${account.backToSignIn}</a></p>`,
  );
}

function sent(visit: Visit, email: string): Page {
  const { account } = visit.words;
  const { base } = visit.context;
  const address = html`<bdi dir="ltr"><b>${email}</b></bdi>`;
  return card(
    visit,
    account.sentTitle,
    html`<h1>${account.sentTitle}</h1>
      <p class="notice" role="status">${phrase(account.sent, { email: address })}</p>
      <p class="detail after">${account.sentHint}</p>
      <p class="ways">
        <a href="${base}/login">${account.backToSignIn}</a>
        <a href="${base}/forgot-password">${account.sendAgain}</a>
      </p>`,
  );
}
