import { z } from 'zod';
import { money } from '../../core/money.ts';
import { wordsOf } from '../../core/words.ts';
import { encoderOf } from '../../operation/encode.ts';
import { forbidden, insufficientScope } from '../../operation/errors.ts';
import { lacking } from '../../operation/lacking.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Money, Text } from '../../wire/index.ts';
import { namingFields, writtenFields } from '../../operation/searchable.ts';
import { foundRows } from './found-rows.ts';
import { kinds, type SearchedType, searchedTypes } from './kinds.ts';
import { matches, ranked, type Ranked } from './ranked.ts';
import { typed } from './sought.ts';

const wordsMax = 8;
const perTypeMax = 25;
const perTypeDefault = 5;

const Query = Text(200)
  .refine((text) => wordsOf([text]).length <= wordsMax, { error: `Search for at most ${wordsMax} words.` })
  .describe('A number, e-mail, SKU or id, or beginnings of words in any order.');

const Range = z.object({ start: z.int(), end: z.int() });

const Hit = z.object({
  type: z.enum(searchedTypes),
  id: z.string(),
  title: ForeignName,
  subtitle: ForeignName.nullable(),
  date: Day.nullable(),
  amount: Money.nullable(),
  currency: z.string().nullable(),
  is_archived: z.boolean().describe('Archived or void.'),
  match: z.enum(matches),
  found: z
    .discriminatedUnion('field', [
      z.object({ field: z.enum(namingFields), text: ForeignName, ranges: z.array(Range) }),
      z.object({ field: z.enum(writtenFields), text: ForeignText, ranges: z.array(Range) }),
    ])
    .nullable()
    .describe('Plain text; ranges count UTF-16 units, the end not in them.'),
  url: z.string(),
});

const Group = z.object({
  type: z.enum(searchedTypes),
  shown: z.int(),
  has_more: z
    .boolean()
    .describe('Send a higher `limit` for more, or use the list of the type with `q` for all of them.'),
});

export const search = operation({
  name: 'search',
  summary: 'Search clients, products, sales, documents, expenses, payments and files, best first.',
  guidance:
    'Returns only what you may read. Tolerates typos in client and product names. To filter, use the list ' +
    'operations.',
  http: 'GET /search',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  cost: 3,
  input: z.strictObject({
    q: Query,
    types: z.array(z.enum(searchedTypes)).min(1).max(searchedTypes.length).optional().describe('Default: all types.'),
    limit: z.int().min(1).max(perTypeMax).default(perTypeDefault).describe('Maximum results of each type.'),
  }),
  output: z.object({
    results: z.array(Hit).describe('Grouped by type, starting with the type of the best match.'),
    groups: z.array(Group),
  }),
  refuses: [forbidden, insufficientScope],
  async run(context, { q, types, limit }) {
    const sought = typed(q);
    const among = typesFor(context, types).map((type) => kinds[type]);
    // Twice as many as are shown, since the database knows the newest and not the best.
    const most = 2 * limit + 1;
    const rows = among.length === 0 ? [] : await foundRows(context, among, { typed: sought, most });
    const grouped = [...Map.groupBy(ranked(rows, sought), ({ row }) => row.type)];
    return {
      results: grouped.flatMap(([, found]) => found.slice(0, limit).map((one) => hitFrom(context, one))),
      groups: grouped.map(([type, found]) => ({
        type,
        shown: Math.min(found.length, limit),
        has_more: found.length > limit,
      })),
    };
  },
});

/** The types asked for, or all that the caller may read. */
function typesFor({ actor }: Context, asked: readonly SearchedType[] | undefined): SearchedType[] {
  const mayRead = (type: SearchedType) => actor.permissions.has(kinds[type].permission);
  const refused = asked?.find((type) => !mayRead(type));
  if (refused !== undefined) {
    throw lacking(actor, kinds[refused].permission);
  }
  return searchedTypes.filter((type) => (asked?.includes(type) ?? true) && mayRead(type));
}

function hitFrom({ settings }: Context, { row, match, found }: Ranked): z.output<typeof Hit> {
  const { type } = row;
  const id = String(encoderOf(Id(type))(row.id));
  const { amount, currency } = row;
  return {
    // The type of the record decides the shape.
    found: found as z.output<typeof Hit>['found'],
    type,
    id,
    match,
    currency,
    is_archived: row.is_archived,
    date: row.date,
    title: row.title ?? id,
    subtitle: row.subtitle === '' ? null : row.subtitle,
    amount: amount === null || currency === null ? null : money(amount, currency),
    url: `${settings.publicUrl}/api${kinds[type].path}/${id}`,
  };
}
