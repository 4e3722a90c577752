import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import { micros } from './compare.ts';
import { httpLoad, lastFailure, type Request } from './http-load.ts';
import { anotherOrganization, post } from './organizations.ts';
import { median } from './pages.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const requests = 3_000;
const rounds = 5;
const callers = 16;

/**
 * First requests of a connecting AI client, together, against reading one record over REST, in CPU of service and
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
    ...(await benchCalls(stage, { id: String(id), token: String(token) })),
    await benchMemory(stage),
  ];
}

/** A tool that reads one record against REST doing so, and the tool list, whose text is kept. */
async function benchCalls(stage: Stage, { id, token }: { id: string; token: string }): Promise<Figure[]> {
  const costs = { rest: [] as number[], tool: [] as number[], list: [] as number[] };
  const read = call('tools/call', { name: 'get_client', arguments: { id } });
  for (let round = 0; round <= rounds; round += 1) {
    const rest = await cost(stage, stage.token, () => ({ method: 'GET', path: `/api/clients/${id}` }));
    const tool = await cost(stage, token, () => read);
    const list = await cost(stage, token, () => call('tools/list', {}));
    // The first round warms up.
    if (round === 0) continue;
    costs.rest.push(rest);
    costs.tool.push(tool);
    costs.list.push(list);
  }
  const [rest, tool, list] = [median(costs.rest), median(costs.tool), median(costs.list)];
  const note = `REST ${micros(rest)}, tool ${micros(tool)}`;
  return [
    ratio('MCP get_client against the same REST get', tool / rest, { atMost: 1.3 }, note),
    {
      what: 'MCP tools/list from a warm cache, CPU of the whole request',
      value: micros(list),
      reach: `≤ ${micros(listSecondsMax)}`,
      reached: list <= listSecondsMax ? 'yes' : 'no',
      note: 'service and database',
    },
  ];
}

const listSecondsMax = 0.0003;
const [few, many] = [10, 1_000];
/** A member may have a hundred. */
const tokensPerMember = 100;
const kibPerTokenMax = 1;

/** Memory of a service after the use of 1,000 tokens, against 10. */
async function benchMemory({ db, port, token: owner }: Stage): Promise<Figure> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const settings = { DAYBOOK_RATE_LIMIT: 'off', DAYBOOK_ROLE: 'web', LOG_LEVEL: 'silent' };
  const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
  const app = await createApp({ config: readConfig(settings), db, secrets, log: openLog('silent') });
  const tokens: string[] = [];
  while (tokens.length < many + 1) {
    const member = await anotherOrganization(port, owner);
    for (let made = 0; made < tokensPerMember && tokens.length < many + 1; made += 1)
      tokens.push((await post(port, member, '/mcp/tokens', { name: `bench ${made}` })).token);
  }
  const list = async (token: string) => {
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const { statusCode } = await app.server.inject({ method: 'POST', url: '/api/mcp/mcp', headers, payload });
    if (statusCode !== 200) throw new Error(`tools/list answered ${statusCode}`);
  };
  const heapAfter = async (used: readonly string[]) => {
    for (const token of used) await list(token);
    // A look-up is remembered for a second; the next one sweeps.
    await sleep(1_100);
    await list(tokens[many] ?? '');
    collect();
    return process.memoryUsage().heapUsed;
  };
  await heapAfter(tokens.slice(0, few));
  const before = await heapAfter(tokens.slice(0, few));
  const after = await heapAfter(tokens.slice(0, many));
  await app.close();
  const kib = (after - before) / 1_024 / (many - few);
  return {
    what: `memory that ${many} used tokens leave, against ${few}`,
    value: `${kib.toFixed(2)} KiB each`,
    reach: `≤ ${kibPerTokenMax} KiB each`,
    reached: kib <= kibPerTokenMax ? 'yes' : 'no',
    note: `${(before / 2 ** 20).toFixed(1)} MiB, then ${(after / 2 ** 20).toFixed(1)} MiB; forgotten after a minute`,
  };
}

const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

/** A request of JSON-RPC. */
export function call(method: string, params: object): Request {
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
