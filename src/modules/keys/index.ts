import type { Operation } from '../../operation/operation.ts';
import { connectApp } from './apps/connect-app.ts';
import { createOauthApp } from './apps/create-oauth-app.ts';
import { deleteOauthApp } from './apps/delete-oauth-app.ts';
import { disconnectApp } from './apps/disconnect-app.ts';
import { getConnectedApp } from './apps/get-connected-app.ts';
import { getOauthApp } from './apps/get-oauth-app.ts';
import { listConnectedApps } from './apps/list-connected-apps.ts';
import { listOauthApps } from './apps/list-oauth-apps.ts';
import { rotateOauthAppSecret } from './apps/rotate-oauth-app-secret.ts';
import { updateOauthApp } from './apps/update-oauth-app.ts';
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
  createOauthApp,
  listOauthApps,
  getOauthApp,
  updateOauthApp,
  rotateOauthAppSecret,
  deleteOauthApp,
  connectApp,
  listConnectedApps,
  getConnectedApp,
  disconnectApp,
];

export { isAppClientId } from './apps/client-id.ts';
export { openRegisteredApps, type RegisteredApp, type RegisteredApps } from './apps/registered-apps.ts';

export { type ApiKeys, openApiKeys } from './credentials.ts';
export { withinKeyLimits } from './key-limits.ts';
export { revokeKeysOf } from './revoke-keys-of.ts';
