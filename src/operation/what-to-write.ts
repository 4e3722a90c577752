import type { z } from 'zod';
import { nearestOf } from '../core/nearest.ts';

/** More would be read by nobody. */
const valuesMax = 40;
const nearestMax = 5;

/** Zod's own messages say what is wrong, not what to write instead. */
const plain = /^(?:Invalid option|Invalid input|Too big|Too small):/;

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** A schema's own message is preferred. */
export function whatToWrite(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined')) return 'This field is required.';
  if (!plain.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_value') return oneOf(issue.values, issue.input);
  if (issue.code === 'invalid_type') return ofKind(issue);
  if (issue.code === 'too_big') return atMost(issue.maximum, issue.origin);
  if (issue.code === 'too_small') return atLeast(issue.minimum, issue.origin);
  return issue.message;
}

function oneOf(values: readonly unknown[], written: unknown): string {
  const names = values.map(String);
  if (names.length === 1) return `Write ${names[0]}.`;
  if (names.length <= valuesMax) return `Write one of: ${names.join(', ')}.`;
  // A value that is no text may not even convert to one.
  const text = typeof written === 'string' ? written.slice(0, 100) : '';
  const near = nearestOf(text, names, nearestMax);
  return `Write one of the ${names.length} known values; the nearest are ${near.join(', ')}.`;
}

function ofKind({ expected, input }: z.core.$ZodIssueInvalidType): string {
  const wanted = kinds[expected];
  if (wanted === undefined) return `Write a value of type ${expected}.`;
  const given = kinds[input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input];
  const isSaid = given === undefined || wanted.endsWith(given.slice(2));
  return isSaid ? `Write ${wanted}.` : `Write ${wanted}, not ${given}.`;
}

/** Whole sentences, which other languages can say. */
function atMost(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `Write at most ${limit} characters.`;
  if (origin === 'array' || origin === 'set') return `Send at most ${limit} items.`;
  return `Write a number of at most ${limit}.`;
}

function atLeast(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `Write at least ${limit} characters.`;
  if (origin === 'array' || origin === 'set') return `Send at least ${limit} items.`;
  return `Write a number of at least ${limit}.`;
}
