import { filled } from '../../messages/index.ts';
import { html, type Html } from './html.ts';
import { nameField } from './name-field.ts';
import { isPriced, type Reader, type Shown } from './reader.ts';

/** Address and state of the answer form. */
export type Answering = {
  /** The address of the page, without an answer. */
  readonly path: string;
  /** Proves that a form was read off this page not long ago. */
  readonly key: string;
  /** Fault and values of the previous attempt. */
  readonly again?: {
    readonly choice: Choice;
    readonly fault: 'name' | 'stale';
    readonly name: string;
    readonly reason: string;
  };
};
export type Choice = 'accept' | 'decline';

export const nameMax = 255;
export const reasonMax = 500;

/** The forms by which a quote is answered; undefined where it cannot be. */
export function answerOf(shown: Shown, reader: Reader, answering: Answering): Html | undefined {
  if (shown.type !== 'quote' || shown.status !== 'open' || !isPriced(shown)) return undefined;
  const { words, money } = reader;
  const { again } = answering;
  const declining = again?.choice === 'decline';
  const reason = declining ? again.reason : '';
  const named = (choice: Choice) => {
    const own = again?.choice === choice ? again : undefined;
    return { id: `${choice}-name`, value: own?.name ?? '', max: nameMax, isMissing: own?.fault === 'name' };
  };
  return html`<section id="answer" class="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${words.answer}</h2>
${again?.fault === 'stale' ? html`<p class="fault" role="alert">${words.problem}: ${words.stale}</p>` : null}
<form method="post" action="${answering.path}/accept">
<input type="hidden" name="key" value="${answering.key}">
${nameField(reader, named('accept'))}
<p class="detail" id="agreement">${filled(words.agreement, { total: money(shown.total) })}</p>
<button type="submit" class="primary" aria-describedby="agreement">${words.accept}</button>
</form>
${{ markup: declining ? '<details open>' : '<details>' }}<summary>${words.decline}</summary>
<form method="post" action="${answering.path}/decline">
<input type="hidden" name="key" value="${answering.key}">
${nameField(reader, named('decline'))}
<label for="reason">${words.reason}</label>
<textarea id="reason" name="reason" rows="3" maxlength="${reasonMax}" dir="auto">${reason}</textarea>
<button type="submit">${words.decline}</button>
</form></details>
</section>`;
}
