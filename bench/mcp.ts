import { micros } from './compare.ts';
import { httpLoad, lastFailure, type Request } from './http-load.ts';
import { median } from './pages.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const requests = 3_000;
const rounds = 5;
const callers = 16;

/**
 * What a connecting AI client asks first, both together, against reading one record over REST, in CPU of service and
 * database.
 */
export async function benchMcp(stage: Stage): Promise<Figure[]> {
  const { id } = await stage.call('create_client', { type: 'business', display_name: 'One' });
  const { token } = await stage.call('create_mcp_token', { name: 'bench' });
  const get = () => cost(stage, stage.token, () => ({ method: 'GET', path: `/api/clients/${String(id)}` }));
  const [restCpu, connectCpu] = [[] as number[], [] as number[]];
  await get();
  for (let round = 0; round < rounds; round += 1) {
    restCpu.push(await get());
    // Half the requests are one, half the other.
    connectCpu.push(2 * (await cost(stage, String(token), (index) => connecting[index % 2] ?? initialize)));
  }
  const note = `CPU of a REST get ${micros(median(restCpu))}; of the two together ${micros(median(connectCpu))}`;
  return [
    ratio(
      'MCP initialize + tools/list against a REST get',
      median(connectCpu) / median(restCpu),
      { atMost: 1.5 },
      note,
    ),
  ];
}

const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

function call(method: string, params: object): Request {
  return { method: 'POST', path: '/api/mcp/mcp', headers, body: { jsonrpc: '2.0', id: 1, method, params } };
}

const initialize = call('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
});
const connecting: readonly Request[] = [initialize, call('tools/list', {})];

async function cost(stage: Stage, token: string, make: (index: number) => Request): Promise<number> {
  const before = stage.cpuSeconds();
  const { failures } = await httpLoad({ port: stage.port, token, callers, requests, make });
  if (failures > 0) throw new Error(`${failures} requests failed: ${lastFailure}`);
  return (stage.cpuSeconds() - before) / requests;
}
