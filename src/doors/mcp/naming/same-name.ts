import { folded } from '../../../core/fold.ts';
import type { Row } from './near-names.ts';

/** True if one of these fields says exactly this text, whatever its case and accents. */
export function isCalled(row: Row, keys: readonly string[], text: string): boolean {
  return keys.some((key) => textsOf(row[key]).some((value) => isSame(value, text)));
}

/** A field's text; of a list such as that of tax ids, the value of each. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'value' in item ? textsOf(item.value) : [],
  );
}

function isSame(value: string, text: string): boolean {
  return folded(value.trim()) === folded(text.trim()) || (isReference(text) && spaceless(value) === spaceless(text));
}

/** An IBAN, tax id or phone number, which people write in groups: mostly digits. */
export function isReference(text: string): boolean {
  return /^\+?[a-z]{0,3}[\s./-]?(?:[\s./()-]*[a-z]{0,4}\d[a-z]?){7,32}$/iu.test(text.trim());
}

export function spaceless(text: string): string {
  return folded(text).replaceAll(/[\s./()-]/g, '');
}
