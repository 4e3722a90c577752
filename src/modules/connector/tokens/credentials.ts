import type { Database } from '../../../db/database.ts';
import { hasAccess } from '../../../operation/actor.ts';
import { unauthenticated } from '../../../operation/errors.ts';
import type { Origin } from '../../../operation/operation.ts';
import type { RefusedCredential, RefusedCredentials } from '../../../operation/refused-credentials.ts';
import { comesFrom } from '../../../net/address-range.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { authenticateMcpToken, type McpCredential } from './authenticate.ts';
import { endedTokenOf, type Ending } from './ended-token.ts';
import { noteTokenUse, type TokenUse, useIntervalMs } from './token-use.ts';
import { addressNotAllowed } from '../refusals.ts';
import { isForMcp, secretHash } from './secret.ts';
import { unusedDaysMax } from './unused.ts';

/** Rights are looked up again after this long at the latest. */
const rememberedMs = 1_000;
const rememberedMax = 5_000;

/** The holder of the secret may learn why it ended. */
const endedHints: Readonly<Record<Ending, string>> = {
  revoked: 'The token was revoked. Create another at /connect or with POST /api/mcp/tokens.',
  replaced: 'The token was rotated. Use its new secret instead.',
  expired: 'The token has expired. Create another at /connect or with POST /api/mcp/tokens.',
  unused: `The token has expired: it was not used for ${unusedDaysMax} days. Create another at /connect.`,
  membership_ended: 'The owner of the token is no longer a member of the organisation.',
  connection_ended: 'The connection has ended. Sign in by OAuth again, as WWW-Authenticate says.',
};

/** For whoever has no credential of this door. */
const signInHint =
  'Sign in by OAuth, as WWW-Authenticate says, or send `Authorization: Bearer svc_…` (POST /api/mcp/tokens).';

/** Resolves the credentials presented to the MCP door. */
export type McpCredentials = {
  /** Undefined for what is no credential, or no longer one. */
  of(presented: string): Promise<McpCredential | undefined>;
  /**
   * The same for a call, which is refused where its credential is none, has ended, or may not be used from there. What
   * opened an organisation once, or would elsewhere, is put on record.
   */
  admit(presented: string | undefined, origin: Origin): Promise<McpCredential>;
  /** Writes down, after the answer and not more than needed, that a token was used. */
  used(credential: McpCredential, use: TokenUse): void;
  /** Drops what is remembered of a token, user, member or organisation with this id. */
  forget(id: string): void;
  /** Waits for what is still being written down. */
  settled(): Promise<void>;
};

type Parts = {
  readonly db: Database;
  readonly now: () => string;
  readonly onError: (error: unknown) => void;
  readonly refused?: RefusedCredentials;
};

type Noted = { readonly at: number; readonly client: string | undefined; readonly written: Promise<void> };
type Remembered = {
  readonly until: number;
  readonly found: Promise<McpCredential | undefined>;
  ids: readonly string[];
};

/** Remembers each credential for a second, so that a busy client costs one look-up a second and not one a call. */
export function openMcpCredentials({ db, now, onError, refused }: Parts): McpCredentials {
  const remembered = new Map<string, Remembered>();
  const noted = new Map<string, Noted>();
  const lookUp = (presented: string): Promise<McpCredential | undefined> => {
    const key = secretHash(presented).toString('base64');
    const known = remembered.get(key);
    if (known !== undefined && performance.now() < known.until)
      return known.found.then((found) => unlessEnded(found, now()));
    const found = authenticateMcpToken(db, presented, now());
    const entry: Remembered = { until: performance.now() + rememberedMs, found, ids: [] };
    remember(remembered, key, entry, ({ until }) => performance.now() >= until);
    void found
      .catch(() => undefined)
      .then((credential) => {
        // A stranger's guesses must not push out those who are known.
        if (credential === undefined) return remembered.delete(key);
        return (entry.ids = idsOf(credential));
      });
    return found;
  };
  return {
    of: lookUp,
    admit: async (presented, origin) => {
      if (presented === undefined) throw unauthenticated({ hint: signInHint });
      const found = await lookUp(presented);
      if (found === undefined) {
        const ended = await endedTokenOf(db, presented, now());
        if (ended !== undefined) await refused?.note(ended, origin);
        throw unauthenticated({ hint: ended === undefined ? hintFor(presented) : endedHints[ended.because] });
      }
      const { ipAllow } = found.token;
      if (ipAllow === undefined || comesFrom(origin.ip, ipAllow)) return found;
      await refused?.note(strayOf(found), origin);
      throw addressNotAllowed({ address: origin.ip ?? null });
    },
    used: (credential, use) => {
      const { id } = credential.token;
      const last = noted.get(id);
      const soon = last !== undefined && performance.now() - last.at < useIntervalMs;
      if (soon && (use.client === undefined || use.client === last.client)) return;
      const client = use.client ?? last?.client;
      const written = noteTokenUse(db, credential, use).catch(onError);
      const isOver = ({ at }: Noted) => performance.now() - at >= useIntervalMs;
      remember(noted, id, { at: performance.now(), client, written }, isOver);
    },
    forget: (id) => {
      for (const [key, { ids }] of remembered) if (ids.length === 0 || ids.includes(id)) remembered.delete(key);
    },
    settled: async () => {
      await Promise.all([...noted.values()].map(({ written }) => written));
    },
  };
}

/** Oldest out first, and whatever is over: the map keeps the order of insertion, which is that of their ends. */
function remember<Entry>(
  remembered: Map<string, Entry>,
  key: string,
  entry: Entry,
  isOver: (entry: Entry) => boolean,
): void {
  remembered.delete(key);
  for (const [oldest, kept] of remembered) {
    if (remembered.size < rememberedMax && !isOver(kept)) break;
    remembered.delete(oldest);
  }
  remembered.set(key, entry);
}

/** A cached credential may have ended since. */
function unlessEnded(credential: McpCredential | undefined, now: string): McpCredential | undefined {
  if (credential === undefined || !hasAccess(credential.actor, now)) return undefined;
  const ends = credential.token.expiresAt;
  return ends !== null && Date.parse(ends) <= Date.parse(now) ? undefined : credential;
}

/** A token that is good, and was sent from where it may not be used. */
function strayOf({ actor, token: { id } }: McpCredential): RefusedCredential {
  const { code } = addressNotAllowed;
  const of = { organization: actor.organization?.id ?? '', credentialId: id, target: typeIdFrom('mcpt', id) };
  return { ...of, action: 'use_mcp_token', refused: code, because: code };
}

function hintFor(presented: string): string {
  if (isForMcp(presented)) return signInHint;
  return 'This endpoint takes an MCP token, which begins with svc_, not an access token of the REST API.';
}

function idsOf({ actor, token }: McpCredential): readonly string[] {
  return [token.id, actor.userId, actor.memberId, actor.organization?.id ?? ''];
}
