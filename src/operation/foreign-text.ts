import { z } from 'zod';
import { type ForeignKind, foreignKindOf } from '../wire/index.ts';

/** Adds the kinds of foreign text that a value in wire form holds. */
type Finder = (value: unknown, found: Found) => void;

/** `said`: texts that the caller wrote itself, which tell it nothing. */
type Found = { readonly kinds: Set<ForeignKind>; readonly said: ReadonlySet<string> };

const compiled = new WeakMap<z.ZodType, Finder | undefined>();

/** Which kinds of text by others an answer holds, by its schema, beyond those that its caller sent. */
export function foreignIn(schema: z.ZodType, output: unknown, input: unknown = {}): ReadonlySet<ForeignKind> {
  const finder = finderOf(schema);
  const kinds = new Set<ForeignKind>();
  if (finder !== undefined) finder(output, { kinds, said: new Set(textsIn(input)) });
  return kinds;
}

/** Undefined where nothing of the schema is foreign, so that most answers are not looked at. */
function finderOf(schema: z.ZodType): Finder | undefined {
  if (compiled.has(schema)) return compiled.get(schema);
  // A schema that holds itself is looked up again when its value is.
  compiled.set(schema, (value, found) => compiled.get(schema)?.(value, found));
  const finder = compile(schema);
  compiled.set(schema, finder);
  return finder;
}

function compile(schema: z.ZodType): Finder | undefined {
  const kind = foreignKindOf(schema);
  if (kind !== undefined) return textFinder(kind);
  if (schema instanceof z.ZodObject) return objectFinder(schema.shape);
  if (schema instanceof z.ZodArray) return eachFinder(finderOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodRecord) return eachFinder(finderOf(schema.valueType as z.ZodType));
  if (schema instanceof z.ZodDiscriminatedUnion) return oneFinder(schema);
  const inner = innerOf(schema).map(finderOf);
  const finders = inner.filter((finder) => finder !== undefined);
  if (finders.length === 0) return undefined;
  return (value, found) => {
    for (const finder of finders) finder(value, found);
  };
}

/** What a schema wraps: a value of it is a value of one of those. */
function innerOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[];
  const wraps =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy;
  return wraps ? [schema.unwrap() as z.ZodType] : [];
}

/** Any text within counts, as of what is shown as it was. */
function textFinder(kind: ForeignKind): Finder {
  return (value, { kinds, said }) => {
    if (!kinds.has(kind) && textsIn(value).some((text) => text.trim() !== '' && !said.has(text))) kinds.add(kind);
  };
}

function objectFinder(shape: Record<string, z.ZodType>): Finder | undefined {
  const fields = Object.entries(shape).flatMap(([key, field]) => {
    const find = finderOf(field);
    return find === undefined ? [] : [{ key, find }];
  });
  if (fields.length === 0) return undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null) return;
    const row = value as Readonly<Record<string, unknown>>;
    for (const { key, find } of fields) if (Object.hasOwn(row, key)) find(row[key], found);
  };
}

/** Looks at a value as the one shape that it says it has: what another would call foreign does not count. */
function oneFinder(union: z.ZodDiscriminatedUnion): Finder {
  const key = union.def.discriminator;
  const shapes = union.options.flatMap((option) => {
    const find = option instanceof z.ZodObject ? finderOf(option) : undefined;
    const said: unknown = option instanceof z.ZodObject ? option.shape[key] : undefined;
    return find !== undefined && said instanceof z.ZodType ? [{ find, said }] : [];
  });
  return (value, found) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return;
    const name = (value as Readonly<Record<string, unknown>>)[key];
    for (const { find, said } of shapes) if (said.safeParse(name).success) find(value, found);
  };
}

function eachFinder(find: Finder | undefined): Finder | undefined {
  if (find === undefined) return undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null) return;
    for (const item of Object.values(value)) find(item, found);
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
