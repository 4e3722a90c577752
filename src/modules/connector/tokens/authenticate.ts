import type { Database, Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Actor } from '../../../operation/actor.ts';
import { membershipFrom, type MembershipRow } from '../../team/index.ts';
import { connectionOpenedBy, stands } from '../connections/connection.ts';
import type { Preset } from './preset.ts';
import { isAccessToken, isSecret, secretHash } from './secret.ts';
import type { Toolset } from './toolsets.ts';

/** The actor of an MCP token, with the token's limits. */
export type McpCredential = {
  readonly actor: Actor;
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly preset: Preset;
    /** Undefined: all of them. */
    readonly toolsets: readonly Toolset[] | undefined;
    readonly allowedActions: ReadonlySet<string> | undefined;
    /** The only addresses that it may be used from. Undefined: all of them. */
    readonly ipAllow: readonly string[] | undefined;
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
  readonly ip_allow: readonly string[] | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_client: string | null;
  readonly practice_id: string | null;
};

/**
 * Turns an MCP token, or an access token of a connection, into who acts: the token's rights and the member's, whichever
 * is narrower, as they stand now. Undefined when the token is none, has ended, or its member or organisation is no
 * longer active.
 */
export async function authenticateMcpToken(
  database: Database,
  presented: string,
  now: string,
): Promise<McpCredential | undefined> {
  const hash = secretHash(presented);
  if (isAccessToken(presented)) return authenticateConnection(database, hash, now);
  if (!isSecret(presented)) return undefined;
  const scope = { credential: hash.toString('hex'), readOnly: true };
  const row = await database.transaction(scope, (db) => findToken(db, hash, now));
  return row === undefined ? undefined : credentialOf(row);
}

type AuthenticationContext = { readonly organization: string; readonly id: string; readonly now: string };

/**
 * The same of a token that is not presented, in its own organisation: what it may do now, if it may do anything. What a
 * person approves, or a step takes on the real books, is no part of its practice.
 */
export async function credentialOfToken(db: Db, place: AuthenticationContext): Promise<McpCredential | undefined> {
  const row = await rowOfToken(db, place);
  return row === undefined ? undefined : credentialOf({ ...row, practice_id: null });
}

function rowOfToken(db: Db, { organization, id, now }: AuthenticationContext): Promise<Row | undefined> {
  return db.maybe<Row>(sql`
    select * from mcp_credentials where organization_id = ${organization} and id = ${id} and ${stands(now)}`);
}

/** An access token leads to its connection, which is looked up in its own organisation. */
function authenticateConnection(database: Database, hash: Buffer, now: string): Promise<McpCredential | undefined> {
  return database.transaction({ readOnly: true }, async (db) => {
    const opened = await connectionOpenedBy(db, hash, now);
    if (opened === undefined) return undefined;
    const { organization, id, expiresAt } = opened;
    const row = await rowOfToken(db, { organization, id, now });
    if (row === undefined) return undefined;
    const ends = row.expires_at === null || Date.parse(expiresAt) < Date.parse(row.expires_at);
    return credentialOf(ends ? { ...row, expires_at: expiresAt } : row);
  });
}

/** One statement: row-level security shows the presenter of a token just the rows that it joins here. */
function findToken(db: Db, hash: Buffer, now: string): Promise<Row | undefined> {
  return db.maybe<Row>(sql`
    select * from mcp_credentials
    where (hash = ${hash} or (previous_hash = ${hash} and previous_valid_until > ${now}))
      and ${stands(now)}`);
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
      ...(row.practice_id === null ? {} : { practice: row.practice_id }),
    },
    token: {
      id: row.id,
      name: row.name,
      preset: row.preset,
      toolsets: row.toolsets ?? undefined,
      allowedActions: row.allowed_actions === null ? undefined : new Set(row.allowed_actions),
      ipAllow: row.ip_allow ?? undefined,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      lastUsedClient: row.last_used_client,
    },
    fiscalYearStart: { month: row.fiscal_year_start_month, day: row.fiscal_year_start_day },
  };
}
