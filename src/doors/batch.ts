import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BusinessError, idempotencyKeyRequired, limitExceeded, validationFailed } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { type Answer, type Call, run, runTogether } from '../operation/run.ts';
import { validationError } from '../operation/validation.ts';
import { limits } from './limits.ts';
import { type Problem, problemOf } from './problem.ts';
import { admit, apiVersionOf, header, heldTo, isDryRun, originOf, type RestDeps, successStatus } from './rest.ts';

const batchSizeMax = 100;
/** Each item has the key of the batch and its index behind it, which is to fit as well. */
const keyLengthMax = 250;

export const Batch = z.strictObject({
  mode: z
    .enum(['atomic', 'independent'])
    .describe('All or none; or each on its own, in order, with failures reported per item.'),
  operations: z
    .array(
      z.strictObject({
        action: z.string().max(50).describe('`create`, `update`, `delete`, or an action such as `archive`.'),
        id: z.string().max(64).optional(),
        data: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
});

function keyTooLong(): BusinessError {
  const message = `Write at most ${keyLengthMax} characters.`;
  return validationFailed({ errors: [{ pointer: '/idempotency_key', code: 'invalid_key', message }], hint: message });
}

type Item = z.output<typeof Batch>['operations'][number];

/** `POST /api/{resource}/batch`: up to 100 writes of one resource, all or none of them (`atomic`) or each by itself. */
export function registerBatches(server: FastifyInstance, deps: RestDeps): void {
  for (const [resource, actions] of batchableResources(deps.catalogue)) {
    server.post(`/api/${resource}/batch`, async (request, reply) => {
      const [anyAction] = actions.values();
      if (anyAction === undefined) return undefined;
      reply.header('api-version', apiVersionOf(request));
      const actor = await admit({ ...anyAction, cost: costOf(request.body, actions) }, request, reply, deps);
      const { mode, operations, dryRun } = askedFor(request);
      const key = header(request, 'idempotency-key');
      if (key === undefined && !dryRun) throw idempotencyKeyRequired();
      if (key !== undefined && key.length > keyLengthMax) throw keyTooLong();
      const calls = operations.map((item, index) => callOf(item, index, { actions, actor, request, key, dryRun }));
      const results = mode === 'atomic' ? await together(calls, deps) : await eachAlone(calls, request, deps);
      if (results.every(({ replayed }) => replayed === true)) reply.header('idempotent-replayed', 'true');
      return reply.send({ mode, results });
    });
  }
}

/**
 * As many calls as what it holds counts as alone, and never more than somebody has in a minute. It is told before it is
 * looked at more closely: a stranger learns nothing from that.
 */
function costOf(body: unknown, actions: ReadonlyMap<string, Operation>): number {
  const operations = typeof body === 'object' && body !== null && 'operations' in body ? body.operations : undefined;
  if (!Array.isArray(operations)) return 1;
  let cost = 0;
  for (const item of operations.slice(0, batchSizeMax)) cost += costOfItem(item, actions);
  return Math.min(Math.max(1, cost), limits.credential);
}

function costOfItem(item: unknown, actions: ReadonlyMap<string, Operation>): number {
  const action = typeof item === 'object' && item !== null && 'action' in item ? item.action : undefined;
  return (typeof action === 'string' ? actions.get(action)?.cost : undefined) ?? 1;
}

function askedFor(request: FastifyRequest): z.output<typeof Batch> & { dryRun: boolean } {
  const { dry_run: dryRun, ...query } = request.query as Record<string, unknown>;
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) {
    const message = 'A batch takes only dry_run as a query parameter.';
    throw validationFailed({ errors: [{ pointer: `/${unknown}`, code: 'unknown_field', message }], hint: message });
  }
  const parsed = Batch.safeParse(request.body, { reportInput: true });
  if (!parsed.success) throw validationError(parsed.error, Batch);
  if (parsed.data.operations.length > batchSizeMax) throw limitExceeded({ max: batchSizeMax });
  return { ...parsed.data, dryRun: isDryRun('write', dryRun) };
}

/** Resource → action → operation, for every resource whose records can be created or changed. */
export function batchableResources(catalogue: readonly Operation[]): Map<string, Map<string, Operation>> {
  const resources = new Map<string, Map<string, Operation>>();
  for (const operation of catalogue) {
    const place = placeOf(operation.http);
    // An operation without a permission of the organisation is about the caller, one at a time.
    if (place === undefined || !operation.permission.includes(':') || operation.secretInput !== undefined) continue;
    if (operation.forPeople === true) continue;
    const { resource, action } = place;
    resources.set(resource, (resources.get(resource) ?? new Map<string, Operation>()).set(action, operation));
  }
  const isChanged = (one: Operation | undefined) => one?.http.endsWith('/{id}') === true;
  return new Map([...resources].filter(([, actions]) => actions.has('create') || isChanged(actions.get('update'))));
}

/** `stock` has resources of its own below it. Those of people and of tokens are dealt with one at a time. */
const pattern = /^(POST|PATCH|DELETE) \/(stock\/[a-z]+|[a-z-]+)(\/\{id\})?(?:\/([a-z-]+))?$/;

function placeOf(http: string): { readonly resource: string; readonly action: string } | undefined {
  const [, method = '', resource = '', id, tail] = pattern.exec(http) ?? [];
  const action = id === undefined ? (tail === undefined ? verbs[method] : undefined) : (tail ?? verbs[method]);
  return action === undefined ? undefined : { resource, action };
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', DELETE: 'delete' };

type Shared = {
  readonly actions: ReadonlyMap<string, Operation>;
  readonly actor: Call['request']['actor'];
  readonly request: FastifyRequest;
  readonly key: string | undefined;
  readonly dryRun: boolean;
};

function callOf(item: Item, index: number, { actions, actor, request, key, dryRun }: Shared): Call {
  const operation = actions.get(item.action);
  if (operation === undefined) {
    const message = `Write one of ${[...actions.keys()].join(', ')}.`;
    throw validationError(
      new z.ZodError([
        {
          code: 'custom',
          path: ['operations', index, 'action'],
          message,
          input: item.action,
          params: { code: 'unknown_action' },
        },
      ]),
      Batch,
    );
  }
  const input = { ...item.data, ...(item.id === undefined ? {} : { id: item.id }) };
  const idempotencyKey = key === undefined ? undefined : `${key}:${index}`;
  const origin = originOf(request);
  return { operation, request: { actor, input, idempotencyKey, dryRun, origin, beforeCommit: heldTo(actor) } };
}

async function together(calls: readonly Call[], deps: RestDeps): Promise<ItemResult[]> {
  const answers = await runTogether(deps.runtime, calls).catch((error: unknown) => {
    throw inItsPlace(error);
  });
  return calls.map((call, index) => itemOf(call, answers[index], index));
}

/** Fields are told where they stand in the batch, not where they would stand if the item had been sent alone. */
function inItsPlace(error: unknown): unknown {
  if (!(error instanceof BusinessError) || typeof error.details['index'] !== 'number') return error;
  const { index, errors } = error.details;
  const moved = errors?.map((one) => {
    const place = one.pointer === '/id' ? 'id' : `data${one.pointer}`;
    return { ...one, pointer: `/operations/${String(index)}/${place}` };
  });
  return new BusinessError(error.kind, { ...error.details, ...(moved === undefined ? {} : { errors: moved }) });
}

/** One after the other, so that an item may rely on those before it. */
async function eachAlone(calls: readonly Call[], request: FastifyRequest, deps: RestDeps): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const [index, call] of calls.entries()) {
    try {
      results.push(itemOf(call, await run(deps.runtime, call.operation, call.request), index));
    } catch (error) {
      const problem = problemOf(error, request.id);
      results.push({ index, status: problem.status, problem });
    }
  }
  return results;
}

type ItemResult = {
  readonly index: number;
  readonly status: number;
  readonly replayed?: boolean;
  readonly data?: unknown;
  readonly problem?: Problem;
};

function itemOf({ operation, request }: Call, answer: Answer | undefined, index: number): ItemResult {
  const status = request.dryRun === true ? 200 : successStatus(operation);
  return { index, status, replayed: answer?.replayed === true, data: answer?.output };
}
