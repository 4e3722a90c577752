import type { Database } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import { actorStamp, anonymous } from './actor.ts';
import { auditRow } from './audit-row.ts';
import type { Origin } from './operation.ts';
import type { Secrets } from './secrets.ts';

/** A session, token or key that opened an organisation once, and does not any more. */
export type RefusedCredential = {
  readonly organization: string;
  /** The session, MCP token, API key or connection, and its id as callers know it. */
  readonly credentialId: string;
  readonly target: string;
  readonly action: 'use_session' | 'use_mcp_token' | 'use_api_key' | 'use_connected_app';
  /** The code of what it was answered; `unauthenticated` unless said. */
  readonly refused?: string;
  /** Why it is refused, such as `revoked`. */
  readonly because: string;
};

export type RefusedCredentials = {
  /** Puts it on record for those who look after the organisation. What goes wrong with that is not the caller's. */
  note(refused: RefusedCredential, origin: Origin): Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly now: () => string;
  readonly newId: () => string;
  readonly onError: (error: unknown) => void;
};

/** A client that does not notice tries again for hours, and whoever found a token could fill the log with it. */
const notedEveryMs = 900_000;
const rememberedMax = 10_000;

/** Puts refused credentials on record, each once in a while for each reason, on however many nodes it is tried. */
export function openRefusedCredentials(deps: Deps): RefusedCredentials {
  const noted = new Map<string, number>();
  return {
    async note(refused, origin) {
      const key = `${refused.credentialId} ${refused.because}`;
      const nowMs = Date.parse(deps.now());
      if (nowMs - (noted.get(key) ?? -Infinity) < notedEveryMs) return;
      if (noted.size >= rememberedMax) noted.clear();
      noted.set(key, nowMs);
      await write(deps, refused, origin).catch((error: unknown) => {
        noted.delete(key);
        deps.onError(error);
      });
    },
  };
}

async function write(
  { db, secrets, now, newId }: Deps,
  { organization, credentialId, target, action, because, refused = 'unauthenticated' }: RefusedCredential,
  origin: Origin,
): Promise<void> {
  const at = now();
  const row = auditRow(
    secrets,
    {
      organization,
      id: newId(),
      at,
      actor: actorStamp(anonymous),
      credentialId,
      action,
      effect: 'write',
      target,
      input: {},
      before: null,
      after: { id: target, refused, because },
      origin,
    },
    { unless: notedLately({ organization, target, action, because, now: at }) },
  );
  await db.transaction({ organization }, (tx) => tx.run(row));
}

type Lately = {
  readonly organization: string;
  readonly target: string;
  readonly action: string;
  /** For whatever reason, unless said. */
  readonly because?: string;
  readonly now: string;
};

/** A query that finds a row where the same was refused, and put on record, not long ago. */
export function notedLately({ organization, target, action, because, now }: Lately): Sql {
  const since = new Date(Date.parse(now) - notedEveryMs).toISOString();
  return sql`
    select id from audit_log where organization_id = ${organization} and target_id = ${target} and action = ${action}
      and at > ${since} and after ->> 'refused' is not null
      and after ->> 'because' is not distinct from coalesce(${because ?? null}, after ->> 'because') limit 1`;
}
