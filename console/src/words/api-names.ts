import { useEffect } from 'preact/hooks';
import { apiNames, filled, loadNames, words } from './index.ts';

/** For a screen that shows names of the API: true once they are there. Until then their places are empty. */
export function useApiNames(isNeeded = true): boolean {
  useEffect(() => {
    if (isNeeded) void loadNames();
  }, [words.value, isNeeded]);
  return apiNames.value !== undefined;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const plain = (name: string): string => upper(name.replaceAll('_', ' '));

type Texts = Readonly<Record<string, string>>;

const textIn = (texts: Texts | undefined, name: string): string | undefined =>
  texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;

/** A write as people say it, `Void the sale`; nothing until its words are there. */
export function writeName(action: string): string {
  if (apiNames.value === undefined) return '';
  const { console: texts, things } = apiNames.value;
  const { asked } = texts ?? {};
  const [verb = '', ...rest] = action.split('_');
  const whole = textIn(asked?.wholes, action);
  if (whole !== undefined) return upper(whole);
  const [verbText, thing] = [textIn(asked?.verbs, verb), textIn(things, rest.join('_'))];
  if (asked === undefined || verbText === undefined || thing === undefined) return plain(action);
  return upper(filled(asked.write, { do: verbText, what: thing }));
}

/** True for a name of the API that has a name for people. */
export const isField = (field: string): boolean => textIn(apiNames.value?.field_names, field) !== undefined;

/** The place of a value in what was sent: `lines.0.unit_price` is `Lines 1: Unit price`. */
export function fieldName(field: string): string {
  if (apiNames.value === undefined) return '';
  const names = apiNames.value.field_names;
  return field.split('.').reduce((text, part) => {
    if (/^\d+$/.test(part)) return `${text} ${Number(part) + 1}`;
    const name = textIn(names, part) ?? plain(part);
    return text === '' ? name : `${text}: ${name}`;
  }, '');
}

/** English has none of these: the service says them itself, and `otherwise` is what it says. */
const textOr =
  (area: 'permissions' | 'event_titles' | 'check_promises') =>
  (name: string, otherwise: string): string =>
    apiNames.value === undefined ? '' : (textIn(apiNames.value[area], name) ?? otherwise);

export const permissionName = textOr('permissions');
export const eventTitle = textOr('event_titles');
export const checkPromise = textOr('check_promises');

/** A value that an earlier step gives: `id of step 1`. */
export function stepValue(value: string): string {
  const [, field = '', step = ''] = /^([a-z_.\d]+) of step (\d+)$/.exec(value) ?? [];
  const text = apiNames.value?.console?.asked?.ofStep;
  return field === '' || text === undefined ? value : filled(text, { field: fieldName(field), step });
}

/** What people fill with words of their own, by the end of the name of the field: `open` may be a name there. */
const typed = [
  'choices city code description folder footer intro key label labels memo message metadata name names note notes',
  'notes_internal notes_public',
  'number path pattern project query reference region sku subject tag tags terms text title unit value values words',
  'cancel_reason correction_reason decline_reason end_reason exclusion_reason exemption_reason reject_reason',
  'reopen_reason void_reason',
];
const isTyped = new RegExp(`(?:^|_)(?:${typed.join(' ').replaceAll(' ', '|')})$`);

/** A value of an enumeration, such as `partially_paid`; any other as it is. */
export function valueName(field: string, value: string): string {
  if (apiNames.value === undefined) return '';
  const last = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (value.includes(':')) return permissionName(value, value);
  if (isTyped.test(last) && !value.includes('_')) return value;
  return textIn(apiNames.value?.value_names, value) ?? value;
}
