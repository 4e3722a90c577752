/** Programs that people use, with what each registers, on their whole way in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import {
  authorizeUrl,
  codeFields,
  granted,
  newVerifier,
  openVisitor,
  redirectUri,
  registerClient,
  signIn,
  startOauthService,
  tokenRequest,
} from '../../../test/support/oauth.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startOauthService();
const ana = await service.register('Acme');

/** Registrations of each client, from its own sources or the reports of its users. */
const bodies: Readonly<Record<string, { readonly redirect_uris: readonly string[] }>> = {
  'Claude Code': { redirect_uris: ['http://localhost:3118/callback'] },
  'Claude, web and desktop': {
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  'Claude on the desktop, for code': { redirect_uris: ['claude://claude.ai/settings/connectors'] },
  'mcp-remote': { redirect_uris: ['http://localhost:15734/oauth/callback'] },
  ChatGPT: { redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'] },
  'ChatGPT, one address for each connector': { redirect_uris: ['https://chatgpt.com/connector/oauth/abc_123-XYZ'] },
  Codex: { redirect_uris: ['http://127.0.0.1:63546/callback/6MFBM1In3Ey-'] },
  Cursor: {
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  },
  'VS Code': {
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
      'http://localhost/',
      'http://localhost:33418/',
    ],
  },
  Windsurf: { redirect_uris: ['windsurf://codeium.windsurf/oauth/callback', 'http://localhost:9876/callback'] },
  JetBrains: { redirect_uris: ['jetbrains://gateway/mcp/oauth/callback', 'http://127.0.0.1:52829/callback'] },
  'Gemini CLI': { redirect_uris: ['http://localhost:7777/oauth/callback'] },
  Zed: { redirect_uris: ['http://127.0.0.1:49201/callback'] },
  Goose: { redirect_uris: ['http://localhost:51421/oauth_callback'] },
  'LM Studio': { redirect_uris: ['http://127.0.0.1:33389/mcp/oauth/callback'] },
  Cline: { redirect_uris: ['vscode://saoudrizwan.claude-dev/mcp-auth/callback/3f9ac2'] },
  Raycast: { redirect_uris: ['https://raycast.com/redirect?packageName=Extension'] },
  'Raycast, by its scheme': { redirect_uris: ['raycast://oauth?package_name=Extension'] },
  'MCP Inspector': { redirect_uris: ['http://localhost:6274/oauth/callback'] },
  opencode: { redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'] },
  Grok: { redirect_uris: ['https://grok.com/connectors/oauth/callback'] },
  'Le Chat': { redirect_uris: ['https://callback.mistral.ai/v1/integrations_auth/oauth2_callback'] },
  n8n: { redirect_uris: ['https://oauth.n8n.cloud/oauth2/callback'] },
};

async function register(body: object): Promise<{ readonly status: number; readonly body: Wire }> {
  const answer = await fetch(`${service.url}/api/mcp/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A client', token_endpoint_auth_method: 'none', ...body }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('every client registers with all of its addresses', async () => {
  for (const [name, sent] of Object.entries(bodies)) {
    const { status, body } = await register({ client_name: name, ...sent });
    assert.deepEqual([status, body.redirect_uris], [201, sent.redirect_uris], `${name} ${JSON.stringify(body)}`);
  }
});

test(
  'a person allows each of them, and each gets its code and its token at the address that it named',
  longTest,
  async () => {
    const visitor = openVisitor(service);
    for (const [name, { redirect_uris: uris }] of Object.entries(bodies)) {
      const { id } = await registerClient(service, { client_name: name, redirect_uris: uris });
      const client = { id, redirectUri: uris[0] ?? '' };
      const given = await granted(service, client, { who: ana, visitor });
      assert.ok(given.left.href.startsWith(client.redirectUri), `${name} ${given.left.href}`);
      const { status, body } = await tokenRequest(service, codeFields(client, given));
      assert.equal(status, 200, `${name} ${JSON.stringify(body)}`);
      const stolen = await tokenRequest(service, {
        ...codeFields(client, await granted(service, client, { who: ana, visitor })),
        code_verifier: newVerifier().verifier,
      });
      assert.equal(stolen.body.error, 'invalid_grant', `${name}: a code is worth nothing to who has not asked`);
    }
  },
);

test('the page that asks may lead to the program alone, and says that it is one on this computer', async () => {
  const [uri = ''] = bodies['Cursor']?.redirect_uris ?? [];
  const { id } = await registerClient(service, { redirect_uris: [uri] });
  const visitor = openVisitor(service);
  const { challenge } = newVerifier();
  const first = await visitor.get(authorizeUrl(service, { id, redirectUri: uri }, { code_challenge: challenge }));
  const page = await signIn(visitor, first, ana);
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' cursor:;/);
  assert.match(page.text, /an app on this computer \(cursor:\/\/anysphere\.cursor-mcp\)/);
});

test('only the whole address of a known program is kept, and another way back is not refused with it', async () => {
  const [known = ''] = bodies['Cursor']?.redirect_uris ?? [];
  const unknown = [
    `${known}/more`,
    `${known}?a=1`,
    known.toUpperCase(),
    known.replace('-mcp', '-evil'),
    'cursor://evil/callback',
    'app://callback',
    'vscode://evil.extension/callback',
    'windsurf://evil/callback',
    'raycast://oauth',
    'jetbrains://evil/callback',
  ];
  for (const uri of unknown) {
    const alone = await register({ redirect_uris: [uri] });
    assert.deepEqual([alone.status, alone.body.error], [400, 'invalid_redirect_uri'], uri);
    assert.match(alone.body.error_description, /known/, uri);
    const { status, body } = await register({ redirect_uris: [uri, redirectUri] });
    assert.deepEqual([status, body.redirect_uris], [201, [redirectUri]], uri);
    const left = await openVisitor(service).get(
      authorizeUrl(service, { id: body.client_id, redirectUri: uri }, { code_challenge: newVerifier().challenge }),
    );
    assert.deepEqual([left.status, left.left], [400, undefined], uri);
  }
  // A scheme that a browser would run is no scheme of a program, and spoils the whole.
  for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
    assert.equal((await register({ redirect_uris: [uri, redirectUri] })).status, 400, uri);
  }
});
