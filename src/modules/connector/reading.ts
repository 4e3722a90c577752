import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ForeignKind } from '../../wire/index.ts';

/** Minutes for which a conversation counts as having read foreign text. */
const readingMinutes = 60;
/** Minimum interval between two notes of reading, so that reading page after page costs one note. */
export const noteEveryMs = 60_000;

export type Conversation = {
  readonly organization: string;
  readonly token: string;
  /** Empty where the client names none. */
  readonly conversation: string;
};

export type Reading = { readonly kinds: ReadonlySet<ForeignKind>; readonly action: string; readonly at: string };

/** Writes down that a conversation has read what others wrote, before it gets to see that. */
export async function noteReading(database: Database, place: Conversation, reading: Reading): Promise<void> {
  const { organization, token, conversation } = place;
  const { kinds, action, at } = reading;
  const until = (kind: ForeignKind) => (kinds.has(kind) ? sql`${at}::timestamptz + ${span}` : sql`null`);
  await database.transaction({ organization }, async (db) => {
    db.later(sql`
      delete from mcp_readings where organization_id = ${organization} and token_id = ${token}
        and conversation <> ${conversation} and greatest(text_until, name_until) < ${at}`);
    await db.run(sql`
      insert into mcp_readings (organization_id, token_id, conversation, text_until, name_until, action)
      values (${organization}, ${token}, ${conversation}, ${until('text')}, ${until('name')}, ${action})
      on conflict (organization_id, token_id, conversation) do update set action = excluded.action,
        text_until = greatest(mcp_readings.text_until, excluded.text_until),
        name_until = greatest(mcp_readings.name_until, excluded.name_until)`);
  });
}

const span = sql`make_interval(mins => ${readingMinutes})`;

/**
 * True where risky writes of this conversation need approval because of text it has read. A call that names no
 * conversation may belong to any of its token, and so does reading in one without a name.
 */
export function waitsAfterReading(database: Database, place: Conversation, now: string): Promise<boolean> {
  const { organization, token, conversation } = place;
  return database.transaction({ organization, readOnly: true }, async (db) => {
    const { waits } = await db.one<{ waits: boolean }>(sql`
      select exists (
        select from mcp_readings as reading
          left join mcp_settings as setting on setting.organization_id = reading.organization_id
        where reading.organization_id = ${organization} and reading.token_id = ${token}
          and (${conversation} = '' or reading.conversation in ('', ${conversation}))
          and case coalesce(setting.ask_after, 'text') when 'text' then reading.text_until > ${now}
            when 'everything' then greatest(reading.text_until, reading.name_until) > ${now} else false end
      ) as waits`);
    return waits;
  });
}
