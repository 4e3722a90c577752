import { z } from 'zod';
import { idIn, prefixOfExample } from '../wire/index.ts';
import { type Ask, type Unknown, isUnknown, shortList } from './asked-beside.ts';
import { cutOf } from './cut.ts';
import { type FieldError, validationFailed } from './errors.ts';
import type { Operation } from './operation.ts';
import { readerOf } from './record-readers.ts';
import { saysNothing } from './says-nothing.ts';
import { within } from './schema-at.ts';
import { unknownWords } from './unknown-words.ts';

/**
 * Refuses ids and words that a list or a report was narrowed by and that the caller finds nothing by: an empty answer
 * would read as if nothing had happened. Done here for every operation, because a new filter would be forgotten in its
 * own, and only where the answer says nothing, so that what is found costs nothing more. It asks what the caller could
 * ask as well: whoever may not read such records goes on being answered with nothing.
 */
export async function refuseUnknown(operation: Operation, asked: unknown, output: unknown, ask: Ask): Promise<void> {
  if (!saysNothing(operation, output)) return;
  const found = [...(await unknownIds(operation, asked, ask)), ...(await unknownWords(operation, asked, ask))];
  const errors: FieldError[] = found.map(({ field, message }) => ({
    pointer: `/${field}`,
    code: 'not_found',
    message,
  }));
  if (errors.length === 0) return;
  const hint = [...new Set(found.flatMap((one) => one.hint ?? []))].join(' ');
  const candidates = found.flatMap((one) => one.candidates);
  const cut = found.flatMap((one) => one.cut ?? []);
  throw validationFailed({
    errors,
    ...(hint === '' ? {} : { hint }),
    ...(candidates.length === 0 ? {} : { candidates }),
    ...(cut.length === 0 ? {} : { cut }),
  });
}

async function unknownIds(operation: Operation, asked: unknown, ask: Ask): Promise<Unknown[]> {
  const unknown: Unknown[] = [];
  for (const { field, id, prefix } of idsIn(operation, asked)) {
    const found = readerOf(prefix);
    if (found === undefined || !(await isUnknown(() => ask(found.reader, { id })))) continue;
    const { reader, list } = found;
    const message = `There is no such ${reader.name.replace(/^get_/, '').replaceAll('_', ' ')}.`;
    const { rows, left } = list === undefined ? { rows: [], left: 0 } : await shortList(list, ask);
    const hint = list && `Use ${list.name} to find existing ones.`;
    const cut = cutOf({ list: 'candidates', shown: rows.length, left, how: `${list?.name} returns all of them.` });
    unknown.push({ field, message, hint, candidates: rows, cut });
  }
  return unknown;
}

type AskedId = { readonly field: string; readonly id: string; readonly prefix: string };

/** The ids that were sent beside those that the path takes, which name what is read. */
function idsIn({ http, input }: Operation, asked: unknown): AskedId[] {
  const shape = 'shape' in input ? (input.shape as Readonly<Record<string, z.ZodType>>) : {};
  return Object.entries(asked as Readonly<Record<string, unknown>>).flatMap(([field, given]) => {
    const schema = shape[field];
    if (given === undefined || schema === undefined || http.includes(`{${field}}`)) return [];
    // A required id is no filter: the operation itself reports that it is not found.
    if (!schema.safeParse(undefined).success) return [];
    const prefixes = within(schema).flatMap((one) => prefixOfExample(one.meta()?.['examples']) ?? []);
    const value = typeof given === 'object' && prefixes.length > 0 ? z.encode(schema, given) : given;
    if (typeof value !== 'string') return [];
    return prefixes.flatMap((prefix) => {
      const id = idIn(prefix, value);
      return id === undefined ? [] : [{ field, ...id }];
    });
  });
}
