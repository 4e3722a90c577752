import type { Context } from '../../../operation/operation.ts';
import { unseal } from '../../../operation/seal.ts';
import { aboutApproval } from './approval.ts';

type SealingContext = Pick<Context, 'organization'> & { readonly secrets: { readonly sealing: Uint8Array } };

/** The arguments of an approval as they were sent. */
export function openedInput(
  { organization, secrets }: SealingContext,
  { id, sealed_input: sealed }: SealedApproval,
): unknown {
  return JSON.parse(unseal(secrets.sealing, aboutApproval(organization, id), sealed).toString());
}

type SealedApproval = { readonly id: string; readonly sealed_input: Buffer };
