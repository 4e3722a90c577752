import { chartNames } from '../../core/charts-of-accounts.ts';
import { countryChart, countryCurrency, countryTimeZone } from '../../core/country-defaults.ts';
import { html, type Html } from '../public-page/html.ts';
import { header } from '../rest.ts';
import { waitText } from '../signed-in/sign-in-page.ts';
import type { Messages } from '../signed-in/messages.ts';
import { choice, countryChoices, countryIn, currencyChoices, timeZoneChoices } from './choices.ts';
import {
  alert,
  card,
  type SignInPage,
  field,
  type Page,
  passwordIn,
  passwordMax,
  passwordMin,
  refusalIn,
  type Refused,
  textIn,
  type Visit,
} from './page.ts';

/** The state of registration: open or not, and `first` before there is any user. */
export type Registration = { readonly open: boolean; readonly first: boolean };

const nameMax = 255;
const emailMax = 254;

/** `/register`: a new user with a business of their own, where registration is open. */
export const registerPage: SignInPage = {
  path: '/register',
  isForStrangers: true,
  show: async (visit) => page(visit, { typed: typedIn(new URLSearchParams(), visit) }),
  stale: (visit, form) => page(visit, { typed: typedIn(form, visit), fault: visit.words.desk.stale }),
  send: async (visit, form) => {
    const typed = typedIn(form, visit);
    try {
      const input = inputOf(typed, passwordIn(form, 'password'), visit.words.language);
      const { access_token: token } = await visit.call<{ access_token: string }>('register', input);
      return { goTo: '/?welcome=1', cookies: await visit.context.sessions.begun(token, visit.request) };
    } catch (error) {
      const refused = refusalIn(error);
      if (refused.code === 'signup_closed') return { ...closed(visit), status: 403 };
      const { seconds } = refused;
      if (seconds > 0) return { ...(await page(visit, { typed, fault: waitText(seconds, visit.words) })), status: 429 };
      return { ...(await page(visit, { typed, faults: faultsOf(refused, visit.words) })), status: 422 };
    }
  },
};

type Typed = {
  readonly name: string;
  readonly email: string;
  readonly business: string;
  readonly country: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly chart: string;
};

function typedIn(form: URLSearchParams, { request }: Visit): Typed {
  return {
    name: textIn(form, 'name', nameMax),
    email: textIn(form, 'email', emailMax),
    business: textIn(form, 'business', nameMax),
    country: form.get('country')?.slice(0, 2) ?? countryIn(header(request, 'accept-language')),
    currency: textIn(form, 'currency', 3),
    timeZone: textIn(form, 'time_zone', 64),
    chart: textIn(form, 'chart', 20),
  };
}

function inputOf({ name, email, business, country, ...chosen }: Typed, password: string, language: string): object {
  return {
    email,
    password,
    name,
    organization: {
      name: business,
      country,
      locale: language,
      base_currency: chosen.currency === '' ? countryCurrency(country) : chosen.currency,
      timezone: chosen.timeZone === '' ? countryTimeZone(country) : chosen.timeZone,
      chart_of_accounts: chosen.chart === '' ? countryChart(country) : chosen.chart,
    },
  };
}

type Field = 'name' | 'email' | 'password' | 'business' | 'country' | 'currency' | 'time_zone' | 'chart';
type Faults = Partial<Readonly<Record<Field, string>>>;

/** Errors by field of the form. */
function faultsOf({ code, fields }: Refused, { account }: Messages): Faults {
  const { faults } = account;
  if (code === 'email_taken') return { email: faults.taken };
  const isWeak = fields.get('/password') === 'weak_password';
  const told: readonly [string, Field, string][] = [
    ['/name', 'name', faults.name],
    ['/email', 'email', faults.email],
    ['/password', 'password', isWeak ? faults.weak : faults.length],
    ['/organization/name', 'business', faults.business],
    ['/organization/country', 'country', faults.country],
    ['/organization/base_currency', 'currency', faults.currency],
    ['/organization/timezone', 'time_zone', faults.timeZone],
    ['/organization/chart_of_accounts', 'chart', faults.chart],
  ];
  const found = told.filter(([pointer]) => fields.has(pointer));
  return Object.fromEntries(found.map(([, name, text]) => [name, text]));
}

type Again = { readonly typed: Typed; readonly fault?: string; readonly faults?: Faults };

async function page(visit: Visit, again: Again): Promise<Page> {
  const { open, first } = await visit.call<Registration>('get_registration');
  return open ? formPage(visit, again, first) : closed(visit);
}

function closed(visit: Visit): Page {
  const { account } = visit.words;
  return card(
    visit,
    account.closedTitle,
    html`<h1>${account.closedTitle}</h1>
      <p class="notice">${account.closed}</p>
      <p class="ways"><a href="${visit.context.base}/login">${account.backToSignIn}</a></p>`,
  );
}

function formPage(visit: Visit, { typed, fault, faults = {} }: Again, isFirst: boolean): Page {
  const { words, key, context } = visit;
  const { account } = words;
  const isWrong = Object.keys(faults).length > 0;
  return card(
    visit,
    account.registerTitle,
    html`<h1>${account.registerTitle}</h1>
      <p class="quiet">${isFirst ? account.registerFirst : account.registerLead}</p>
      ${alert(fault ?? (isWrong ? account.faults.check : undefined))}
      <form method="post">
        <input type="hidden" name="key" value="${key}" />
        ${personFields(words, typed, faults)} ${businessFields(words, typed, faults)}
        <p class="buttons"><button type="submit" class="primary">${account.register}</button></p>
      </form>
      <p class="ways"><a href="${context.base}/login">${account.haveAccount}</a></p>`,
  );
}

function personFields({ account, signIn }: Messages, typed: Typed, faults: Faults): Html {
  const password = `type="password" autocomplete="new-password" required minlength="${passwordMin}"`;
  return html`${field({
    name: 'name',
    label: account.yourName,
    value: typed.name,
    fault: faults.name,
    attributes: `type="text" autocomplete="name" required maxlength="${nameMax}" dir="auto"`,
  })}
  ${field({
    name: 'email',
    label: signIn.email,
    value: typed.email,
    fault: faults.email,
    attributes: `type="email" autocomplete="username" required maxlength="${emailMax}" dir="ltr"`,
  })}
  ${field({
    name: 'password',
    label: signIn.password,
    fault: faults.password,
    hint: account.passwordHint,
    attributes: `${password} maxlength="${passwordMax}" dir="ltr"`,
  })}`;
}

function businessFields({ account, language }: Messages, typed: Typed, faults: Faults): Html {
  const isFaulty = faults.currency !== undefined || faults.time_zone !== undefined || faults.chart !== undefined;
  const isOpen = isFaulty || typed.currency !== '' || typed.chart !== '';
  const folded: Html = { markup: isOpen ? '<details class="areas" open>' : '<details class="areas">' };
  const usual = { value: '', name: account.usual };
  return html`${field({
      name: 'business',
      label: account.business,
      value: typed.business,
      fault: faults.business,
      attributes: `type="text" autocomplete="organization" required maxlength="${nameMax}" dir="auto"`,
    })}
    ${choice({
      name: 'country',
      label: account.country,
      hint: account.countryHint,
      fault: faults.country,
      chosen: typed.country,
      isRequired: true,
      choices: [{ value: '', name: account.choose }, ...countryChoices(language)],
    })}
    ${folded}
    <summary>${account.money}</summary>
    <p class="detail">${account.moneyHint}</p>
    ${choice({
      name: 'currency',
      label: account.currency,
      fault: faults.currency,
      chosen: typed.currency,
      choices: [usual, ...currencyChoices(language)],
    })}
    ${choice({
      name: 'time_zone',
      label: account.timeZone,
      fault: faults.time_zone,
      chosen: typed.timeZone,
      choices: [usual, ...timeZoneChoices()],
    })}
    ${choice({
      name: 'chart',
      label: account.chart,
      fault: faults.chart,
      chosen: typed.chart,
      choices: [usual, ...Object.entries(chartNames).map(([value, name]) => ({ value, name }))],
    })}
    ${{ markup: '</details>' }}`;
}
