import { listFormats, rowsMax } from './list-file/list-file.ts';
import type { z } from 'zod';
import {
  forbidden,
  idempotencyKeyRequired,
  idempotencyKeyReused,
  insufficientScope,
  internal,
  malformedRequest,
  notFound,
  overloaded,
  payloadTooLarge,
  personRequired,
  rateLimited,
  type RefusalKind,
  requestInProgress,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
  validationFailed,
  versionConflict,
} from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { recordIn } from '../wire/index.ts';
import { bounded } from './wire-schema.ts';

/** Conventions of every call, at the top of the document. */
export const overview = [
  'Amounts, quantities and rates are decimal strings. Days are YYYY-MM-DD in the time zone of the organisation; ' +
    'instants are RFC 3339 in UTC.',
  'Lists take `limit`, `cursor`, `sort`, `fields` and filters, some with bounds such as `sale_date[gte]`. ' +
    '`expand` includes related records in the response.',
  'Writes take an `Idempotency-Key` header and `?dry_run=true`, which previews the result and changes nothing.',
  'Errors are problem details (RFC 9457) with a stable `code` and a `hint`; all codes are listed at GET /api/errors.',
].join('\n\n');

/** Refusals of every call. */
export const commonRefusals: readonly RefusalKind[] = [
  malformedRequest,
  unauthenticated,
  forbidden,
  insufficientScope,
  personRequired,
  notFound,
  versionConflict,
  validationFailed,
  rateLimited,
  internal,
  unavailable,
  overloaded,
];

/** Further refusals of calls with a body. */
export const bodyRefusals: readonly RefusalKind[] = [payloadTooLarge, unsupportedMediaType];

export const writeRefusals: readonly RefusalKind[] = [idempotencyKeyRequired, idempotencyKeyReused, requestInProgress];

export const headers = {
  RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  RateLimit: { description: 'Calls remaining, and seconds until the window resets.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The rate limit and its window.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
  ApiVersion: { description: 'The API version.', schema: { type: 'string', format: 'date' } },
  ETag: {
    description: 'Identifies the current state of the record, for If-Match and If-None-Match.',
    schema: { type: 'string' },
  },
  Location: { description: 'The URL of the record.', schema: { type: 'string' } },
  Link: { description: 'The next page, as `rel="next"`.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true`: this is the stored response to the first request.',
    schema: { enum: ['true'] },
  },
};

export const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Headers of a successful answer. */
export function successHeaders({ effect, output, secretInput }: Operation, status: number): Record<string, unknown> {
  const fields = fieldsOf(output);
  const own = [
    'ApiVersion',
    ...(isTagged(output) ? ['ETag'] : []),
    ...('next_cursor' in fields ? ['Link'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(effect === 'read' || secretInput !== undefined ? [] : ['IdempotentReplayed']),
  ];
  const named = own.map((name) => [headerNames[name] ?? name, { $ref: `#/components/headers/${name}` }] as const);
  return { ...answerHeaders, ...Object.fromEntries(named) };
}

const headerNames: Readonly<Record<string, string>> = {
  ApiVersion: 'Api-Version',
  IdempotentReplayed: 'Idempotent-Replayed',
};

/** True where a reader may send the ETag of the copy they have. */
export function isConditional({ effect, output }: Operation): boolean {
  return effect === 'read' && isTagged(output);
}

function isTagged(output: z.ZodType): boolean {
  return 'version' in fieldsOf(output) || output.meta()?.['file'] === true || output.meta()?.['mayBeFile'] === true;
}

function fieldsOf(output: z.ZodType): object {
  const record = recordIn(output);
  return record !== undefined && 'shape' in record ? (record.shape as object) : {};
}

export const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the record as read; the write is refused if it has changed since.',
  schema: bounded({ type: 'string', maxLength: 100 }),
};

export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of your copy of the record; 304 if it is unchanged.',
  schema: bounded({ type: 'string', maxLength: 1_000 }),
};

export const notModified = { description: 'Your copy of the record is current.', headers: answerHeaders };

/** One answer for each status, under the name of its first refusal: what several calls share. */
export function sharedResponses(refusals: readonly RefusalKind[]) {
  const groups = [...Map.groupBy(refusals, ({ status }) => status).values()];
  return Object.fromEntries(groups.map((group) => [group[0]?.code, problemResponse(group)]));
}

/** The same, by status. */
export function sharedReferences(refusals: readonly RefusalKind[]) {
  const groups = Map.groupBy(refusals, ({ status }) => status);
  return Object.fromEntries(
    [...groups].map(([status, [first]]) => [status, { $ref: `#/components/responses/${first?.code}` }]),
  );
}

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
  description: 'RFC 9457 problem details. Remedy data, such as `max` or `allowed`, is added as further fields.',
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

/** Parameter of lists that support saved filters. */
export const viewParameter = {
  name: 'view',
  in: 'query',
  required: false,
  description: 'The id or name of a saved filter; other parameters override the saved ones.',
  schema: bounded({ type: 'string', minLength: 1, maxLength: 100 }),
};

export const formatParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    `The whole list as a file of at most ${rowsMax} rows, without \`cursor\`, \`limit\` and \`include\`. ` +
    'The columns are the fields of a record, those of `fields` where it is given.',
  schema: { type: 'string', enum: [...listFormats], default: 'json' },
};

export const fileLanguageParameter = {
  name: 'language',
  in: 'query',
  required: false,
  description:
    'Language of the headings of an XLSX file. Default: the names of the API as words. CSV has the names of the API.',
  schema: { type: 'string', maxLength: 35, examples: ['de'] },
};

/** The header and the query parameter that every write takes. */
export function writeParameters(keyRequired: boolean) {
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: keyRequired,
      description: 'Makes retries safe: the same key and body return the first response.',
      schema: bounded({ type: 'string', minLength: 1, maxLength: 255 }),
    },
    {
      name: 'dry_run',
      in: 'query',
      required: false,
      description: 'Returns what would be written and changes nothing.',
      schema: { type: 'boolean', default: false },
    },
  ];
}
