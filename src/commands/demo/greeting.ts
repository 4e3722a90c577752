import type { Config } from '../../config.ts';
import type { Keepsake } from './keepsake.ts';

/** Greeting at the end of the start: address, credentials and suggestions. */
export function greeting(
  { publicUrl: url }: Pick<Config, 'publicUrl'>,
  { email, password, mcpToken }: Keepsake,
): string {
  const json = `-H 'content-type: application/json'`;
  const login = `curl -s ${url}/api/auth/login ${json} -d '{"email": "${email}", "password": "${password}"}'`;
  const mcp = `${url}/api/mcp/mcp`;
  const client = { type: 'http', url: mcp, headers: { Authorization: `Bearer ${mcpToken}` } };
  return `
  Katern, a stationer and bookbinder in Gent: one year of sales, stock and books.

    Console     ${url}
    Reference   ${url}/api/docs
    Login       ${email}
    Password    ${password}
    MCP token   ${mcpToken}

  With curl

    TOKEN=$(${login} \\
      | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
    curl -s "${url}/api/reports/dashboard" -H "authorization: Bearer $TOKEN"

  With an AI app

    claude mcp add --transport http daybook ${mcp} --header "Authorization: Bearer ${mcpToken}"

    or, where a client takes JSON:

    ${JSON.stringify({ mcpServers: { daybook: client } })}

  Three things to try

    1. Ask the AI: "Who owes us money, since when, and whom should I call first?"
    2. Ask it: "Which shelves should we refill, and what will it cost?", then let it record a delivery.
    3. See a sale before it happens; nothing is written:

       curl -s "${url}/api/sales/record?dry_run=true" -H "authorization: Bearer $TOKEN" ${json} \\
         -H "idempotency-key: try-1" \\
         -d '{"lines": [{"sku": "KN5-DOTTED", "quantity": "2"}], "payments": [{"method": "Cash"}]}'
`;
}
