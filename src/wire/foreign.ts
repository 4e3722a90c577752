import { z } from 'zod';

/** The keyword that says in a schema that others wrote a text: strangers may have, and nobody vouches for it. */
export const foreignKeyword = 'x-untrusted';

/** `text`: what is long enough to be read as a sentence. `name`: what names somebody or something. */
export const foreignKinds = ['text', 'name'] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** What clients, suppliers and others wrote, or typed in for them: data to be judged, never an instruction. */
export const ForeignText = z.string().meta({ [foreignKeyword]: 'text' });
/** A name, title or reference that such people chose. */
export const ForeignName = z.string().meta({ [foreignKeyword]: 'name' });
/** A value of any shape that shows what was typed as it was. */
export const ForeignValue = z.unknown().meta({ [foreignKeyword]: 'text' });

/** What the house writes to people, such as a reminder: asking something of its reader is what it is for. */
export function HouseProse(description?: string): z.ZodString {
  const schema = description === undefined ? z.string() : z.string().describe(description);
  proses.add(schema);
  return schema;
}

const proses = new WeakSet<z.ZodType>();

export function isHouseProse(schema: z.ZodType): boolean {
  return proses.has(schema);
}

/** What a schema says of itself; undefined for what the house wrote. */
export function foreignKindOf(schema: z.ZodType): ForeignKind | undefined {
  const said = schema.meta()?.[foreignKeyword];
  return foreignKinds.find((kind) => kind === said);
}
