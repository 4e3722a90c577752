import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { comesFrom } from '../../net/address-range.ts';
import { type Actor, hasAccess } from '../../operation/actor.ts';
import { openCredentialCache, openUseLog, useIntervalMs } from '../../operation/credential-cache.ts';
import { unauthenticated } from '../../operation/errors.ts';
import type { Origin } from '../../operation/operation.ts';
import type { RefusedCredential, RefusedCredentials } from '../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { addressNotAllowed } from '../connector/index.ts';
import { authenticateApiKey, type KeyCredential } from './authenticate.ts';
import { type Ending, endedKeyOf } from './ended-key.ts';

/** The holder of the secret may learn why it ended. */
const endedHints: Readonly<Record<Ending, string>> = {
  revoked: 'The API key was revoked. Create another under Settings in the console.',
  replaced: 'The API key was rotated. Use its new secret instead.',
  expired: 'The API key has expired. Create another under Settings in the console.',
  membership_ended: 'Whoever created the API key is no longer a member of the organisation.',
  connection_ended: 'The connection of the app has ended. Ask for consent again.',
};
const unknownHint = 'There is no such API key. Check that it was copied whole: key_live_ and 49 letters and digits.';
const unknownTokenHint = 'The access token is unknown or has expired. Get another with the `refresh_token`.';

/** Resolves the API keys and the access tokens of apps presented to REST. */
export type ApiKeys = {
  /**
   * The actor of a key, which is refused where it is none, has ended, or may not be used from there. What opened an
   * organisation once, or would elsewhere, is put on record. Without an origin only its rights are looked up again.
   */
  admit(presented: string, origin?: Origin): Promise<Actor>;
  /** Drops what is remembered of a key, connection, app, user, member or organisation with this id. */
  forget(id: string): void;
  /** Waits for what is still being written down. */
  settled(): Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly now: () => string;
  readonly onError: (error: unknown) => void;
  readonly refused?: RefusedCredentials;
};

export function openApiKeys({ db, now, onError, refused }: Deps): ApiKeys {
  const cache = openCredentialCache<KeyCredential>({
    find: (presented) => authenticateApiKey(db, presented, now()),
    idsOf: ({ actor, appId }) =>
      [actor.credentialId, actor.userId, actor.memberId, actor.organization?.id ?? '', appId ?? ''].filter(Boolean),
    stands: ({ actor }) => hasNotEnded(actor, now()),
  });
  const uses = openUseLog(onError);
  return {
    admit: async (presented, origin) => {
      const found = await cache.of(presented);
      if (found === undefined) {
        const ended = await endedKeyOf(db, presented, now());
        if (ended !== undefined && origin !== undefined) await refused?.note(ended, origin);
        throw unauthenticated({ hint: ended === undefined ? hintFor(presented) : endedHints[ended.because] });
      }
      const { actor, ipAllow } = found;
      if (origin === undefined) return actor;
      if (ipAllow !== undefined && !comesFrom(origin.ip, ipAllow)) {
        await refused?.note(strayOf(actor), origin);
        throw addressNotAllowed({ address: origin.ip ?? null });
      }
      uses.note(actor.credentialId, undefined, () => noteKeyUse(db, found, { at: now(), from: origin.ip ?? null }));
      return actor;
    },
    forget: cache.forget,
    settled: uses.settled,
  };
}

function hintFor(presented: string): string {
  return presented.startsWith('key_live_') ? unknownHint : unknownTokenHint;
}

function hasNotEnded(actor: Actor, now: string): boolean {
  const { credentialExpiresAt: ends } = actor;
  return hasAccess(actor, now) && (ends === undefined || Date.parse(ends) > Date.parse(now));
}

/** A key that is good, and was sent from where it may not be used. */
function strayOf({ organization, credentialId: id }: Actor): RefusedCredential {
  const { code } = addressNotAllowed;
  const of = { organization: organization?.id ?? '', credentialId: id, target: typeIdFrom('akey', id) };
  return { ...of, action: 'use_api_key', refused: code, because: code };
}

type KeyUse = { readonly at: string; readonly from: string | null };

/** Several nodes each note a use: the row is written at most once a minute by all of them. */
async function noteKeyUse(database: Database, { actor, lastUsedAt }: KeyCredential, use: KeyUse): Promise<void> {
  if (lastUsedAt !== null && Date.parse(use.at) - Date.parse(lastUsedAt) < useIntervalMs) return;
  const organization = actor.organization?.id;
  await database.transaction({ organization }, (db) =>
    db.run(sql`
      update api_keys set last_used_at = greatest(last_used_at, ${use.at}), last_used_from = ${use.from}
      where organization_id = ${organization} and id = ${actor.credentialId}`),
  );
}
