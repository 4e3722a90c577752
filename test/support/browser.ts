import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, startChromium } from './chromium.ts';
import type { Wire } from './world.ts';

/** Says that something was not looked at in a browser, which a complete run of the tests does not let pass. */
function noteMissing(t: TestContext, what: string): void {
  const missing = `${what} was not looked at in a browser: there is no Chromium on the PATH.`;
  assert.equal(process.env['DAYBOOK_TESTS_COMPLETE'], undefined, missing);
  t.diagnostic(missing);
}

export type View = {
  readonly width: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
  /** As on paper. */
  readonly print?: boolean;
  readonly language?: string;
};

export type Tab = {
  readonly look: (view: View) => Promise<void>;
  readonly visit: (url: string) => Promise<void>;
  /** Value of an expression in the page. */
  readonly read: (expression: string) => Promise<Wire>;
  /** The same of a promise, which no page keeps while its scripts are off. */
  readonly settled: (expression: string) => Promise<Wire>;
  /** The same in the one page that this page frames. */
  readonly settledInside: (expression: string) => Promise<Wire>;
  /** Waits for what a page does by itself after it has loaded, such as giving a field the focus. */
  readonly comes: (expression: string) => Promise<void>;
  /** Does something that leads to another page, and waits for it. */
  readonly follow: (expression: string) => Promise<void>;
  readonly press: (key: 'Tab' | 'Enter' | 'ArrowDown') => Promise<void>;
  /** The same, where it leads to another page. */
  readonly pressing: (key: 'Tab' | 'Enter') => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Runs a script in every page from now on, before its own. */
  readonly always: (script: string) => Promise<void>;
  /** Takes the network away, or gives it back. */
  readonly cut: (isCut: boolean) => Promise<void>;
  /** Throws all cookies away. */
  readonly forget: () => Promise<void>;
  /** Gives it a device with a screen lock, which its owner opens whenever they are asked. */
  readonly device: () => Promise<Device>;
  readonly picture: () => Promise<Buffer>;
  /** Complaints of the browser: failed scripts and violated policies. */
  readonly complaints: readonly string[];
  /** Writes down every address that is asked for from now on. */
  readonly watch: () => Promise<readonly string[]>;
};

/** A device that keeps passkeys. */
export type Device = {
  /** Puts a passkey there that was made elsewhere. */
  readonly keep: (credential: object) => Promise<void>;
  readonly passkeys: () => Promise<number>;
  /** Whether its lock is opened from now on. */
  readonly opens: (is: boolean) => Promise<void>;
  /** Whether its owner answers from now on, or lets it wait. */
  readonly answers: (is: boolean) => Promise<void>;
};

type Message = { readonly id?: number; readonly method?: string; readonly params?: Wire; readonly result?: Wire };
type Send = (method: string, params?: object, sessionId?: string) => Promise<Wire>;
type Listen = (listener: (message: Message) => void) => void;

/** A tab of a real browser, driven by its own protocol; where there is none, it is noted what was not looked at. */
export async function openTab(t: TestContext, what: string): Promise<Tab | undefined> {
  if (chromium === undefined) {
    noteMissing(t, what);
    return undefined;
  }
  const socket = new WebSocket(await browserAddress(t, chromium));
  await once(socket, 'open');
  const { send, listen } = speakOver(socket);
  // Cookies, storage and cache of its own, which go with it.
  const { browserContextId } = await send('Target.createBrowserContext');
  t.after(async () => {
    await send('Target.disposeBrowserContext', { browserContextId });
    socket.close();
  });
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  // Another tab at the same time takes no focus from it.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true }, sessionId);
  return tabOf((method, params) => send(method, params, sessionId), listen);
}

/** The browser that the test runner started for the whole run, else one for this test. */
async function browserAddress(t: TestContext, program: string): Promise<string> {
  const shared = process.env['DAYBOOK_TEST_BROWSER'];
  if (shared !== undefined) return shared;
  const browser = await startChromium(program);
  t.after(() => browser.stop());
  return browser.address;
}

function speakOver(socket: WebSocket): { readonly send: Send; readonly listen: Listen } {
  let last = 0;
  const waiting = new Map<number, { done: (result: Wire) => void; failed: (error: Error) => void }>();
  const listeners: ((message: Message) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message: Message & { error?: { message: string } } = JSON.parse(String(data));
    const call = waiting.get(message.id ?? 0);
    if (message.error !== undefined) call?.failed(new Error(message.error.message));
    else if (call !== undefined) call.done(message.result);
    else for (const listener of listeners) listener(message);
  });
  return {
    listen: (listener) => void listeners.push(listener),
    send: (method, params = {}, sessionId) => {
      last += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Wire>();
      waiting.set(last, { done: resolve, failed: reject });
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      return within(promise, `${method} was not answered`);
    },
  };
}

const patienceMs = 120_000;

/** A page that is left while it is asked has no answer; the next one is asked. */
function unlessLeft(error: Error): undefined {
  if (!/navigated or closed|context/i.test(error.message)) throw error;
}

/** Nothing waits for a browser without an end. */
async function within<Result>(work: Promise<Result>, otherwise: string): Promise<Result> {
  const over = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: over.signal }).then(() => Promise.reject(new Error(otherwise)));
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}

async function tabOf(send: Send, listen: Listen): Promise<Tab> {
  const [complaints, asked, thrown]: [string[], string[], string[]] = [[], [], []];
  const contexts = new Map<string, number>();
  let loaded = Promise.withResolvers<void>();
  let spoken = 'en';
  listen(({ method, params }) => {
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url);
    if (method === 'Runtime.executionContextsCleared') contexts.clear();
    if (method === 'Runtime.executionContextCreated' && params.context.auxData.isDefault === true) {
      contexts.set(params.context.auxData.frameId, params.context.id);
    }
    if (method === 'Log.entryAdded') complaints.push(`${params.entry.source}: ${params.entry.text}`);
    if (method === 'Page.javascriptDialogOpening') {
      complaints.push(`dialog: ${params.message}`);
      void send('Page.handleJavaScriptDialog', { accept: true });
    }
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params.exceptionDetails;
      complaints.push(text);
      thrown.push(exception?.description ?? text);
    }
  });
  // Not the network: its events are a fifth of the work of loading a page, and few tests ask for them.
  for (const domain of ['Page', 'Log', 'Runtime']) await send(`${domain}.enable`);
  const next = async (deed: () => Promise<unknown>) => {
    loaded = Promise.withResolvers<void>();
    await deed();
    await within(loaded.promise, 'the page never came');
  };
  const evaluated = async (expression: string, awaitPromise: boolean, contextId?: number): Promise<Wire> => {
    const options = { expression, returnByValue: true, awaitPromise, contextId };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'it failed');
    return result.value;
  };
  const read: Tab['read'] = (expression) => evaluated(expression, false);
  /** For who reads of a failure and was not there. */
  const shown = () =>
    read(`[location.href, document.activeElement?.outerHTML.slice(0, 200),
    ...[...document.querySelectorAll('dialog[open], main')].map((one) => one.innerText)].join('\\n').slice(0, 2_000)`);
  const press: Tab['press'] = async (key) => {
    const text = key === 'Enter' ? { text: '\r' } : {};
    const event = { key, code: key, windowsVirtualKeyCode: { Tab: 9, Enter: 13, ArrowDown: 40 }[key], ...text };
    await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  const { frameTree } = await send('Page.getFrameTree');
  return {
    complaints,
    watch: async () => {
      await send('Network.enable');
      return asked;
    },
    read,
    settledInside: (expression) => {
      const framed = [...contexts].findLast(([frame]) => frame !== frameTree.frame.id);
      return evaluated(expression, true, framed?.[1]);
    },
    settled: (expression) => evaluated(expression, true),
    comes: async (expression) => {
      const begun = performance.now();
      let pauseMs = 20;
      while ((await read(expression).catch(unlessLeft)) !== true) {
        // A broken page is not worth waiting for, and its output may be incomplete.
        if (thrown.length > 0) throw new Error(`the page threw: ${thrown.join('\n')}`);
        if (performance.now() - begun > patienceMs) throw new Error(`it never came: ${expression}\n${await shown()}`);
        await sleep(pauseMs);
        // Asking is work for the page, which may have much to do.
        pauseMs = Math.min(pauseMs * 1.3, 100);
      }
    },
    look: async ({ width, height = 900, dark = false, scripts = true, print = false, language = 'en' }) => {
      const features = [
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        // Nobody waits for colours to turn.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ];
      await Promise.all([
        send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 }),
        send('Emulation.setEmulatedMedia', { media: print ? 'print' : '', features }),
        send('Emulation.setScriptExecutionDisabled', { value: !scripts }),
      ]);
      if (language === spoken) return;
      spoken = language;
      await send('Network.enable');
      await send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': language } });
    },
    visit: (url) => next(() => send('Page.navigate', { url })),
    follow: (expression) => next(() => read(expression)),
    press,
    pressing: (key) => next(() => press(key)),
    type: (text) => send('Input.insertText', { text }),
    always: (source) => send('Page.addScriptToEvaluateOnNewDocument', { source }),
    cut: async (offline) => {
      const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
      await send('Network.enable');
      await send('Network.emulateNetworkConditions', { offline, latency: 0, ...throughput });
    },
    forget: () => send('Network.clearBrowserCookies'),
    device: async () => {
      await send('WebAuthn.enable');
      const abilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
      const options = { protocol: 'ctap2', transport: 'internal', ...abilities, automaticPresenceSimulation: true };
      const { authenticatorId } = await send('WebAuthn.addVirtualAuthenticator', { options });
      return {
        keep: (credential) => send('WebAuthn.addCredential', { authenticatorId, credential }),
        passkeys: async () => (await send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
        opens: (isUserVerified) => send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
        answers: (enabled) => send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      };
    },
    picture: async () => {
      const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true });
      return Buffer.from(data, 'base64');
    },
  };
}
