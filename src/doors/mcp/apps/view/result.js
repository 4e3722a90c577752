/** States that all apps show alike: waiting for approval, refused, dry run. */
import { element, facts, heading, mark } from './elements.js';

/** The answer of a tool, from its structure, or from its text where a host hands on no more. */
export function answerOf({ structuredContent, content }) {
  if (typeof structuredContent === 'object' && structuredContent !== null) return structuredContent;
  const text = content?.find(({ type }) => type === 'text')?.text;
  try {
    const parsed = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return { detail: text };
  }
}

/** The whole of an app: `own` shows what the tool answered when it did what it was asked for. */
export function shown(result, reader, own) {
  const answer = answerOf(result);
  if (answer.code === 'approval_required') return waiting(answer, reader);
  if (result.isError === true) return refused(answer);
  const tried = answer.preview === undefined ? [] : triedOnly(answer.preview);
  return [...tried, ...own(answer, reader)];
}

const reasons = new Map([
  ['preset', 'This connection requires approval for this kind of write.'],
  ['limit', 'It exceeds a limit of this connection, so it needs approval.'],
  ['untrusted_text', 'Text from third parties was read before, so it needs approval.'],
]);
const outcomes = new Map([
  ['rejected', 'Rejected'],
  ['expired', 'Expired'],
  ['superseded', 'Superseded'],
]);

function waiting(answer, reader) {
  const outcome = outcomes.get(answer.approval_status);
  const say = (text) => (text === undefined ? undefined : element('p', {}, text));
  return [
    heading(outcome === undefined ? 'Approval needed' : 'Not done', mark(outcome ?? 'Not done yet', 'bad')),
    say(outcome === undefined ? reasons.get(answer.reason) : String(answer.detail ?? '')),
    element('h2', {}, 'What would happen'),
    sentences(answer.preview),
    outcome === undefined && answer.expires_at !== undefined
      ? facts([['Decide until', reader.instant(answer.expires_at)]])
      : undefined,
    answer.note === undefined ? undefined : element('p', { class: 'notice text' }, String(answer.note)),
    ...(outcome === undefined ? linkTo(answer.approval_url, reader) : []),
  ].filter((part) => part !== undefined);
}

/** Leads to where a person decides. Nothing here decides, and nothing here calls a tool. */
function linkTo(address, { openLink }) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [];
  const link = element(
    'a',
    { class: 'button', href: url.href, target: '_blank', rel: 'noopener noreferrer' },
    'Review and decide',
  );
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    if (!(await openLink(url.href))) told.replaceChildren(`This app cannot open pages. The URL is ${url.href}`);
  });
  const told = element(
    'p',
    { class: 'quiet', role: 'status' },
    `It opens ${url.host}, where you are asked to sign in.`,
  );
  return [element('p', {}, link), told];
}

function refused({ detail, hint, code }) {
  return [
    heading('Not done', mark(String(code ?? 'refused'), 'bad')),
    element('p', {}, String(detail ?? 'It was refused.')),
    ...(hint === undefined ? [] : [element('p', { class: 'quiet' }, String(hint))]),
  ];
}

function triedOnly(preview) {
  const about = preview.sentences === undefined ? [] : [sentences(preview.sentences)];
  return [element('div', { class: 'notice' }, element('h2', {}, 'A preview: nothing was written'), ...about)];
}

function sentences(texts) {
  return element('ul', {}, ...(Array.isArray(texts) ? texts : []).map((text) => element('li', {}, String(text))));
}
