import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { seal, unseal } from '../../operation/seal.ts';
import { accessSeconds } from './session.ts';

export type SigningKey = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

export type SigningKeys = {
  /** The key that new tokens are signed with. */
  current(): Promise<SigningKey>;
  /** The key of that name, if it is ours and not retired. */
  find(kid: string): Promise<SigningKey | undefined>;
  /** Public parts of all keys that still verify. */
  published(): Promise<JWK[]>;
};

type Deps = { readonly db: Database; readonly secrets: Secrets; readonly now: () => string };
type Row = { id: string; sealed_private_key: Buffer; seasoned: boolean; young: boolean };
type Ring = { readonly keys: ReadonlyMap<string, SigningKey>; readonly current: SigningKey };

const rotateAfterDays = 90;
const rereadAfterMs = 300_000;
/** A key signs only once every node has read it; the first of all has to sign at once. */
const seasonMinutes = 10;
/** Another node may just have made a key, but a flood of made-up names must not become a flood of reads. */
const rereadForUnknownAfterMs = 1_000;

/** Keys live in the database, sealed, so that every node signs and verifies with the same ones. */
export function openSigningKeys(deps: Deps): SigningKeys {
  let last: { readonly ring: Promise<Ring>; readonly readAtMs: number } | undefined;
  const ringNotOlderThan = (ageMaxMs: number): Promise<Ring> => {
    if (last !== undefined && performance.now() - last.readAtMs < ageMaxMs) return last.ring;
    const reading = { ring: readRing(deps), readAtMs: performance.now() };
    reading.ring.catch(() => (last === reading ? (last = undefined) : undefined));
    last = reading;
    return reading.ring;
  };
  return {
    current: async () => (await ringNotOlderThan(rereadAfterMs)).current,
    find: async (kid) =>
      (await ringNotOlderThan(rereadAfterMs)).keys.get(kid) ??
      (await ringNotOlderThan(rereadForUnknownAfterMs)).keys.get(kid),
    published: async () => {
      const { keys } = await ringNotOlderThan(rereadAfterMs);
      return Promise.all([...keys.values()].map(publishedForm));
    },
  };
}

async function publishedForm({ kid, publicKey }: SigningKey): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' };
}

async function readRing(deps: Deps): Promise<Ring> {
  let opened = await readKeys(deps);
  if (!opened.some(({ young }) => young)) {
    await makeKey(deps);
    opened = await readKeys(deps);
  }
  const current = (opened.findLast(({ seasoned }) => seasoned) ?? opened[0])?.key;
  if (current === undefined) throw new Error('a signing key that was just made cannot be opened');
  return { keys: new Map(opened.map(({ key }) => [key.kid, key])), current };
}

async function readKeys({ db, secrets, now }: Deps) {
  const at = now();
  const rows = await db.transaction({ readOnly: true }, (tx) =>
    tx.many<Row>(sql`
      select id, sealed_private_key,
        created_at <= ${at}::timestamptz - ${seasonMinutes} * interval '1 minute' as seasoned,
        retired_at is null and created_at > ${at}::timestamptz - ${rotateAfterDays} * interval '1 day' as young
      from signing_keys where retired_at is null or retired_at > ${at} order by created_at, id`),
  );
  return rows.flatMap((row) => opensWith(secrets, row) ?? []);
}

/** A key sealed with another secret, or by somebody else, is none of ours. */
function opensWith({ sealing }: Secrets, { id, sealed_private_key, seasoned, young }: Row) {
  try {
    const der = unseal(sealing, aboutKey(id), sealed_private_key);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return { seasoned, young, key: { kid: id, privateKey, publicKey: createPublicKey(privateKey) } };
  } catch {
    return undefined;
  }
}

/** The keys before it retire once the last token that they sign has ended. */
async function makeKey({ db, secrets, now }: Deps): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const sealed = seal(secrets.sealing, aboutKey(kid), privateKey.export({ format: 'der', type: 'pkcs8' }));
  const at = now();
  await db.transaction({}, async (tx) => {
    tx.later(sql`
      update signing_keys set retired_at = ${at}::timestamptz + ${2 * accessSeconds} * interval '1 second'
      where retired_at is null`);
    tx.later(sql`insert into signing_keys (id, sealed_private_key, created_at) values (${kid}, ${sealed}, ${at})`);
  });
}

function aboutKey(kid: string): string {
  return `signing key ${kid}`;
}
