import { sql } from '../../db/sql.ts';
import type { BeforeCommit } from '../../operation/operation.ts';
import { type DayCount, dayRows, holdToLimits, isOverLimit, type LimitBook, overLimit } from '../connector/index.ts';

const keyBook: LimitBook = {
  limits: async ({ db, organization, actor }) => {
    const { limits } = await db.one<{ limits: unknown }>(sql`
      select limits from api_keys where organization_id = ${organization} and id = ${actor.credentialId}`);
    return limits;
  },
  add: ({ db, organization, actor, today }, rows) =>
    db.many<DayCount>(sql`
      insert into api_key_days (organization_id, key_id, day, currency, writes, amount)
      select ${organization}, ${actor.credentialId}, ${today}::date, currency, writes, minor from ${dayRows(rows)}
      on conflict (organization_id, key_id, day, currency) do update
        set writes = api_key_days.writes + excluded.writes, amount = api_key_days.amount + excluded.amount
      returning currency, writes, amount`),
};

/** No person is asked on behalf of a program: what exceeds its limits is refused. */
const hints: Readonly<Record<string, string>> = {
  api_key: 'Have a person do it in the console, or raise the `limits` of the key.',
  app: 'Have a person do it in the console, or connect the app again with higher limits.',
};

/** Holds a write of an API key or app to the limits of the key or connection, in the transaction of the write. */
export const withinKeyLimits: BeforeCommit = async (context, outcome) => {
  try {
    await holdToLimits(context, outcome, keyBook);
  } catch (error) {
    if (isOverLimit(error)) throw overLimit({ ...error.details, hint: hints[context.actor.kind] ?? overLimit.hint });
    throw error;
  }
};
