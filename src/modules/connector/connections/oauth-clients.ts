import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';

/** A client that nobody has allowed yet is forgotten after this long, … */
const unusedDays = 7;
/** … and one that was, this long after it was given its last token. */
const idleDays = 90;
const sweptAtOnce = 20;

/** Clients that registered themselves. */
export type OauthClients = {
  keep(id: string, metadata: object): Promise<void>;
  find(id: string): Promise<object | undefined>;
  /** Says that it was given a token. */
  used(id: string): Promise<void>;
};

export function openOauthClients({ db, now }: { readonly db: Database; readonly now: () => string }): OauthClients {
  return {
    keep: (id, metadata) =>
      db.transaction({}, async (tx) => {
        const at = now();
        tx.later(sql`
          insert into oauth_clients (id, metadata, created_at, expires_at)
          values (${id}, ${JSON.stringify(metadata)}, ${at},
            ${at}::timestamptz + make_interval(days => ${unusedDays}))`);
        tx.later(sql`
          delete from oauth_clients where id in (
            select id from oauth_clients where expires_at < ${at}
            order by expires_at limit ${sweptAtOnce} for update skip locked)`);
      }),
    find: async (id) => {
      const row = await db.transaction({ readOnly: true }, (tx) =>
        tx.maybe<{ metadata: object }>(sql`
          select metadata from oauth_clients where id = ${id} and expires_at > ${now()}`),
      );
      return row?.metadata;
    },
    // Once a day is enough to know.
    used: async (id) => {
      const at = now();
      await db.transaction({}, (tx) =>
        tx.run(sql`
          update oauth_clients set expires_at = ${at}::timestamptz + make_interval(days => ${idleDays})
          where id = ${id} and expires_at < ${at}::timestamptz + make_interval(days => ${idleDays - 1})`),
      );
    },
  };
}
