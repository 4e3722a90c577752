import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { useIntervalMs } from '../../../operation/credential-cache.ts';
import type { ClientFacts } from '../../../operation/operation.ts';
import { keptFacts } from '../connections/client-facts.ts';
import type { McpCredential } from './authenticate.ts';

export type TokenUse = {
  readonly at: string;
  readonly from: string;
  readonly client: string | undefined;
  readonly facts?: ClientFacts | undefined;
};

/** Writes when, from where and by which client a token was last used; once a minute is enough to know. */
export async function noteTokenUse(database: Database, { actor, token }: McpCredential, use: TokenUse): Promise<void> {
  const { lastUsedAt, lastUsedClient } = token;
  const recent = lastUsedAt !== null && Date.parse(use.at) - Date.parse(lastUsedAt) < useIntervalMs;
  if (recent && (use.client === undefined || use.client === lastUsedClient)) return;
  const organization = actor.organization?.id;
  const facts = use.facts === undefined ? null : JSON.stringify(keptFacts(use.facts, use.at));
  await database.transaction({ organization }, (db) =>
    db.run(sql`
      update mcp_tokens set last_used_at = greatest(last_used_at, ${use.at}), last_used_from = ${use.from},
        last_used_client = coalesce(${use.client ?? null}, last_used_client),
        last_used_facts = coalesce(${facts}, last_used_facts)
      where organization_id = ${organization} and id = ${token.id}`),
  );
}
