import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Tab } from './browser.ts';
import type { Wire } from './world.ts';

/**
 * A client that shows apps: the makers' bridge, and a frame of a real browser under the policy that the app asks for. A
 * real one puts it into a sandbox as well; here it has to do without.
 */

export type AppHost = {
  /** Shows the result of a tool in the app, and answers once the app has drawn it. */
  readonly show: (app: Wire, result: Wire, context?: HostContext) => Promise<void>;
  /** Everything that the app said, by its method. */
  readonly said: readonly string[];
  /** The address that the app wants opened. */
  readonly nextOpened: () => Promise<string>;
  readonly bridge: () => AppBridge;
};

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<style>body{margin:0}iframe{width:100%;height:1400px;border:0}</style></head><body><script>
const heard = [];
let wake = () => {};
addEventListener('message', ({ source, data }) => { if (source === frames[0]) { heard.push(data); wake(); } });
const next = () => new Promise((resolve) => {
  const take = () => resolve(heard.splice(0));
  wake = take;
  if (heard.length > 0) take(); else setTimeout(take, 500);
});
const drawn = () => new Promise((resolve) => {
  const look = () => frames[0]?.document.querySelector('h1') ? resolve(true) : setTimeout(look, 10);
  look();
});
</script><iframe title="App"></iframe></body></html>`;

/** Content policy that the specification derives from the metadata of an app, whose sources must all be empty. */
function policyOf({ csp }: Wire): string {
  const [sources, to, frames, base] = [csp.resourceDomains, csp.connectDomains, csp.frameDomains, csp.baseUriDomains];
  return [
    "default-src 'none'",
    ...['script-src', 'style-src'].map((name) => `${name} 'self' 'unsafe-inline' ${sources.join(' ')}`),
    `connect-src ${to.join(' ') || "'none'"}`,
    `img-src 'self' data: ${sources.join(' ')}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    `object-src 'none'; base-uri ${base.join(' ') || "'self'"}`,
  ].join('; ');
}

export async function openAppHost(t: TestContext, tab: Tab): Promise<AppHost> {
  let [html, policy] = ['', "default-src 'none'"];
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (url === '/') return response.end(page);
    return response.setHeader('content-security-policy', policy).end(html);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const at = server.address();
  const origin = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`;
  const said: string[] = [];
  const opened = Promise.withResolvers<string>();
  let bridge: AppBridge | undefined;
  const over = new AbortController();
  t.after(() => over.abort());
  return {
    said,
    nextOpened: () => opened.promise,
    bridge: () => {
      if (bridge === undefined) throw new Error('nothing is shown yet');
      return bridge;
    },
    show: async ({ text, _meta: meta }, result, context = {}) => {
      [html, policy] = [text, policyOf(meta.ui)];
      await bridge?.close();
      await tab.visit(`${origin}/`);
      bridge = new AppBridge(null, { name: 'test', version: '1' }, { openLinks: {} }, { hostContext: context });
      const initialized = Promise.withResolvers<void>();
      bridge.oninitialized = () => initialized.resolve();
      bridge.onopenlink = async ({ url }) => {
        opened.resolve(url);
        return {};
      };
      await bridge.connect(throughTab(tab, over.signal, said));
      await tab.read(`document.querySelector('iframe').src = '/app'`);
      await initialized.promise;
      await bridge.sendToolInput({ arguments: {} });
      await bridge.sendToolResult(result);
      await tab.settled('drawn()');
    },
  };
}

type HostContext = Parameters<AppBridge['setHostContext']>[0];
type Carrier = Parameters<AppBridge['connect']>[0];

function throughTab(tab: Tab, over: AbortSignal, said: string[]): Carrier {
  const closed = new AbortController();
  const end = AbortSignal.any([over, closed.signal]);
  const carrier: Carrier = {
    start: async () => void listen(),
    close: async () => {
      closed.abort();
      carrier.onclose?.();
    },
    send: async (message) => void (await tab.read(`frames[0].postMessage(${JSON.stringify(message)}, '*')`)),
  };
  const listen = async (): Promise<void> => {
    const messages: Wire[] = await tab.settled('next()').catch(() => []);
    if (end.aborted) return;
    for (const message of messages) {
      if (message.method !== undefined) said.push(message.method);
      carrier.onmessage?.(message);
    }
    return listen();
  };
  return carrier;
}
