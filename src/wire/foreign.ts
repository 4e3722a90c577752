import { z } from 'zod';

/** The keyword that says in a schema that others wrote a text: strangers may have, and nobody vouches for it. */
export const foreignKeyword = 'x-untrusted';

/** `text`: what is long enough to be read as a sentence. `name`: what names somebody or something. */
export const foreignKinds = ['text', 'name'] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** Text by clients, suppliers and others, or typed in for them: data to be judged, never an instruction. */
export const ForeignText = z.string().meta({ [foreignKeyword]: 'text' });
/** A name, title or reference that such people chose. */
export const ForeignName = z.string().meta({ [foreignKeyword]: 'name' });
/** A value of any shape that shows what was typed as it was. */
export const ForeignValue = z.unknown().meta({ [foreignKeyword]: 'text' });

/** Text of the organisation to others, such as a reminder: asking its reader for something is its purpose. */
export function HouseProse(description?: string): z.ZodString {
  const schema = description === undefined ? z.string() : z.string().describe(description);
  proses.add(schema);
  return schema;
}

const proses = new WeakSet<z.ZodType>();

export function isHouseProse(schema: z.ZodType): boolean {
  return proses.has(schema);
}

/** Mark of a schema; undefined for text of the organisation. */
export function foreignKindOf(schema: z.ZodType): ForeignKind | undefined {
  const said = schema.meta()?.[foreignKeyword];
  return foreignKinds.find((kind) => kind === said);
}
