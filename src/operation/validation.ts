import { z } from 'zod';
import { nearestOf } from '../core/nearest.ts';
import { type BusinessError, type FieldError, validationFailed } from './errors.ts';
import { schemasAt, within } from './schema-at.ts';
import { whatToWrite } from './what-to-write.ts';

const errorsMax = 20;
/** More would be read by nobody. */
const namesMax = 40;
const nearestMax = 5;

/**
 * Zod's issues as pointers and sentences that say what to write instead. Parsed with `reportInput`, or a field that is
 * there in another type looks like one that is missing.
 */
export function validationError(error: z.ZodError, schema: z.ZodType): BusinessError {
  const issues = error.issues.filter((issue) => !isSaidBetter(issue, error.issues));
  const errors = issues.flatMap((issue) => fieldErrors(issue, schema)).slice(0, errorsMax);
  return validationFailed({ errors, ...(errors[0] === undefined ? {} : { hint: errors[0].message }) });
}

/** A number beyond what a machine counts exactly is beyond the limit of its field as well, if there is one. */
function isSaidBetter(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if ((issue.code !== 'too_big' && issue.code !== 'too_small') || issue.origin !== 'int') return false;
  const place = pointerOf(issue.path);
  return all.some((other) => other !== issue && pointerOf(other.path) === place);
}

function fieldErrors(issue: z.core.$ZodIssue, schema: z.ZodType): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: `${pointer}/${escape(key)}`,
      code: 'unknown_field',
      message: ['There is no such field.', fieldNames(schema, issue.path, key)].filter(Boolean).join(' '),
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionErrors(issue, schema);
  return [
    { pointer, code: codeOf(issue), message: [whatToWrite(issue), itemsOf(schema, issue)].filter(Boolean).join(' ') },
  ];
}

/** The faults of the one shape that the value has, within it; else what each of the shapes would take. */
function unionErrors({ errors, path }: z.core.$ZodIssueInvalidUnion, schema: z.ZodType): FieldError[] {
  const isOtherKind = (one: z.core.$ZodIssue) => one.path.length === 0 && one.code === 'invalid_type';
  const fitting = errors.filter((option) => !option.some(isOtherKind));
  const told = (fitting.length > 0 ? fitting : errors).map((option) =>
    option.flatMap((one) => fieldErrors({ ...one, path: [...path, ...one.path] }, schema)),
  );
  const [first = []] = told;
  if (told.length === 1) return first;
  const messages = new Set(told.flatMap(([one]) => one?.message ?? []));
  return [{ pointer: pointerOf(path), code: 'invalid', message: [...messages].join(' Or: ') }];
}

/** Names the choices, or the fields that each item needs. */
function itemsOf(schema: z.ZodType, issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_type' || issue.expected !== 'array' || issue.input === undefined) return undefined;
  for (const place of schemasAt(schema, issue.path)) {
    if (!(place instanceof z.ZodArray)) continue;
    for (const item of within(place.element as z.ZodType)) {
      if (item instanceof z.ZodEnum && item.options.length <= namesMax) return `Of: ${item.options.join(', ')}.`;
      if (item instanceof z.ZodObject) return `Each item is an object with: ${namesIn(item).join(', ')}.`;
    }
  }
  return undefined;
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  return issue.code;
}

/** The fields that there are at the place. */
function fieldNames(schema: z.ZodType, path: readonly PropertyKey[], written: string): string | undefined {
  const objects = schemasAt(schema, path).filter((place) => place instanceof z.ZodObject);
  if (objects.length === 0) return undefined;
  const names = [...new Set(objects.flatMap(namesIn))];
  if (names.length === 0) return path.length === 0 ? 'This operation takes no fields.' : undefined;
  if (names.length <= namesMax) return `Fields: ${names.join(', ')}.`;
  return `The nearest fields: ${nearestOf(written, names, nearestMax).join(', ')}.`;
}

function namesIn(object: z.ZodObject): string[] {
  return Object.keys(object.shape);
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${escape(String(part))}`).join('');
}

function escape(part: string): string {
  return part.toWellFormed().slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
