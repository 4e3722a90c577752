import type { Database } from '../../../db/database.ts';
import { hasAccess } from '../../../operation/actor.ts';
import { openCredentialCache, openUseLog } from '../../../operation/credential-cache.ts';
import { unauthenticated } from '../../../operation/errors.ts';
import type { Origin } from '../../../operation/operation.ts';
import type { RefusedCredential, RefusedCredentials } from '../../../operation/refused-credentials.ts';
import { comesFrom } from '../../../net/address-range.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { authenticateMcpToken, type McpCredential } from './authenticate.ts';
import { endedTokenOf, type Ending } from './ended-token.ts';
import { noteTokenUse, type TokenUse } from './token-use.ts';
import { addressNotAllowed } from '../refusals.ts';
import { isForRest, isForMcp } from './secret.ts';
import { unusedDaysMax } from './unused.ts';

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

export function openMcpCredentials({ db, now, onError, refused }: Parts): McpCredentials {
  const cache = openCredentialCache<McpCredential>({
    find: (presented) => authenticateMcpToken(db, presented, now()),
    idsOf,
    stands: (credential) => hasNotEnded(credential, now()),
  });
  const uses = openUseLog(onError);
  return {
    of: cache.of,
    admit: async (presented, origin) => {
      if (presented === undefined) throw unauthenticated({ hint: signInHint });
      const found = await cache.of(presented);
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
      uses.note(credential.token.id, use.client, () => noteTokenUse(db, credential, use));
    },
    forget: cache.forget,
    settled: uses.settled,
  };
}

function hasNotEnded({ actor, token: { expiresAt } }: McpCredential, now: string): boolean {
  return hasAccess(actor, now) && (expiresAt === null || Date.parse(expiresAt) > Date.parse(now));
}

/** A token that is good, and was sent from where it may not be used. */
function strayOf({ actor, token: { id } }: McpCredential): RefusedCredential {
  const { code } = addressNotAllowed;
  const of = { organization: actor.organization?.id ?? '', credentialId: id, target: typeIdFrom('mcpt', id) };
  return { ...of, action: 'use_mcp_token', refused: code, because: code };
}

function hintFor(presented: string): string {
  if (isForMcp(presented)) return signInHint;
  if (isForRest(presented)) {
    return 'This opens the REST API only, as an API key does. An AI app takes an MCP token, which begins with svc_.';
  }
  return 'This endpoint takes an MCP token, which begins with svc_, not an access token of the REST API.';
}

function idsOf({ actor, token }: McpCredential): readonly string[] {
  return [token.id, actor.userId, actor.memberId, actor.organization?.id ?? ''];
}
