import { z } from 'zod';
import { AnyId, Id, type Prefixed, prefixes } from '../../../wire/index.ts';

// Object.keys of the object that declares them.
const kinds = Object.keys(prefixes) as readonly Prefixed[];

/** The id of a record of any kind, told apart by its prefix. */
export const SourceId = z.codec(
  z
    .string()
    .max(64)
    .describe('The sale, payment or other source record of the entry, or the document or file that shows it.')
    .meta({ examples: AnyId.meta()?.['examples'] }),
  z.object({ type: z.string(), id: z.string() }),
  {
    decode: (text, context) => {
      const type = kinds.find((kind) => prefixes[kind] === text.slice(0, text.lastIndexOf('_')));
      const id = type === undefined ? undefined : Id(type).safeParse(text).data;
      if (type !== undefined && id !== undefined) return { type, id };
      const message = 'Write the id of a record, such as sale_01h455vb4pex5vsknk084sn02q.';
      context.issues.push({ code: 'custom', input: text, message, params: { code: 'wrong_id' } });
      return z.NEVER;
    },
    encode: ({ type, id }) => {
      const kind = kinds.find((name) => name === type);
      if (kind === undefined) throw new RangeError(`${type} is no kind of record`);
      return z.encode(Id(kind), id);
    },
  },
);
