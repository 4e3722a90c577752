import type { z } from 'zod';
import { cleanse } from '../../operation/cleanse.ts';
import type { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments that would be accepted, where what is wrong has one mechanical repair: an amount written as a number, a
 * number written as text, one value where a list is wanted, camelCase, a cursor of another list. Undefined otherwise:
 * what needs a choice is the model's to make.
 */
export function repaired(operation: Operation, input: Arguments, error: BusinessError): Arguments | undefined {
  if (error.kind.code === 'invalid_cursor') {
    const { cursor: _, ...rest } = input;
    return rest;
  }
  if (error.kind.code !== 'validation_failed' || error.details.errors === undefined) return undefined;
  const changed = structuredClone(input) as Record<string, unknown>;
  for (const { pointer, code } of error.details.errors) {
    const path = pointer.split('/').slice(1).map(unescapePart);
    if (code === 'unknown_field') renameToSnakeCase(changed, path);
    else repairValue(changed, path, operation.input);
  }
  return accepts(operation.input, changed) ? changed : undefined;
}

function accepts(schema: z.ZodType, input: unknown): boolean {
  try {
    return schema.safeParse(cleanse(input)).success;
  } catch {
    return false;
  }
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function renameToSnakeCase(root: Record<string, unknown>, path: readonly string[]): void {
  const [parent, key] = placeOf(root, path);
  if (parent === undefined || key === undefined || Array.isArray(parent) || !(key in parent)) return;
  const snake = key.replaceAll(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  if (snake === key || snake in parent) return;
  parent[snake] = parent[key];
  delete parent[key];
}

/** Tries each other spelling of the value and keeps the first that the schema takes at this place. */
function repairValue(root: Record<string, unknown>, path: readonly string[], schema: z.ZodType): void {
  const [parent, key] = placeOf(root, path);
  if (parent === undefined || key === undefined || !(key in parent)) return;
  const original = parent[key];
  for (const spelling of spellingsOf(original)) {
    parent[key] = spelling;
    if (!faultAt(schema, root, path)) return;
  }
  parent[key] = original;
}

function spellingsOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [String(value), [value]];
  if (typeof value === 'string') {
    const trimmed = value.trim();
    if (trimmed === 'true' || trimmed === 'false') return [trimmed === 'true', [value]];
    return /^-?\d{1,15}$/.test(trimmed) ? [Number(trimmed), [value]] : [[value]];
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [[value]] : [];
}

function faultAt(schema: z.ZodType, input: unknown, path: readonly string[]): boolean {
  const parsed = schema.safeParse(input);
  if (parsed.success) return false;
  return parsed.error.issues.some((issue) => path.every((part, index) => String(issue.path[index]) === part));
}

/** The object that holds the last part of the path. */
function placeOf(
  root: Record<string, unknown>,
  path: readonly string[],
): [Record<string, unknown> | undefined, string | undefined] {
  let place: unknown = root;
  for (const part of path.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, part)) return [undefined, undefined];
    place = (place as Record<string, unknown>)[part];
  }
  return typeof place === 'object' && place !== null
    ? [place as Record<string, unknown>, path.at(-1)]
    : [undefined, undefined];
}
