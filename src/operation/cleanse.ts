import { validationFailed } from './errors.ts';

const depthMax = 32;
const keysMax = 10_000;
// PostgreSQL text holds no NUL, and other control characters only ever arrive by accident or in bad faith.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const poisonous = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Normalises every text to NFC and well-formed Unicode, keys included, to a bounded depth and size; refuses the rest
 * with its pointer. What the database would choke on or silently change never gets that far.
 */
export function cleanse(value: unknown): unknown {
  let keys = 0;
  const walk = (node: unknown, pointer: string, depth: number): unknown => {
    if (typeof node === 'string') return cleanText(node, pointer);
    if (typeof node !== 'object' || node === null) return node;
    if (depth > depthMax) throw refused(pointer, 'too_deep', `Nest at most ${depthMax} levels deep.`);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, `${pointer}/${index}`, depth + 1));
    const clean: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(node)) {
      keys += 1;
      if (keys > keysMax) throw refused(pointer, 'too_many_keys', `Send at most ${keysMax} keys.`);
      if (poisonous.has(key)) throw refused(pointer, 'unknown_field', 'There is no such field.');
      clean[cleanText(key, pointer)] = walk(item, `${pointer}/${key}`, depth + 1);
    }
    return clean;
  };
  return walk(value, '', 0);
}

function cleanText(text: string, pointer: string): string {
  if (!text.isWellFormed()) throw refused(pointer, 'malformed_text', 'Send well-formed Unicode.');
  if (controls.test(text)) throw refused(pointer, 'control_character', 'Remove the control characters.');
  return text.normalize('NFC');
}

function refused(pointer: string, code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: pointer.toWellFormed(), code, message }] });
}
