import { useEffect } from 'preact/hooks';
import { filled, loadRefusals, told, words } from './index.ts';

/** For a screen that says what somebody asks to do. */
export function useWriteWords(isNeeded = true): void {
  useEffect(() => {
    if (isNeeded) void loadRefusals();
  }, [words.value, isNeeded]);
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A write as people say it, `Void the sale`; nothing until its words are there. */
export function writeName(action: string): string {
  if (told.value === undefined) return '';
  const { console: texts, things } = told.value;
  const [verb = '', ...rest] = action.split('_');
  const [does, what] = [texts?.asked?.verbs, things].map((some) => new Map(Object.entries(some ?? {})));
  const whole = new Map(Object.entries(texts?.asked?.wholes ?? {})).get(action);
  if (whole !== undefined) return upper(whole);
  const [verbText, thing] = [does?.get(verb), what?.get(rest.join('_'))];
  if (texts?.asked === undefined || verbText === undefined || thing === undefined) {
    return upper(action.replaceAll('_', ' '));
  }
  return upper(filled(texts.asked.write, { do: verbText, what: thing }));
}

/** True for a name of the API that has a name for people. */
export const isField = (field: string): boolean => Object.hasOwn(told.value?.field_names ?? {}, field);

/** The place of a value in what was sent: `lines.0.unit_price` is `Lines 1: Unit price`. */
export function fieldName(field: string): string {
  const names = told.value?.field_names ?? {};
  return field.split('.').reduce((text, part) => {
    if (/^\d+$/.test(part)) return `${text} ${Number(part) + 1}`;
    const name = Object.hasOwn(names, part) ? (names[part] ?? part) : upper(part.replaceAll('_', ' '));
    return text === '' ? name : `${text}: ${name}`;
  }, '');
}

/** A value that an earlier step gives: `id of step 1`. */
export function stepValue(value: string): string {
  const [, field = '', step = ''] = /^([a-z_.\d]+) of step (\d+)$/.exec(value) ?? [];
  const text = told.value?.console?.asked?.ofStep;
  return field === '' || text === undefined ? value : filled(text, { field: fieldName(field), step });
}
