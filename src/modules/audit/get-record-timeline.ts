import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { openCursor, sealCursor } from '../../operation/cursor.ts';
import { notFound } from '../../operation/errors.ts';
import { changesBetween, historyInput } from '../../operation/history.ts';
import { Page } from '../../operation/list.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { ActorStamp, ForeignText, ForeignValue, Id, Instant, Locale, Text } from '../../wire/index.ts';
import { withoutCosts } from './costs.ts';
import { readerOf } from './readers.ts';
import { sentenceOn, wordsOn } from './words.ts';

const Entry = z.object({
  id: Id('audit'),
  at: Instant,
  actor: ActorStamp,
  action: z.string(),
  sentence: z.string().describe('A sentence, such as: Ana Weber changed the client.'),
  changes: z.array(
    z.object({
      field: z.string(),
      before: ForeignValue,
      after: ForeignValue,
      words: ForeignText.describe('The change in words, such as: phone: nothing → +49 30 1.'),
    }),
  ),
  door: z.string(),
  request_id: z.string(),
});
type Entry = z.output<typeof Entry>;

type Row = Omit<Entry, 'sentence' | 'changes'> & {
  readonly before: unknown;
  readonly after: unknown;
  readonly refused: string | null;
};

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const getRecordTimeline = operation({
  name: 'get_record_timeline',
  summary: 'Get the history of a record, latest first: who changed which fields, when and how.',
  guidance: 'Takes the id of any record you may read. For all activity with a client, use get_client_timeline.',
  http: 'GET /records/{id}/timeline',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: z.strictObject({
    id: Text(64),
    ...historyInput,
    language: Locale.optional().describe('Language of `sentence`. Default: the organisation’s.'),
  }),
  output: Page(Entry),
  refuses: [notFound],
  async run(context, { id, limit, cursor, language = context.actor.organization?.locale ?? 'en' }) {
    if (!context.actor.permissions.has(readerOf(id))) throw unknown();
    const scope = { key: context.secrets.cursors, about: `${context.organization}\nrecord_timeline\n${id}` };
    const [before = last] = cursor === undefined ? [] : openCursor(scope, cursor);
    const rows = await context.db.many<Row>(sql`
      select id, at, actor, action, before, after, after ->> 'refused' as refused, door, request_id
      from audit_log
      where organization_id = ${context.organization} and target_id = ${id} and id < ${before}
      order by id desc limit ${limit + 1}`);
    if (rows.length === 0 && cursor === undefined) throw unknown();
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? shown.at(-1)?.id : undefined;
    return {
      data: shown.map((row) => entryFrom(context, row, { target: id, language })),
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : sealCursor(scope, [next]),
    };
  },
});

function unknown(): Error {
  return notFound({
    detail: 'There is no history for this kind of record.',
    hint: 'Send the id of a record, not its number or name; lists and search return it.',
  });
}

type Shown = { readonly target: string; readonly language: string };

function entryFrom({ actor }: Context, { before, after, refused, ...row }: Row, { target, language }: Shown): Entry {
  const seesCosts = actor.permissions.has('costs:read');
  const shown = (value: unknown) => (seesCosts ? value : withoutCosts(value, target));
  const changes = changesBetween(shown(before), shown(after));
  return {
    ...row,
    sentence: sentenceOn({ who: row.actor.name, action: row.action, refused }, language),
    changes: changes.map((change) => ({ ...change, words: wordsOn(change) })),
  };
}
