import { titleOf } from '../../modules/notifications/index.ts';
import { deliveries, type Delivery } from '../../operation/events.ts';
import { filled } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { option } from '../signed-in/terms.ts';
import { pageLanguages } from '../signed-in/messages.ts';
import { formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';

type Choice = { readonly type: string; readonly delivery: Delivery; readonly default_delivery: Delivery };
type Choices = { readonly data: readonly Choice[] };

const path = '/notifications/preferences';

/** `/notifications/preferences`: what somebody is told of, and how. */
export const notificationChoices: Screen = {
  path,
  tab: 'notifications',
  show: async (session) => shown(session, await session.call<Choices>('get_notification_preferences')),
  deeds: new Map([
    ['choose', choose],
    ['speak', speak],
  ]),
};

/** A choice left at its default stays there, should the default ever change. */
async function choose(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  const before = await session.call<Choices>('get_notification_preferences');
  const preferences = before.data.flatMap(({ type, delivery: old, default_delivery: usual }) => {
    const delivery = deliveries.find((one) => one === form.get(type));
    if (delivery === undefined || delivery === old) return [];
    return [{ type, delivery: delivery === usual ? null : delivery }];
  });
  const after =
    preferences.length === 0 ? before : await session.call<Choices>('update_notification_preferences', { preferences });
  return shown(session, after, html`<p class="notice good" role="status">${session.words.notifications.saved}</p>`);
}

/** The page comes again in the language that was chosen. */
async function speak(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  const locale = form.get('locale') ?? '';
  await session.call('update_me', { locale: locale === '' ? null : locale });
  return { goTo: path };
}

function shown(session: ConsoleSession, { data }: Choices, notice?: Html): Shown {
  const { notifications } = session.words;
  return {
    title: notifications.choices,
    body: html`<p class="crumb"><a href="${session.base}/notifications">← ${notifications.back}</a></p>
      <h1>${notifications.choices}</h1>
      <p class="lead">${notifications.choicesLead}</p>
      ${languageOf(session)} ${notice}
      <form method="post" class="sheet narrow">
        ${formStart(session, 'choose')} ${data.map((choice) => choiceOf(session, choice))}
        <p class="buttons start"><button type="submit" class="primary">${notifications.save}</button></p>
      </form>`,
  };
}

/** Each language by its own name. Another one than pages speak, chosen by a program, stays until this is sent. */
function languageOf(session: ConsoleSession): Html {
  const { notifications } = session.words;
  const chosen = session.me.user.locale;
  const tags = chosen === null || pageLanguages.includes(chosen) ? pageLanguages : [chosen, ...pageLanguages];
  return html`<form method="post" class="sheet narrow">
    ${formStart(session, 'speak')}
    <label class="above" for="locale">${notifications.language}</label>
    <select id="locale" name="locale" aria-describedby="locale-hint">
      ${option('', notifications.languageUsual, chosen === null)}
      ${tags.map((tag) => option(tag, ownName(tag), tag === chosen))}
    </select>
    <p id="locale-hint" class="detail">${notifications.languageHint}</p>
    <p class="buttons start"><button type="submit">${notifications.save}</button></p>
  </form>`;
}

function ownName(tag: string): string {
  // Extensions of a tag, such as collation, have no display name.
  const { baseName } = new Intl.Locale(tag);
  return new Intl.DisplayNames(baseName, { type: 'language' }).of(baseName) ?? tag;
}

function choiceOf({ words }: ConsoleSession, { type, delivery, default_delivery: usual }: Choice): Html {
  const { deliveries: names, usual: called } = words.notifications;
  return html`<label class="above" for="${type}">${titleOf(type, words.language)}</label>
    <select id="${type}" name="${type}">
      ${deliveries.map((one) =>
        option(one, one === usual ? filled(called, { delivery: names[one] }) : names[one], one === delivery),
      )}
    </select>`;
}
