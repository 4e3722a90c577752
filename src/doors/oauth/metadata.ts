import { mcpPath } from '../mcp/admission.ts';
import { scope } from './connections.ts';
import { issuerPath, paths } from './paths.ts';

const wellKnown = '/.well-known';
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
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [`${publicUrl}${mcpPath}`],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['EdDSA'],
  };
}
