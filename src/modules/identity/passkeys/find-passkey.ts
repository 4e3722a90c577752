import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { ActorOrganization } from '../../../operation/actor.ts';
import type { Outside } from '../../../operation/operation.ts';
import { organizationToEnter } from '../find-user.ts';

export type OwnPasskey = {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly public_key: Uint8Array<ArrayBuffer>;
};

export type StoredPasskey = OwnPasskey & {
  readonly signed_out_at: string | null;
  /** Organisation of the next session, as for a password; undefined without one. */
  readonly organization: ActorOrganization | undefined;
};

/** The passkey with that id of a device, and the organisation to sign in to. A stranger costs the same statements. */
export function findPasskey(outside: Outside, credentialId: string): Promise<StoredPasskey | undefined> {
  return outside.read({}, async (db) => {
    const passkey = await db.maybe<Omit<StoredPasskey, 'organization'>>(sql`
      select passkeys.id, user_id, passkeys.name, public_key, signed_out_at
      from passkeys join users on users.id = user_id
      where credential_id = ${Buffer.from(credentialId, 'base64url')}`);
    const organization = await organizationToEnter(db, passkey?.user_id, { now: outside.now });
    return passkey && { ...passkey, organization };
  });
}

/** The same of one's own. */
export function findOwnPasskey(db: Db, userId: string, credentialId: string): Promise<OwnPasskey | undefined> {
  return db.maybe<OwnPasskey>(sql`
    select id, user_id, name, public_key from passkeys
    where credential_id = ${Buffer.from(credentialId, 'base64url')} and user_id = ${userId}`);
}
