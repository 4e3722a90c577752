import type { z } from 'zod';

type Clearable<Shape extends Readonly<Record<string, z.ZodType>>> = {
  [Field in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Field]>>;
};

/** Fields of an update that may be left out, which keeps them, or sent as null, which empties them. */
export function clearable<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Clearable<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => [name, field.nullable().optional()]);
  // Each field is wrapped just as the type says; fromEntries only forgets their names.
  return Object.fromEntries(fields) as Clearable<Shape>;
}

type Sent<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };

/** The fields that were sent, so that spreading them over a record changes those and no others. */
export function sent<Fields extends object>(fields: Fields): Sent<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only fields without a value are gone, which is what the type says.
  return Object.fromEntries(entries) as Sent<Fields>;
}
