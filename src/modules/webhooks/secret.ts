import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { seal, unseal } from '../../operation/seal.ts';

const secretBytes = 32;
const prefix = 'whsec_';

/**
 * Gives every webhook of an organisation a secret of this installation, which nobody has seen yet. Headers that another
 * installation sealed are lost.
 */
export async function renewSecrets(db: Db, { secrets, organization }: Pick<Context, 'secrets' | 'organization'>) {
  const rows = await db.many<{ id: string }>(sql`select id from webhooks where organization_id = ${organization}`);
  for (const { id } of rows) {
    const { sealed } = newSecret({ secrets }, id);
    await db.run(sql`
      update webhooks set sealed_secret = ${sealed}, sealed_headers = null, header_names = '{}'
      where organization_id = ${organization} and id = ${id}`);
  }
}

/** A new secret as receivers take it, and as it is stored. */
export function newSecret(
  { secrets }: Pick<Context, 'secrets'>,
  webhookId: string,
): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(secretBytes);
  return { secret: prefix + bytes.toString('base64'), sealed: seal(secrets.sealing, about(webhookId), bytes) };
}

export type Sealed = {
  readonly webhook_id: string;
  readonly sealed_secret: Uint8Array;
  readonly sealed_previous_secret: Uint8Array | null;
};

type Message = { readonly id: string; /** Seconds since 1970. */ readonly timestamp: number; readonly body: string };

/** The headers of Standard Webhooks 1.0: while a secret is being changed, a signature by each. */
export function signedHeaders(sealing: Uint8Array, sealed: Sealed, message: Message): Record<string, string> {
  const { id, timestamp, body } = message;
  const keys = [sealed.sealed_secret, sealed.sealed_previous_secret].filter((key) => key !== null);
  const signatures = keys.map((key) => {
    const secret = unseal(sealing, about(sealed.webhook_id), key);
    return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

function about(webhookId: string): string {
  return `webhook ${webhookId}`;
}
