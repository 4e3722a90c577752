import { z } from 'zod';
import { Id, type Prefixed } from '../../wire/index.ts';
import { notFound } from '../errors.ts';
import { expandRows, type Expansions } from '../expand.ts';
import { expandPaths, fieldsInput } from '../list.ts';
import { type Context, type Operation, operation } from '../operation.ts';

type Expandable<Row extends z.ZodObject> = Pick<Operation, 'summary' | 'permission' | 'mcp'> & {
  readonly kind: Prefixed;
  /** Such as `/sales`. */
  readonly path: `/${string}`;
  /** The record with what `expand` adds to it. */
  readonly row: Row;
  readonly expansions: Expansions;
  /** Fails with `not_found` where there is none. */
  readonly read: (context: Context, id: string) => Promise<z.output<Row>>;
};

/** The `get` of a record that takes `fields` and `expand`, as its list does. */
export function getExpandable<Row extends z.ZodObject>(declared: Expandable<Row>): Operation {
  const { kind, path, row, expansions, read, ...words } = declared;
  return operation({
    ...words,
    name: `get_${kind}`,
    http: `GET ${path}/{id}`,
    effect: 'read',
    input: z.strictObject({
      id: Id(kind),
      fields: fieldsInput(row).optional(),
      expand: expandPaths(expansions).optional(),
    }),
    output: row,
    refuses: [notFound],
    async run(context, { id, expand }) {
      const record = await read(context, id);
      await expandRows(context, [record], expand, expansions);
      return record;
    },
  });
}
