import {
  forbidden,
  idempotencyKeyRequired,
  idempotencyKeyReused,
  internal,
  malformedRequest,
  notFound,
  rateLimited,
  type RefusalKind,
  requestInProgress,
  unauthenticated,
  unavailable,
  validationFailed,
  versionConflict,
} from '../operation/errors.ts';
import { bounded } from './wire-schema.ts';

/** What holds for every call, told once in front of the document. */
export const overview = [
  'Amounts, quantities and rates are decimal strings. Days are YYYY-MM-DD in the time zone of the organisation; ' +
    'instants are RFC 3339 in UTC.',
  'Lists take `limit`, `cursor`, `sort`, `fields` and filters, some with bounds such as `sale_date[gte]`. ' +
    '`expand` puts related records into the answer.',
  'Writes take an `Idempotency-Key` header and `?dry_run=true`, which shows what would happen and changes nothing.',
  'Errors are problem details (RFC 9457) with a stable `code` and a `hint`; all codes are listed at GET /api/errors.',
].join('\n\n');

/** What any call may answer. */
export const commonRefusals: readonly RefusalKind[] = [
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

export const writeRefusals: readonly RefusalKind[] = [idempotencyKeyRequired, idempotencyKeyReused, requestInProgress];

export const headers = {
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of the limit, and when the window ends.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The limit and its window.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

export const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

export function problemResponse(kinds: readonly RefusalKind[]) {
  const codes = [...new Map(kinds.map((kind) => [kind.code, kind])).values()];
  const retryAfter = codes.some(({ status }) => status === 429 || status === 503);
  return {
    description: codes.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n'),
    headers: {
      ...answerHeaders,
      ...(retryAfter ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

export const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem details. Remedy data, such as `max` or `allowed`, stands beside these fields.',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
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

/** The header and the query parameter that every write takes. */
export function writeParameters(keyRequired: boolean) {
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: keyRequired,
      description: 'Makes a retry safe: the same key and body give the first answer again.',
      schema: bounded({ type: 'string', minLength: 1, maxLength: 255 }),
    },
    {
      name: 'dry_run',
      in: 'query',
      required: false,
      description: 'Answers what would be written and changes nothing.',
      schema: { type: 'boolean', default: false },
    },
  ];
}
