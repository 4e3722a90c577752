import { permissionNames } from '../../modules/team/index.ts';
import { mcpPath } from '../mcp/admission.ts';
import { restMetadataPath, restPath } from '../rest-challenge.ts';
import { scope } from './connections.ts';
import { issuerPath, paths } from './paths.ts';

const wellKnown = '/.well-known';
/** AI apps have no secret; apps of the REST API may. */
const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];
const serverForms = ['oauth-authorization-server', 'openid-configuration'] as const;

/** Addresses of each metadata document: under the issuer, in the form that inserts its path, and at the root. */
export const serverAddresses: readonly string[] = serverForms.flatMap((form) => [
  `${issuerPath}${wellKnown}/${form}`,
  `${wellKnown}/${form}${issuerPath}`,
  `${wellKnown}/${form}`,
]);
export const resourceAddresses: readonly string[] = [
  `${issuerPath}${wellKnown}/oauth-protected-resource`,
  `${wellKnown}/oauth-protected-resource${mcpPath}`,
  `${wellKnown}/oauth-protected-resource`,
];

export const restAddresses: readonly string[] = [restMetadataPath, `${restPath}${wellKnown}/oauth-protected-resource`];

/** RFC 9728: what the MCP address is, and who hands out tokens for it. */
export function resourceMetadata(publicUrl: string): object {
  return {
    resource: `${publicUrl}${mcpPath}`,
    authorization_servers: [`${publicUrl}${issuerPath}`],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: 'Daybook',
    resource_documentation: `${publicUrl}/api/mcp/v1/guide`,
  };
}

/** The same of the REST API. Its scopes are the permissions, as API keys have them. */
export function restMetadata(publicUrl: string): object {
  return {
    resource: `${publicUrl}${restPath}`,
    authorization_servers: [`${publicUrl}${issuerPath}`],
    scopes_supported: permissionNames,
    bearer_methods_supported: ['header'],
    resource_name: 'Daybook REST API',
    resource_documentation: `${publicUrl}/api/docs`,
  };
}

/** RFC 8414, with what the OpenID form of it must have besides. It says less than the provider could, and all we do. */
export function serverMetadata(publicUrl: string): object {
  const issuer = `${publicUrl}${issuerPath}`;
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorization}`,
    token_endpoint: `${issuer}${paths.token}`,
    registration_endpoint: `${issuer}${paths.registration}`,
    revocation_endpoint: `${issuer}${paths.revocation}`,
    jwks_uri: `${issuer}${paths.jwks}`,
    scopes_supported: [scope, ...permissionNames],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [`${publicUrl}${mcpPath}`, `${publicUrl}${restPath}`],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['EdDSA'],
  };
}
