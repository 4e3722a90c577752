import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idempotencyKeyRequired, limitExceeded } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { type Answer, type Call, run, runTogether } from '../operation/run.ts';
import { validationError } from '../operation/validation.ts';
import { problemOf } from './problem.ts';
import { admit, header, originOf, type RestDeps } from './rest.ts';

const batchSizeMax = 100;

export const Batch = z.strictObject({
  mode: z
    .enum(['atomic', 'independent'])
    .describe('All happen or none; or each by itself, in order, failures told per item.'),
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

type Item = z.output<typeof Batch>['operations'][number];

/** `POST /api/{resource}/batch`: up to 100 writes of one resource, all or none of them (`atomic`) or each by itself. */
export function registerBatches(server: FastifyInstance, deps: RestDeps): void {
  for (const [resource, actions] of batchableResources(deps.catalogue)) {
    server.post(`/api/${resource}/batch`, async (request, reply) => {
      const [anyAction] = actions.values();
      if (anyAction === undefined) return undefined;
      const key = header(request, 'idempotency-key');
      const dryRun = (request.query as Record<string, unknown>)['dry_run'] === 'true';
      if (key === undefined && !dryRun) throw idempotencyKeyRequired();
      const parsed = Batch.safeParse(request.body, { reportInput: true });
      if (!parsed.success) throw validationError(parsed.error, Batch);
      const { mode, operations } = parsed.data;
      if (operations.length > batchSizeMax) throw limitExceeded({ max: batchSizeMax });
      const actor = await admit({ ...anyAction, cost: operations.length }, request, reply, deps);
      const calls = operations.map((item, index) => callOf(item, index, { actions, actor, request, key, dryRun }));
      const results = mode === 'atomic' ? await together(calls, deps) : await eachAlone(calls, request, deps);
      return reply.send({ mode, results });
    });
  }
}

/** Resource → action → operation, for every resource whose records can be created. */
export function batchableResources(catalogue: readonly Operation[]): Map<string, Map<string, Operation>> {
  const resources = new Map<string, Map<string, Operation>>();
  for (const operation of catalogue) {
    const match = /^(POST|PATCH|DELETE) \/([a-z-]+)(\/\{id\})?(?:\/([a-z-]+))?$/.exec(operation.http);
    // What is not under a permission of an organisation is about the caller, one at a time.
    if (match === null || !operation.permission.includes(':') || operation.secretInput !== undefined) continue;
    const [, method = '', resource = '', id, tail] = match;
    const action = id === undefined ? (tail === undefined ? verbs[method] : undefined) : (tail ?? verbs[method]);
    if (action === undefined) continue;
    resources.set(resource, (resources.get(resource) ?? new Map<string, Operation>()).set(action, operation));
  }
  return new Map([...resources].filter(([, actions]) => actions.has('create')));
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
  return { operation, request: { actor, input, idempotencyKey, dryRun, origin: originOf(request) } };
}

async function together(calls: readonly Call[], deps: RestDeps): Promise<object[]> {
  const answers = await runTogether(deps.runtime, calls);
  return answers.map((answer, index) => itemOf(answer, index));
}

/** One after the other, so that an item may rely on those before it. */
async function eachAlone(calls: readonly Call[], request: FastifyRequest, deps: RestDeps): Promise<object[]> {
  const results: object[] = [];
  for (const [index, { operation, request: asked }] of calls.entries()) {
    try {
      results.push(itemOf(await run(deps.runtime, operation, asked), index));
    } catch (error) {
      const problem = problemOf(error, request.id);
      results.push({ index, status: problem.status, problem });
    }
  }
  return results;
}

function itemOf({ output, replayed }: Answer, index: number): object {
  return { index, status: 200, replayed, data: output };
}
