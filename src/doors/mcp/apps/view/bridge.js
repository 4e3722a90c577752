/** JSON-RPC between an app and its host, through messages with the parent window alone. */
import { dress, readable } from './dress.js';
import { element } from './elements.js';

const protocolVersion = '2026-01-26';
const unknownMethod = -32601;

/** Shows each result of the tool by `show`, and again when the host looks otherwise or the width changes. */
export function openApp(name, show) {
  const main = document.querySelector('main');
  const calls = new Map();
  let context = {};
  let capabilities = {};
  let result;
  const tell = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = calls.size + 1;
      calls.set(id, { resolve, reject });
      tell({ id, method, params });
    });
  const openLink = linkOpener(() => capabilities, ask);
  const render = () => {
    if (result !== undefined) main.replaceChildren(...show(result, { ...readable(context), openLink }));
  };
  const adopt = (changed) => {
    context = { ...context, ...changed };
    dress(context);
    render();
  };
  const notified = new Map([
    ['ui/notifications/host-context-changed', adopt],
    ['ui/notifications/tool-cancelled', () => main.replaceChildren(element('p', {}, 'This was cancelled.'))],
    [
      'ui/notifications/tool-result',
      (params) => {
        result = params;
        render();
      },
    ],
  ]);
  const asked = new Set(['ping', 'ui/resource-teardown']);
  const answer = ({ id, method }) =>
    tell(asked.has(method) ? { id, result: {} } : { id, error: { code: unknownMethod, message: 'Method not found' } });
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    if (data.method !== undefined && data.id !== undefined) answer(data);
    else if (data.method !== undefined) notified.get(data.method)?.(data.params ?? {});
    else if (data.error !== undefined) calls.get(data.id)?.reject(new Error('the host refused'));
    else calls.get(data.id)?.resolve(data.result);
  });
  const begin = async () => {
    const greeting = { appInfo: { name, version: '1' }, appCapabilities: { availableDisplayModes: ['inline'] } };
    const { hostCapabilities, hostContext } = await ask('ui/initialize', { ...greeting, protocolVersion });
    capabilities = hostCapabilities ?? {};
    adopt(hostContext ?? {});
    tell({ method: 'ui/notifications/initialized' });
    watchSize(tell, render);
  };
  void begin();
}

/** Opens an address through the host, which asks the person; false where it does not. */
function linkOpener(capabilitiesOf, ask) {
  return async (url) => {
    if (capabilitiesOf().openLinks === undefined) return false;
    try {
      return (await ask('ui/open-link', { url })).isError !== true;
    } catch {
      return false;
    }
  };
}

function watchSize(tell, render) {
  const root = document.documentElement;
  let width = root.clientWidth;
  new ResizeObserver(() => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      render();
    }
    const height = Math.ceil(root.getBoundingClientRect().height);
    tell({ method: 'ui/notifications/size-changed', params: { width: window.innerWidth, height } });
  }).observe(root);
}
