import { z } from 'zod';
import { type RefusalKind, idempotencyKeyReused, notFound, rateLimited, unauthenticated, unavailable, validationFailed, forbidden, internal, requestInProgress, versionConflict, idempotencyKeyRequired, malformedRequest } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { batchableResources } from './batch.ts';
import { apiVersion, routeOf } from './rest.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the catalogue. Pure: the same catalogue gives the same document. */
export function openApi(catalogue: readonly Operation[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of catalogue) {
    const { method, path } = routeOf(operation);
    (paths[path] ??= {})[method.toLowerCase()] = describe(operation);
  }
  for (const resource of batchableResources(catalogue).keys()) {
    paths[`/api/${resource}/batch`] = { post: describeBatch(resource) };
  }
  const tags = [...new Set(catalogue.map(tagOf))].toSorted().map((name) => ({ name, description: tagSentence(name) }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version: apiVersion,
      summary: 'Business management: clients, stock, sales, payments and books.',
      description: overview,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Daybook', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    security: [{ accessToken: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token from POST /api/auth/login, a JWT as RFC 8725 wants it; valid for 24 hours.',
        },
      },
      schemas: { Problem: problemSchema },
      headers,
      responses: Object.fromEntries(commonRefusals.map((refusal) => [refusal.code, problemResponse([refusal])])),
    },
  };
}

const overview = [
  'Amounts, quantities and rates are decimal strings. Days are YYYY-MM-DD in the time zone of the organisation; instants are RFC 3339 in UTC.',
  'Lists take `limit`, `cursor`, `sort`, `fields` and filters, some with bounds such as `sale_date[gte]`. `expand` puts related records into the answer.',
  'Writes take an `Idempotency-Key` header and `?dry_run=true`, which shows what would happen and changes nothing.',
  'Errors are problem details (RFC 9457) with a stable `code` and a `hint`; all codes are listed at GET /api/errors.',
].join('\n\n');

const commonRefusals: readonly RefusalKind[] = [
  malformedRequest,
  unauthenticated,
  forbidden,
  notFound,
  versionConflict,
  validationFailed,
  rateLimited,
  internal,
  unavailable,
];

function describe(operation: Operation): Json {
  const { method, path } = routeOf(operation);
  const input = wireSchema(operation.input);
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return {
    operationId: operation.name,
    summary: operation.summary.replace(/\.$/, ''),
    description: [operation.summary, operation.guidance, permissionSentence(operation)].filter(Boolean).join('\n\n'),
    tags: [tagOf(operation)],
    ...(operation.permission === 'public' ? { security: [] } : {}),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(hasBody ? [] : rest.flatMap((name) => queryParameters(name, properties[name] ?? {}, required.includes(name)))),
      ...(operation.effect === 'read' ? [] : writeParameters(operation)),
    ],
    ...(hasBody && rest.length > 0
      ? {
          requestBody: {
            required: rest.some((name) => required.includes(name)),
            content: { 'application/json': { schema: withoutProperties(input, inPath) } },
          },
        }
      : {}),
    responses: responsesOf(operation),
  };
}

function permissionSentence({ permission }: Operation): string {
  if (permission === 'public') return 'Needs no credential.';
  return permission === 'signed_in' ? 'Any signed-in member.' : `Needs the permission \`${permission}\`.`;
}

function writeParameters({ keyRequired = false }: Operation): Json[] {
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: keyRequired,
      description: 'Makes a retry safe: the same key and body give the first answer again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    {
      name: 'dry_run',
      in: 'query',
      description: 'Answers what would be written and changes nothing.',
      schema: { type: 'boolean', default: false },
    },
  ];
}

/** A filter that takes bounds is also there as `name[gte]` and so on. */
function queryParameters(name: string, schema: Json, required: boolean): Json[] {
  const alternatives = (schema['anyOf'] ?? []) as Json[];
  const bounds = alternatives.find((alternative) => alternative['type'] === 'object');
  const plain = bounds === undefined ? schema : (alternatives[0] ?? schema);
  const style = plain['type'] === 'array' ? { style: 'form', explode: false } : {};
  const parameter = { name, in: 'query', required, schema: plain, ...style };
  if (bounds === undefined) return [parameter];
  const inner = Object.keys((bounds['properties'] ?? {}) as Json);
  return [parameter, ...inner.map((bound) => ({ name: `${name}[${bound}]`, in: 'query', schema: plain }))];
}

function responsesOf(operation: Operation): Json {
  const success = operation.http.startsWith('POST ') && operation.name.startsWith('create_') ? '201' : '200';
  const file = operation.output.meta()?.['file'] === true;
  const content = file
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: wireSchema(operation.output) } };
  const byStatus = new Map<number, RefusalKind[]>();
  const own = [...(operation.refuses ?? []), ...(operation.effect === 'read' ? [] : writeRefusals)];
  for (const refusal of own) byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal]);
  for (const refusal of commonRefusals) {
    if (byStatus.has(refusal.status)) byStatus.get(refusal.status)?.push(refusal);
  }
  const shared = commonRefusals.filter(({ status }) => !byStatus.has(status));
  return {
    [success]: { description: 'Done.', headers: answerHeaders, content },
    ...Object.fromEntries(shared.map(({ status, code }) => [status, { $ref: `#/components/responses/${code}` }])),
    ...Object.fromEntries([...byStatus].map(([status, kinds]) => [status, problemResponse(kinds)])),
  };
}

const writeRefusals: readonly RefusalKind[] = [idempotencyKeyRequired, idempotencyKeyReused, requestInProgress];

const headers = {
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of the limit, and when the window ends.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The limit and its window.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

function problemResponse(kinds: readonly RefusalKind[]): Json {
  const codes = [...new Map(kinds.map((kind) => [kind.code, kind])).values()];
  const retryAfter = codes.some(({ status }) => status === 429 || status === 503);
  return {
    description: codes.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n'),
    headers: { ...answerHeaders, ...(retryAfter ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}) },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem details. Remedy data, such as `max` or `allowed`, stands beside these fields.',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Stable; listed at GET /api/errors.' },
    hint: { type: 'string', description: 'What to do or write instead.' },
    errors: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['pointer', 'code', 'message'],
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
};

function describeBatch(resource: string): Json {
  return {
    operationId: `batch_${resource.replaceAll('-', '_')}`,
    summary: `Up to 100 writes of ${resource} in one request`,
    description: '`atomic`: all happen or none. `independent`: each by itself, in order; failures are told per item.',
    tags: ['batches'],
    parameters: [writeParameters({ keyRequired: true } as Operation)[0]],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['mode', 'operations'],
            properties: {
              mode: { enum: ['atomic', 'independent'] },
              operations: {
                type: 'array',
                minItems: 1,
                maxItems: 100,
                items: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['action'],
                  properties: { action: { type: 'string' }, id: { type: 'string' }, data: { type: 'object' } },
                },
              },
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'Done.',
        headers: answerHeaders,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { mode: { type: 'string' }, results: { type: 'array', maxItems: 100, items: { type: 'object' } } },
            },
          },
        },
      },
      ...Object.fromEntries(
        commonRefusals.map(({ status, code }) => [status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
}

/** `/clients/{id}/archive` belongs to clients. */
function tagOf({ http }: Operation): string {
  return /^\w+ \/([a-z-]+)/.exec(http)?.[1] ?? 'other';
}

function tagSentence(tag: string): string {
  return `Calls under /api/${tag}.`;
}

/** JSON Schema of the wire side, for input and output alike: codecs have the wire on their input side. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return rest;
}

function withoutProperties(schema: Json, names: readonly string[]): Json {
  const { properties, required, ...rest } = schema as { properties: Json; required?: string[] };
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const stillRequired = (required ?? []).filter((name) => !names.includes(name));
  return { ...rest, properties: kept, ...(stillRequired.length === 0 ? {} : { required: stillRequired }) };
}
