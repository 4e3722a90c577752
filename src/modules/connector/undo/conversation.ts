import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** Writes of a token that names no conversation belong together while no pause between two is longer. */
const pauseMinutesMax = 30;
/** A day is as long as anything can be undone, and a conversation may begin a little before. */
const readHours = 25;

/**
 * The writes of the conversation that a write belongs to, of the last day, as ids: what the client named alike, or what
 * a token wrote without a longer pause where its client names nothing. Steps that no token took belong together.
 */
export function writesOfConversation({ organization, now }: Context, id: string): Sql {
  return sql`(
    with own as (
      select write.id, write.conversation, given.conversation as asked,
        write.at - lag(write.at) over (partition by write.conversation order by write.at, write.id)
          > make_interval(mins => ${pauseMinutesMax}) as paused
      from mcp_writes as given join mcp_writes as write on write.organization_id = given.organization_id
        and (write.token_id = given.token_id
          or write.token_id is null and given.token_id is null and write.conversation = given.conversation)
        and write.at > ${now}::timestamptz - make_interval(hours => ${readHours})
      where given.organization_id = ${organization} and given.id = ${id}),
    part as (
      select id, conversation, asked,
        count(*) filter (where conversation is null and paused) over (partition by conversation order by id) as part
      from own)
    select part.id from part
    where part.conversation is not distinct from part.asked
      and part.part = (select given.part from part as given where given.id = ${id}))`;
}
