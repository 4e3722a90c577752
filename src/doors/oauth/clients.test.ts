/** Clients that others wrote, given nothing but the address; and the pages that they send people to, in a browser. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test, type TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { openTab } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { openVisitor, signIn, startOauthService, terms } from '../../../test/support/oauth.ts';
import { password } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startOauthService();
const { url } = service;
const ana = await service.register('Acme');
const address = new URL(`${url}/api/mcp/mcp`);
const issuer = new URL(`${url}/api/mcp`);
const app = await openApp();

/** Callback listener of an app on this machine. */
async function openApp(): Promise<{ readonly uri: string; readonly arrived: () => Promise<URLSearchParams> }> {
  let back = Promise.withResolvers<URLSearchParams>();
  const server = createServer(({ url: path = '' }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://app');
    if (pathname === '/callback') back.resolve(searchParams);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Done</title>Connected.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://127.0.0.1:${port}/callback`,
    arrived: async () => {
      const params = await back.promise;
      back = Promise.withResolvers();
      return params;
    },
  };
}

/** Signs in and grants access in a browser. */
async function allowInBrowser(t: TestContext, to: URL): Promise<URLSearchParams> {
  const tab = await openTab(t, 'Signing in by OAuth');
  if (tab === undefined) return allowWithoutScripts(to);
  await tab.visit(to.href);
  await tab.comes(`document.activeElement.id === 'email'`);
  assert.match(await tab.read('document.body.innerText'), /Sign in to Daybook/);
  await tab.type(ana.email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  assert.match(await tab.read('document.body.innerText'), /wants to act for you/);
  await tab.read(`document.querySelector('[value=full]').click()`);
  await tab.follow(`document.querySelector('[value=allow]').click()`);
  assert.equal(await tab.read('document.title'), 'Done');
  assert.deepEqual(tab.complaints, []);
  return app.arrived();
}

async function allowWithoutScripts(to: URL): Promise<URLSearchParams> {
  const visitor = openVisitor(service);
  const page = await signIn(visitor, await visitor.get(to.href), ana);
  const { left } = await visitor.submit(page, 'decide', terms);
  if (left === undefined) throw new Error('the browser did not come back');
  return left.searchParams;
}

/** Storage that either SDK requires of an app. */
function keeper() {
  const kept: { client?: Wire; tokens?: Wire; verifier?: string; to?: URL; refreshed: number } = { refreshed: 0 };
  const provider = {
    redirectUrl: app.uri,
    clientMetadata: { client_name: 'SDK app', redirect_uris: [app.uri] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: Wire) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Wire) => {
      if (kept.tokens !== undefined) kept.refreshed += 1;
      kept.tokens = tokens;
    },
    redirectToAuthorization: (to: URL) => void (kept.to = to),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
  return { kept, provider };
}

type AnyClient = {
  connect: (transport: never) => Promise<void>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<object>;
  close: () => Promise<void>;
};

/** Works, goes on with a token that has ended, five times at once, and gives everything back. */
async function useAndLeave(kept: ReturnType<typeof keeper>['kept'], open: () => Promise<AnyClient>): Promise<void> {
  const client = await open();
  const overview: Wire = await client.callTool({ name: 'get_business_overview', arguments: {} });
  assert.equal(typeof overview.structuredContent, 'object');
  await service.owner.query(`update oauth_secrets set expires_at = now() where kind = 'access'`);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const all = await Promise.all(Array.from({ length: 5 }, open));
  for (const each of all) await each.callTool({ name: 'get_business_overview', arguments: {} });
  assert.ok(kept.refreshed >= 1, 'nobody refreshed');
  const body = new URLSearchParams({ client_id: kept.client.client_id, token: kept.tokens.refresh_token });
  assert.equal((await fetch(`${issuer.href}/oauth/revoke`, { method: 'POST', body })).status, 200);
  const { authorization } = { authorization: `Bearer ${kept.tokens.access_token}` };
  assert.equal((await fetch(address, { method: 'POST', headers: { authorization } })).status, 401);
  for (const each of [client, ...all]) await each.close();
}

test('the client of version 2 connects, works, refreshes and leaves', longTest, async (t) => {
  const { kept, provider } = keeper();
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider });
  await assert.rejects(new Client({ name: 'v2', version: '1' }).connect(first), UnauthorizedError);
  await first.finishAuth(await allowInBrowser(t, kept.to ?? address));
  await useAndLeave(kept, async () => {
    const client = new Client({ name: 'v2', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
    return client;
  });
});

test('the client of version 1 connects, works, refreshes and leaves', longTest, async (t) => {
  // A connection that was kept may have ended meanwhile.
  await fetch(`${url}/healthz`).catch(() => undefined);
  const { kept, provider } = keeper();
  const first = new TransportV1(address, { authProvider: provider });
  await assert.rejects(new ClientV1({ name: 'v1', version: '1' }).connect(first), UnauthorizedV1);
  const params = await allowInBrowser(t, kept.to ?? address);
  await first.finishAuth(params.get('code') ?? '');
  await useAndLeave(kept, async () => {
    const client = new ClientV1({ name: 'v1', version: '1' });
    await client.connect(new TransportV1(address, { authProvider: provider }));
    return client;
  });
});

const insecure = { [oauth.allowInsecureRequests]: true };

test('oauth4webapi, which checks every answer, finds nothing to object to', async () => {
  const resource = await oauth.processResourceDiscoveryResponse(
    address,
    await oauth.resourceDiscoveryRequest(address, insecure),
  );
  assert.deepEqual(resource.authorization_servers, [issuer.href]);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const metadata = { redirect_uris: [app.uri], client_name: 'oauth4webapi', token_endpoint_auth_method: 'none' };
  const registration = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
  const client = await oauth.processDynamicClientRegistrationResponse(registration);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const to = new URL(server.authorization_endpoint ?? '');
  const query = {
    client_id: client.client_id,
    redirect_uri: app.uri,
    response_type: 'code',
    state,
    resource: address.href,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  to.search = new URLSearchParams(query).toString();
  const params = oauth.validateAuthResponse(server, client, await allowWithoutScripts(to), state);
  const none = oauth.None();
  const exchange = [
    params,
    app.uri,
    verifier,
    { ...insecure, additionalParameters: { resource: address.href } },
  ] as const;
  const answer = await oauth.authorizationCodeGrantRequest(server, client, none, ...exchange);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
  const again = await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token ?? '', insecure);
  const renewed = await oauth.processRefreshTokenResponse(server, client, again);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  const used = await oauth.protectedResourceRequest(renewed.access_token, 'POST', address, headers, body, insecure);
  assert.equal(used.status, 200);
  const given = await oauth.revocationRequest(server, client, none, renewed.access_token, insecure);
  await oauth.processRevocationResponse(given);
  const refused = oauth.protectedResourceRequest(renewed.access_token, 'POST', address, headers, body, insecure);
  await assert.rejects(refused, oauth.WWWAuthenticateChallengeError);
});

test('openid-client registers, signs in and refreshes', async () => {
  const options = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const };
  const metadata = { redirect_uris: [app.uri], client_name: 'openid-client', token_endpoint_auth_method: 'none' };
  const config = await openid.dynamicClientRegistration(issuer, metadata, openid.None(), options);
  const verifier = openid.randomPKCECodeVerifier();
  const to = openid.buildAuthorizationUrl(config, {
    redirect_uri: app.uri,
    code_challenge_method: 'S256',
    resource: address.href,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  });
  const back = new URL(`${app.uri}?${(await allowWithoutScripts(to)).toString()}`);
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.notEqual(renewed.access_token, tokens.access_token);
  await openid.tokenRevocation(config, renewed.refresh_token ?? '');
  await assert.rejects(openid.refreshTokenGrant(config, renewed.refresh_token ?? ''), /invalid_grant|error/i);
});
