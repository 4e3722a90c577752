import { BusinessError } from '../../operation/errors.ts';
import { filled } from '../../messages/index.ts';
import { html } from '../public-page/html.ts';
import { placeIn } from '../signed-in/place.ts';
import { waitText } from '../signed-in/sign-in-page.ts';
import { alert, card, field, type Page, refusalIn, type SignInPage, textIn, type Visit } from './page.ts';

const emailMax = 254;

/** `/login/sso`: the address says which business, and from there it goes on to the provider of that one. */
export const providerPage: SignInPage = {
  path: '/login/sso',
  isForStrangers: true,
  show: async (visit) => askPage(visit, { to: placeOf(visit) }),
  stale: async (visit, form) =>
    askPage(visit, { to: placeOf(visit), email: emailIn(form), fault: visit.words.desk.stale }),
  send: async (visit, form) => {
    const [email, to, { sso }] = [emailIn(form), placeOf(visit), visit.words];
    const domain = email.slice(email.lastIndexOf('@') + 1);
    try {
      const found = await visit.call<{ name: string; domain: string }>('get_provider_login', { domain });
      return goOnPage(visit, { email, to, ...found });
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      const { seconds } = refusalIn(error);
      if (seconds > 0) return { ...askPage(visit, { to, email, fault: waitText(seconds, visit.words) }), status: 429 };
      return { ...askPage(visit, { to, email, emailFault: sso.none }), status: 422 };
    }
  },
};

function placeOf({ request }: Visit): string {
  return placeIn((request.query as Readonly<Record<string, unknown>>)['to']);
}

function emailIn(form: URLSearchParams): string {
  return textIn(form, 'email', emailMax);
}

type Asking = {
  readonly to: string;
  readonly email?: string;
  readonly fault?: string;
  readonly emailFault?: string;
};

function askPage(visit: Visit, { email = '', fault, emailFault }: Asking): Page {
  const { words, key, context } = visit;
  const { sso, signIn, account } = words;
  const asked = {
    name: 'email',
    label: signIn.email,
    value: email,
    fault: emailFault,
    attributes: `type="email" autocomplete="username" required maxlength="${emailMax}" dir="ltr" autofocus`,
  };
  return card(
    visit,
    sso.title,
    html`<h1>${sso.title}</h1>
      <p class="quiet">${sso.lead}</p>
      ${alert(fault)}
      <form method="post">
        <input type="hidden" name="key" value="${key}" />
        ${field(asked)}
        <p class="buttons"><button type="submit" class="primary">${sso.find}</button></p>
      </form>
      <p class="ways"><a href="${context.base}/login">${account.backToSignIn}</a></p>`,
  );
}

type Found = { readonly email: string; readonly to: string; readonly name: string; readonly domain: string };

function goOnPage(visit: Visit, { email, to, name, domain }: Found): Page {
  const { words, context } = visit;
  const { sso } = words;
  const query = new URLSearchParams({ domain, email, to }).toString();
  return card(
    visit,
    sso.title,
    html`<h1>${sso.title}</h1>
      <p class="quiet"><bdi>${email}</bdi></p>
      <p class="buttons">
        <a class="button primary" href="${context.base}/login/sso/start?${query}"
          ><bdi>${filled(sso.goOn, { name })}</bdi></a
        >
      </p>
      <p class="ways"><a href="${context.base}/login">${words.account.backToSignIn}</a></p>`,
  );
}
