import type { Database, Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { membershipFrom, type MembershipRow } from '../team/index.ts';
import type { Preset } from './preset.ts';
import { isSecret, secretHash } from './secret.ts';
import type { Toolset } from './toolsets.ts';

/** Who presented an MCP token: the actor it makes, and how far the token lets it go. */
export type McpCredential = {
  readonly actor: Actor;
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly preset: Preset;
    /** Undefined: all of them. */
    readonly toolsets: readonly Toolset[] | undefined;
    readonly allowedActions: ReadonlySet<string> | undefined;
    readonly expiresAt: string | null;
    readonly lastUsedAt: string | null;
    readonly lastUsedClient: string | null;
  };
  readonly fiscalYearStart: { readonly month: number; readonly day: number };
};

type Row = MembershipRow & {
  readonly fiscal_year_start_month: number;
  readonly fiscal_year_start_day: number;
  readonly id: string;
  readonly name: string;
  readonly preset: Preset;
  readonly scopes: readonly string[] | null;
  readonly toolsets: readonly Toolset[] | null;
  readonly allowed_actions: readonly string[] | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_client: string | null;
};

/**
 * Turns an MCP token into who acts: the token's rights and the member's, whichever is narrower, as they stand now.
 * Undefined when the token is none, has ended, or its member or organisation is no longer active.
 */
export async function authenticateMcpToken(
  database: Database,
  presented: string,
  now: string,
): Promise<McpCredential | undefined> {
  if (!isSecret(presented)) return undefined;
  const hash = secretHash(presented);
  const scope = { credential: hash.toString('hex'), readOnly: true };
  const row = await database.transaction(scope, (db) => findToken(db, hash, now));
  return row === undefined ? undefined : credentialOf(row);
}

/** One statement: row-level security shows the presenter of a token just the rows that it joins here. */
function findToken(db: Db, hash: Buffer, now: string): Promise<Row | undefined> {
  return db.maybe<Row>(sql`
    select * from mcp_credentials
    where (hash = ${hash} or (previous_hash = ${hash} and previous_valid_until > ${now}))
      and (expires_at is null or expires_at > ${now}) and (membership_ends is null or membership_ends > ${now})`);
}

function credentialOf(row: Row): McpCredential {
  const { permissions, name, ...member } = membershipFrom(row);
  const scopes = row.scopes === null ? undefined : new Set(row.scopes);
  return {
    actor: {
      ...member,
      kind: 'mcp_token',
      credentialId: row.id,
      name: `${name} through ${row.name}`,
      permissions: scopes === undefined ? permissions : permissions.intersection(scopes),
    },
    token: {
      id: row.id,
      name: row.name,
      preset: row.preset,
      toolsets: row.toolsets ?? undefined,
      allowedActions: row.allowed_actions === null ? undefined : new Set(row.allowed_actions),
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      lastUsedClient: row.last_used_client,
    },
    fiscalYearStart: { month: row.fiscal_year_start_month, day: row.fiscal_year_start_day },
  };
}
