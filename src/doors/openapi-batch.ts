import type { Operation } from '../operation/operation.ts';
import { Batch } from './batch.ts';
import { answerHeaders, bodyRefusals, commonRefusals, sharedReferences, writeParameters } from './openapi-parts.ts';
import { bounded, wireSchema } from './wire-schema.ts';

type Json = Record<string, unknown>;

/** `POST /api/{resource}/batch`, with the actions that the resource has. */
export function describeBatch(resource: string, actions: ReadonlyMap<string, Operation>): Json {
  return {
    operationId: `batch_${resource.replaceAll(/[-/]/g, '_')}`,
    summary: `Up to 100 writes of ${resource.replaceAll(/[-/]/g, ' ')} in one request`,
    description: '`atomic`: all or none. `independent`: each on its own, in order; failures are reported per item.',
    tags: [resource.replace(/\/.*/, '')],
    parameters: writeParameters(true),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: withActions(wireSchema(Batch), [...actions.keys()]) } },
    },
    responses: {
      200: {
        description: 'Done.',
        headers: {
          ...answerHeaders,
          'Api-Version': { $ref: '#/components/headers/ApiVersion' },
          'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
        },
        content: { 'application/json': { schema: bounded(batchAnswer) } },
      },
      ...sharedReferences([...commonRefusals, ...bodyRefusals]),
    },
  };
}

/** The schema of any batch, with the actions of this one. */
function withActions(node: unknown, actions: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => withActions(item, actions));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'action' ? { enum: actions } : withActions(value, actions),
    ]),
  );
}

const batchAnswer = {
  type: 'object',
  required: ['mode', 'results'],
  properties: {
    mode: { enum: ['atomic', 'independent'] },
    results: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        required: ['index', 'status'],
        properties: {
          index: { type: 'integer', minimum: 0, maximum: 99, description: 'Index of the operation, from 0.' },
          status: { type: 'integer', minimum: 200, maximum: 599, description: 'The HTTP status it would have alone.' },
          replayed: { type: 'boolean', description: 'True if this is the stored response to the same key.' },
          data: { type: 'object', description: 'The response body of the operation.' },
          problem: { $ref: '#/components/schemas/Problem' },
        },
      },
    },
  },
};
