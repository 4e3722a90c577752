import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue } from '../../src/catalogue.ts';
import { unavailable } from '../../src/operation/errors.ts';
import type { Operation } from '../../src/operation/operation.ts';
import type { HttpAnswer, HttpRequest, RunningService } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Shop } from '../support/shop/fill.ts';

const atOnce = 16;
const repeatsMax = 5;
const repeatAfterMs = 1_000;

/** Somebody who sends whatever comes to mind, and a judge who looks at every answer. */
export type Attack = {
  readonly service: RunningService;
  readonly shop: Shop;
  /** Another organisation, of which no answer may say anything. */
  readonly rival: Shop;
  readonly samples: ReadonlyMap<Operation, Sample>;
  /** Sends it, judges the answer and passes it on. */
  readonly send: (operation: Operation | undefined, request: HttpRequest) => Promise<HttpAnswer>;
  /** Works on all items, several at once. */
  readonly each: <Item>(items: readonly Item[], work: (item: Item) => Promise<void>) => Promise<void>;
  /** Findings, each with its request. */
  readonly found: string[];
  readonly sent: () => number;
};

export async function openAttack(): Promise<Attack> {
  const { service, shop, rival } = await startSampledShops();
  const samples = new Map<Operation, Sample>();
  for (const operation of catalogue) samples.set(operation, await sampleOf(shop, operation));
  const found: string[] = [];
  const hidden = [rival.mark, ...Object.values(rival.ids)];
  let sent = 0;
  return {
    service,
    shop,
    rival,
    samples,
    found,
    sent: () => sent,
    send: async (operation, request) => {
      sent += 1;
      const answer = await answerTo(service, request);
      const asked = textOf(request);
      const faults = faultsOf(answer, { operation, hidden: hidden.filter((one) => !asked.includes(one)) });
      found.push(...faults.map((fault) => `${fault}: ${operation?.name} ${asked}`));
      return answer;
    },
    each: async (items, work) => {
      const queue = items.values();
      const worker = async () => {
        for (const item of queue) await work(item);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
  };
}

const isWhole = process.env['DAYBOOK_HOSTILE_SHARE'] === '1';

/**
 * One of so many parts of the cases for each call, other parts for its neighbours: all calls are read by the same code,
 * so that each case meets some of them and each of them some cases. `DAYBOOK_HOSTILE_SHARE=1` tries all with all.
 */
export function inTurn<Odd>(all: readonly Odd[], { at, parts }: { at: number; parts: number }): readonly Odd[] {
  return isWhole ? all : all.filter((_, index) => (index + at) % parts === 0);
}

/** On a crowded machine a call may wait too long for the database. It is told so, and is sent again. */
async function answerTo(service: RunningService, request: HttpRequest): Promise<HttpAnswer> {
  for (let left = repeatsMax; ; left -= 1) {
    const answer = await service.send(request);
    if (answer.body?.code !== unavailable.code || left === 0) return answer;
    await sleep(repeatAfterMs);
  }
}

function textOf({ method, path, body, headers }: HttpRequest): string {
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
  return `${method} ${path} ${JSON.stringify(headers ?? {})} ${content}`.slice(0, 1_500);
}

/** Refusals that any call may meet before its own rules are asked. */
const general = new Set([
  'validation_failed',
  'malformed_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_required',
  'idempotency_key_reused',
  'request_in_progress',
]);

type Expected = { readonly operation: Operation | undefined; readonly hidden: readonly string[] };

/** Faults of an answer to any request. */
export function faultsOf({ status, headers, text, body }: HttpAnswer, { operation, hidden }: Expected): string[] {
  const faults = hidden.filter((one) => text.includes(one)).map((one) => `tells ${one} of another organisation`);
  if (status >= 500) return [...faults, `answered ${status} ${text.slice(0, 300)}`];
  if (status < 400) return faults;
  if (!String(headers['content-type']).startsWith('application/problem+json') || text === '') {
    return operation === undefined && text === ''
      ? faults
      : [...faults, `no problem but ${status} ${text.slice(0, 300)}`];
  }
  for (const field of ['type', 'title', 'detail', 'code', 'hint', 'request_id']) {
    if (typeof body[field] !== 'string') faults.push(`a problem without ${field}: ${text}`);
  }
  if (body.status !== status) faults.push(`a problem of ${body.status} in an answer of ${status}`);
  if (body.code === 'validation_failed') {
    const errors: { pointer: unknown; code: unknown; message: unknown }[] = body.errors ?? [];
    const told = errors.length > 0 && errors.every((one) => /^(\/|$)/.test(String(one.pointer)) && one.message);
    if (!told) faults.push(`validation without a place: ${text.slice(0, 500)}`);
  }
  const declared = operation?.refuses?.some(({ code }) => code === body.code) === true;
  const ofList = body.code === 'invalid_cursor' && operation !== undefined && 'cursor' in shape(operation);
  if (!declared && !ofList && !general.has(body.code)) faults.push(`${body.code} is not declared`);
  return faults;
}

function shape({ input }: Operation): object {
  return 'shape' in input ? (input.shape as object) : {};
}
