import { z } from 'zod';
import { readsAsInstruction, speaksToModel } from '../core/instruction.ts';
import { type ForeignKind, foreignKindOf, isHouseProse, prefixOf } from '../wire/index.ts';

/** Adds the kinds of foreign text that a value in wire form holds. */
type Finder = (value: unknown, found: Found) => void;

/** `said`: texts that the caller wrote itself, which tell it nothing. */
type Found = { readonly kinds: Set<ForeignKind>; readonly said: Said };

/** `orders`: those of them that read as instructions, which may come back within other texts. */
type Said = { readonly all: ReadonlySet<string>; readonly orders: readonly string[] };

const compiled = new WeakMap<z.ZodType, Finder | undefined>();

/**
 * Kinds of foreign text in an answer beyond the text that its caller sent. What its schema marks counts by where it
 * comes from; every other text by what it says, whoever wrote it: a name that reads as an instruction to a model is no
 * name.
 */
export function foreignIn(schema: z.ZodType, output: unknown, input: unknown = {}): ReadonlySet<ForeignKind> {
  const finder = finderOf(schema);
  const kinds = new Set<ForeignKind>();
  if (finder !== undefined) finder(output, { kinds, said: saidIn(input) });
  return kinds;
}

/** Even texts of the service itself, such as a refusal or a preview, may quote an instruction from outside. */
export function carriesInstruction(told: unknown, input: unknown = {}): boolean {
  const said = saidIn(input);
  return textsIn(told).some((text) => tells(text, said, speaksToModel));
}

function saidIn(input: unknown): Said {
  const all = new Set(textsIn(input));
  return { all, orders: [...all].filter(readsAsInstruction) };
}

/** Undefined where a schema leaves no room for text, so that those answers are not looked at. */
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
  if (isHouseProse(schema)) return contentFinder(speaksToModel);
  if (schema instanceof z.ZodObject) return objectFinder(schema);
  if (schema instanceof z.ZodArray) return eachFinder(finderOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodRecord) return recordFinder(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return oneFinder(schema);
  const inner = innerOf(schema);
  if (inner.length === 0) return isWithoutText(schema) ? undefined : contentFinder(readsAsInstruction);
  const finders = inner.map(finderOf).filter((finder) => finder !== undefined);
  if (finders.length === 0) return undefined;
  return (value, found) => {
    for (const finder of finders) finder(value, found);
  };
}

/** Numbers, truths, ids and the house's own words. */
function isWithoutText(schema: z.ZodType): boolean {
  return prefixOf(schema) !== undefined || wordless.some((kind) => schema instanceof kind);
}

const wordless = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull, z.ZodUndefined, z.ZodNever];

/** A value of the schema is a value of one of these. */
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
  const content = contentFinder(readsAsInstruction);
  return (value, found) => {
    const { kinds, said } = found;
    if (!kinds.has(kind) && textsIn(value).some((text) => text.trim() !== '' && !said.all.has(text))) kinds.add(kind);
    if (kind === 'name') content(value, found);
  };
}

/** Counts as long text whatever reads as an instruction, of whatever length. */
function contentFinder(reads: (text: string) => boolean): Finder {
  return (value, { kinds, said }) => {
    if (!kinds.has('text') && textsIn(value).some((text) => tells(text, said, reads))) kinds.add('text');
  };
}

function tells(text: string, { all, orders }: Said, reads: (text: string) => boolean): boolean {
  if (all.has(text) || !reads(text)) return false;
  const rest = orders.reduce((left, order) => left.replaceAll(order, ' '), text);
  return rest === text || reads(rest);
}

function objectFinder({ shape, def: { catchall } }: z.ZodObject): Finder | undefined {
  const fields = Object.entries(shape).flatMap(([key, field]) => {
    const find = finderOf(field as z.ZodType);
    return find === undefined ? [] : [{ key, find }];
  });
  const others = catchall === undefined ? undefined : finderOf(catchall as z.ZodType);
  if (fields.length === 0 && others === undefined) return undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null) return;
    const row = value as Readonly<Record<string, unknown>>;
    for (const { key, find } of fields) if (Object.hasOwn(row, key)) find(row[key], found);
    if (others === undefined) return;
    for (const [key, other] of Object.entries(row)) if (!Object.hasOwn(shape, key)) others(other, found);
  };
}

/** Keys are texts too, where they are not ours. */
function recordFinder({ keyType, valueType }: z.ZodRecord): Finder | undefined {
  const each = eachFinder(finderOf(valueType as z.ZodType));
  const keys = finderOf(keyType as z.ZodType);
  if (each === undefined && keys === undefined) return undefined;
  return (value, found) => {
    if (typeof value === 'object' && value !== null) keys?.(Object.keys(value), found);
    each?.(value, found);
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
