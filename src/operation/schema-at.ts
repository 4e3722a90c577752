import { z } from 'zod';

/** One schema for each branch of a union, unwrapped. */
export function schemasAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType[] {
  return path.reduce<z.ZodType[]>((places, part) => places.flatMap((place) => innerAt(place, part)), within(schema));
}

function innerAt(schema: z.ZodType, part: PropertyKey): z.ZodType[] {
  // zod's own types are narrower than the base class that all schemas have.
  if (schema instanceof z.ZodArray) return within(schema.element as z.ZodType);
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, part)) return [];
  const inner: unknown = schema.shape[String(part)];
  return inner instanceof z.ZodType ? within(inner) : [];
}

/** A schema without what wraps it, such as a default; each choice of a union. */
export function within(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(within);
  if (schema instanceof z.ZodPipe) return within(schema.in as z.ZodType);
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy;
  return wraps ? within(schema.unwrap() as z.ZodType) : [schema];
}
