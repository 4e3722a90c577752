import type { Operation } from '../../operation/operation.ts';
import { createApiKey } from './create-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { updateApiKey } from './update-api-key.ts';

export const operations: readonly Operation[] = [
  createApiKey,
  listApiKeys,
  getApiKey,
  updateApiKey,
  rotateApiKey,
  revokeApiKey,
];

export { type ApiKeys, openApiKeys } from './credentials.ts';
export { withinKeyLimits } from './key-limits.ts';
export { revokeKeysOf } from './revoke-keys-of.ts';
