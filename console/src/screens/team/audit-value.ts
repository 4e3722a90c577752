import { namedValue } from '../../../../src/messages/named-value.ts';
import { isDay, longDay, moment } from '../../kit/values.ts';
import { fieldName, valueName } from '../../words/api-names.ts';
import { language, words } from '../../words/index.ts';

const nothing = '–';

/** A value of a record as people read it; what is within another one has its name. */
export function auditValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? words.value.form.yes : words.value.form.no;
  if (typeof value === 'string') return textIn(field, value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = Array.isArray(value)
    ? value.map((item) => auditValue(field, item))
    : Object.entries(value)
        .filter(([, item]) => item !== null)
        .map(([name, item]) => namedValue(language.value, fieldName(name), auditValue(name, item)));
  const between = Array.isArray(value) && value.some((item) => typeof item === 'object') ? '; ' : ', ';
  return inner.length === 0 ? nothing : inner.join(between);
}

function textIn(field: string, value: string): string {
  if (isDay(value)) return longDay(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return moment(value);
  return valueName(field, value);
}
