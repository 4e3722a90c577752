#!/usr/bin/env node
// Connects an AI app that starts local programs with the connector of a running Daybook: each message that comes in on
// a line is posted there, and each that is answered goes out on a line. It depends on nothing, so that it also runs by
// itself, in the bundle that Claude Desktop installs.
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const connectorPath = '/api/mcp/mcp';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const failed = -32_000;
const parseError = -32_700;

/** Revisions without a handshake want in headers whom a message is for. */
const namedBy = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Passes messages on until there are no more.
 *
 * @param {{ url: string, token: string, input: NodeJS.ReadableStream, write: (line: string) => void }} parts
 */
async function bridge({ url, token, input, write }) {
  const address = `${url.replace(/\/+$/, '')}${connectorPath}`;
  /** @type {Map<unknown, AbortController>} */
  const underWay = new Map();
  const all = new Set();
  let agreed;

  const post = async (message) => {
    const id = message?.id;
    const asks = typeof message?.method === 'string' && id !== undefined;
    const gone = new AbortController();
    if (asks) underWay.set(id, gone);
    try {
      const headers = headersOf(message, token, agreed);
      const answer = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
        signal: gone.signal,
      });
      let answered = false;
      for await (const one of messagesOf(answer)) {
        if (message.method === 'initialize') agreed = one.result?.protocolVersion ?? agreed;
        answered ||= one.id === id;
        write(JSON.stringify(one));
      }
      if (asks && !answered) write(refusal(id, `Daybook answered ${answer.status} without a message.`));
    } catch (error) {
      // Whoever cancelled a message waits for no answer.
      if (asks && !gone.signal.aborted) write(refusal(id, `Daybook at ${url} cannot be reached: ${reasonOf(error)}`));
    } finally {
      if (asks) underWay.delete(id);
    }
  };

  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      write(
        JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: parseError, message: 'That line is not JSON.' } }),
      );
      continue;
    }
    if (message?.method === 'notifications/cancelled') underWay.get(message.params?.requestId)?.abort();
    const sent = post(message).finally(() => all.delete(sent));
    all.add(sent);
  }
  // Who has closed the input may still read what was asked before; a stream without end is not waited for.
  const left = new Promise((resolve) => setTimeout(resolve, 5_000).unref());
  await Promise.race([Promise.all(all), left]);
  for (const gone of underWay.values()) gone.abort();
}

function headersOf(message, token, agreed) {
  const modern = message?.params?._meta?.[versionKey];
  const version = modern ?? agreed;
  const name = message?.params?.[namedBy[message?.method]];
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(modern === undefined ? {} : { 'mcp-method': message.method }),
    ...(modern === undefined || typeof name !== 'string' ? {} : { 'mcp-name': headerText(name) }),
  };
}

/** As the transport encodes what a header cannot hold. */
function headerText(text) {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

async function* messagesOf(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    for await (const data of eventsOf(answer.body)) yield JSON.parse(data);
    return;
  }
  const text = await answer.text();
  if (text === '') return;
  const body = JSON.parse(text);
  for (const one of Array.isArray(body) ? body : [body]) if (one.jsonrpc === '2.0') yield one;
}

/** The data of server-sent events, one after the other. */
async function* eventsOf(body) {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trimStart()).join('\n');
      if (data !== '') yield data;
    }
  }
}

function refusal(id, message) {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: failed, message } });
}

function reasonOf(error) {
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/**
 * Passes on what comes in and goes out of this process. Answers what is missing for that, if anything is.
 *
 * @param {{ url?: string, token?: string }} settings
 */
export async function bridgeThisProcess({ url = 'http://127.0.0.1:4400', token = '' }) {
  if (!token.startsWith('svc_')) {
    return 'Set DAYBOOK_MCP_TOKEN to a token that begins with svc_; it is made at /connect of your Daybook.';
  }
  await bridge({ url, token, input: process.stdin, write: (line) => void process.stdout.write(`${line}\n`) });
  return undefined;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { DAYBOOK_URL: url, DAYBOOK_MCP_TOKEN: token } = process.env;
  const missing = await bridgeThisProcess({ url, token });
  if (missing !== undefined) {
    console.error(missing);
    process.exitCode = 2;
  }
}
