import { createHash } from 'node:crypto';
import type { Aftermath } from '../../operation/afterwards.ts';

/** What a file that goes with a document holds, as it was when it was attached. */
export async function attachedBytes({ press, organization }: Aftermath, sha256: string): Promise<Uint8Array> {
  const bytes = await press.read({ organization, sha256 });
  if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`the content ${sha256} is not there as it was kept`);
  }
  return bytes;
}
