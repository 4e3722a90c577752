import { filled, messagesOf } from '../../messages/index.ts';

type Done = { readonly who: string; readonly action: string; readonly refused: string | null };
type Texts = Readonly<Record<string, string>>;

/** An entry as a sentence in the reader's language: `Ana Weber changed the client.` */
export function sentenceOn({ who, action, refused }: Done, language: string): string {
  const words = messagesOf(language, 'timeline');
  const plain = action.replaceAll('_', ' ');
  if (refused !== null) return filled(words.refused, { who, ...refusalIn(language, { plain, action, refused }) });
  const whole = textIn(words.wholes, action);
  if (whole !== undefined) return filled(words.whole, { who, did: whole });
  const [did, what] = [textIn(words.verbs, verbOf(action)), textIn(words.things, thingOf(action))];
  // The log may hold what an operation was called in an earlier version.
  if (did === undefined || what === undefined) return `${who}: ${calledIn(language, action) ?? plain}.`;
  return filled(words.done, { who, did, what });
}

type Refused = { readonly plain: string; readonly action: string; readonly refused: string };

/** What was refused and why. English has the names of the API, which its readers search for. */
function refusalIn(language: string, { plain, action, refused }: Refused): { action: string; code: string } {
  if (/^en\b/.test(language)) return { action: plain, code: refused };
  const why = textIn(messagesOf(language, 'console').refusals, refused) ?? refused;
  return { action: calledIn(language, action) ?? plain, code: why.includes('{') ? refused : why.replace(/\.$/, '') };
}

/** What the service does by itself, as it is called where it waits or is listed: `send the reminder due`. */
const calledIn = (language: string, action: string): string | undefined =>
  textIn(messagesOf(language, 'console').asked.wholes, action);

/** True for an operation with words of its own, or with words for its verb and for what it is done to. */
export function hasWords(action: string): boolean {
  const { wholes, verbs, things } = messagesOf('en', 'timeline');
  const isComposed = textIn(verbs, verbOf(action)) !== undefined && textIn(things, thingOf(action)) !== undefined;
  return isComposed || textIn(wholes, action) !== undefined;
}

const verbOf = (action: string): string => action.split('_', 1)[0] ?? '';
const thingOf = (action: string): string => action.split('_').slice(1).join('_');

function textIn(texts: Texts, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
const textMax = 120;

/** A change of a field as text: `phone: nothing → +49 30 1`. */
export function wordsOn({ field, before, after }: { field: string; before: unknown; after: unknown }): string {
  return `${field.replaceAll('_', ' ')}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return clipped(typeof value === 'string' ? value : JSON.stringify(value));
  if (value.length === 0) return 'nothing';
  if (value.every((item) => typeof item === 'string')) return clipped(value.join(', '));
  return value.length === 1 ? '1 item' : `${value.length} items`;
}

function clipped(text: string): string {
  return text.length <= textMax ? text : `${text.slice(0, textMax - 1).toWellFormed()}…`;
}
