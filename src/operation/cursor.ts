import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidCursor } from './errors.ts';

const signatureBytes = 16;

/** Binds a cursor to organisation, list, sort and filters. Used with any other it is refused. */
export type CursorScope = { readonly key: Uint8Array; readonly about: string };

/** Packs the sort key of a page's last row, signed, so that a caller can neither read on elsewhere nor probe. */
export function sealCursor(scope: CursorScope, values: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(values));
  return Buffer.concat([signature(scope, payload), payload]).toString('base64url');
}

export function openCursor(scope: CursorScope, cursor: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(signatureBytes);
  const canonical = bytes.toString('base64url') === cursor && bytes.length > signatureBytes;
  const signed = canonical && timingSafeEqual(bytes.subarray(0, signatureBytes), signature(scope, payload));
  if (!signed) throw invalidCursor();
  // We signed it, so it is the array of strings that we packed.
  return JSON.parse(payload.toString()) as string[];
}

function signature({ key, about }: CursorScope, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(about).update('\n').update(payload).digest().subarray(0, signatureBytes);
}
