import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { seal, subkey, unseal } from '../../../operation/seal.ts';
import type { ConnectionKey } from './connection.ts';
import { secretHash } from '../tokens/secret.ts';

export type SecretKind = 'interaction' | 'code' | 'access' | 'refresh';

export type KeptSecret = {
  readonly payload: object;
  readonly consumedAt: string | null;
};

export type NewSecret = {
  readonly kind: SecretKind;
  readonly value: string;
  /** Stored sealed. */
  readonly payload: object;
  /** Undefined while nobody has allowed anything yet. */
  readonly connection: ConnectionKey | undefined;
  readonly seconds: number;
  /** Of an access token that may go less far than its connection. */
  readonly scopes?: readonly string[] | undefined;
};

/** Secrets of OAuth: what is stored of each is a hash of it and, sealed, what belongs to it. */
export type OauthSecrets = {
  /** A refresh token that was computed twice stays what it was; an interaction takes what has been added to it. */
  keep(secret: NewSecret): Promise<void>;
  find(kind: SecretKind, value: string): Promise<KeptSecret | undefined>;
  /** Uses it up; false where that was done before. Of many at once, one is first. */
  consume(kind: SecretKind, value: string): Promise<boolean>;
  drop(kind: SecretKind, value: string): Promise<void>;
};

type Parts = { readonly db: Database; readonly now: () => string; readonly sealing: Uint8Array };

const sweptAtOnce = 20;

export function openOauthSecrets({ db, now, sealing }: Parts): OauthSecrets {
  const key = subkey(sealing, 'oauth');
  return {
    keep: ({ kind, value, payload, connection, seconds, scopes }) => {
      const hash = secretHash(value);
      const sealed = seal(key, aboutSecret(kind, hash), Buffer.from(JSON.stringify(payload)));
      const at = now();
      return db.transaction({}, async (tx) => {
        tx.later(sql`
          insert into oauth_secrets (hash, kind, organization_id, connection_id, sealed, created_at, expires_at, scopes)
          values (${hash}, ${kind}, ${connection?.organization ?? null}, ${connection?.id ?? null}, ${sealed}, ${at},
            ${at}::timestamptz + ${seconds} * interval '1 second', ${scopes ?? null})
          on conflict (hash) do update set sealed = excluded.sealed
          where oauth_secrets.kind = excluded.kind and excluded.kind = 'interaction'`);
        tx.later(sql`
          delete from oauth_secrets where hash in (
            select hash from oauth_secrets where expires_at < ${at}::timestamptz - interval '1 hour'
            order by expires_at limit ${sweptAtOnce} for update skip locked)`);
      });
    },
    find: async (kind, value) => {
      const hash = secretHash(value);
      const row = await db.transaction({ readOnly: true }, (tx) =>
        tx.maybe<{ sealed: Buffer; consumed_at: string | null }>(sql`
          select sealed, consumed_at from oauth_secrets
          where hash = ${hash} and kind = ${kind} and expires_at > ${now()}`),
      );
      if (row === undefined) return undefined;
      // Sealed by `keep`, which took an object.
      const payload = JSON.parse(unseal(key, aboutSecret(kind, hash), row.sealed).toString()) as object;
      return { payload, consumedAt: row.consumed_at };
    },
    consume: async (kind, value) => {
      const at = now();
      const consumed = await db.transaction({}, (tx) =>
        tx.run(sql`
          update oauth_secrets set consumed_at = ${at}
          where hash = ${secretHash(value)} and kind = ${kind} and consumed_at is null`),
      );
      return consumed === 1;
    },
    drop: async (kind, value) => {
      await db.transaction({}, (tx) =>
        tx.run(sql`delete from oauth_secrets where hash = ${secretHash(value)} and kind = ${kind}`),
      );
    },
  };
}

/** Context to which a sealed payload is bound. */
function aboutSecret(kind: SecretKind, hash: Buffer): string {
  return `oauth ${kind} ${hash.toString('hex')}`;
}
