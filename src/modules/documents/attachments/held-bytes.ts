import { createHash } from 'node:crypto';
import type { AfterCommitContext } from '../../../operation/afterwards.ts';

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Content that a record holds, which therefore is there. */
export async function heldBytes({ renderer, organization }: AfterCommitContext, sha256: string): Promise<Uint8Array> {
  const bytes = await renderer.read({ organization, sha256 });
  if (bytes === undefined) throw new Error(`the content ${sha256} is not where it was kept`);
  return bytes;
}

/** The content of an attached file, as it was when it was attached. */
export async function attachedBytes(afterCommit: AfterCommitContext, sha256: string): Promise<Uint8Array> {
  const bytes = await heldBytes(afterCommit, sha256);
  if (digestOf(bytes) !== sha256) throw new Error(`the content ${sha256} is not there as it was kept`);
  return bytes;
}
