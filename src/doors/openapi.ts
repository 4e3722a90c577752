import { setImmediate } from 'node:timers/promises';
import { fileBytesMax } from '../modules/files/index.ts';
import { xlsxType } from '../modules/reports/index.ts';
import { takesView } from '../modules/views/index.ts';
import type { RefusalKind } from '../operation/errors.ts';
import { isForPeople } from '../operation/for-people.ts';
import { apiVersion } from '../operation/api-version.ts';
import type { Operation } from '../operation/operation.ts';
import { contentTypesOf, recordIn } from '../wire/index.ts';
import { batchableResources } from './batch.ts';
import { describeBatch } from './openapi-batch.ts';
import { eventStreamPath } from './openapi-event-stream.ts';
import { downloadPaths } from './openapi-files.ts';
import { oauthScheme } from './openapi-oauth.ts';
import { leavesAsFile } from './list-file/list-file.ts';
import {
  bodyRefusals,
  commonRefusals,
  fileLanguageParameter,
  formatParameter,
  headers,
  ifMatch,
  ifNoneMatch,
  isConditional,
  notModified,
  overview,
  problemResponse,
  problemSchema,
  successHeaders,
  viewParameter,
  writeParameters,
  sharedReferences,
  sharedResponses,
  writeRefusals,
} from './openapi-parts.ts';
import { tagOf, tagsOf } from './openapi-tags.ts';
import { routeOf, successStatus } from './rest.ts';
import { bounded, wireSchema } from './wire-schema.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the catalogue. Pure: the same catalogue gives the same document. */
export function openApi(catalogue: readonly Operation[], publicUrl: string): Json {
  const paths: Paths = {};
  for (const operation of catalogue) addPath(paths, operation);
  return documentOf(catalogue, publicUrl, paths);
}

/** The same for a service at work: describing the whole catalogue takes most of a second, in which others wait. */
export async function openApiBetweenCalls(catalogue: readonly Operation[], publicUrl: string): Promise<Json> {
  const paths: Paths = {};
  for (const operation of catalogue) {
    addPath(paths, operation);
    await setImmediate();
  }
  return documentOf(catalogue, publicUrl, paths);
}

type Paths = Record<string, Json>;

function addPath(paths: Paths, operation: Operation): void {
  const { method, path } = routeOf(operation);
  (paths[path] ??= {})[method.toLowerCase()] = describe(operation);
}

function documentOf(catalogue: readonly Operation[], publicUrl: string, paths: Paths): Json {
  for (const [resource, actions] of batchableResources(catalogue)) {
    paths[`/api/${resource}/batch`] = { post: describeBatch(resource, actions) };
  }
  Object.assign(paths, downloadPaths(), eventStreamPath());
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
    servers: [{ url: publicUrl, description: 'Production: the public URL of this service.', 'x-internal': false }],
    security: [{ accessToken: [] }, { apiKey: [] }, { oauth: [] }],
    tags: tagsOf(catalogue),
    paths,
    components: bounded({
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token from POST /api/auth/login, a JWT that conforms to RFC8725; valid for 24 hours.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'key_live_…',
          description: 'API key from POST /api/api-keys, for programs: scopes by permission, valid until it ends.',
        },
        oauth: oauthScheme(publicUrl),
      },
      schemas: { Problem: problemSchema },
      headers,
      responses: sharedResponses([...commonRefusals, ...bodyRefusals]),
    }),
  };
}

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
    ...securityOf(operation),
    parameters: [
      ...inPath.map((name) => pathParameter(name, properties[name] ?? bounded({ type: 'string' }))),
      ...(hasBody
        ? []
        : rest.flatMap((name) => queryParameters(name, properties[name] ?? {}, required.includes(name)))),
      ...(takesView(operation) ? [viewParameter] : []),
      ...(leavesAsFile(operation) ? [formatParameter] : []),
      ...(leavesAsFile(operation) && !('language' in properties) ? [fileLanguageParameter] : []),
      ...(operation.effect === 'read' ? [] : writeParameters(operation.keyRequired ?? false)),
      ...(operation.effect !== 'read' && 'version' in properties ? [ifMatch] : []),
      ...(isConditional(operation) ? [ifNoneMatch] : []),
    ],
    ...(hasBody && rest.length > 0
      ? {
          requestBody: {
            required: rest.some((name) => required.includes(name)),
            content: bodyContent(operation, withoutProperties(input, inPath)),
          },
        }
      : {}),
    responses: responsesOf(operation, hasBody),
  };
}

/** Absent where an access token and an API key both do. */
function securityOf(operation: Operation): Json {
  if (operation.permission === 'public') return { security: [] };
  return isForPeople(operation) ? { security: [{ accessToken: [] }] } : {};
}

/** JSON; and where a file may come with it, a form whose part `file` is that file. */
function bodyContent({ takesFile }: Operation, schema: Json): Json {
  const json = { 'application/json': { schema } };
  if (takesFile !== true) return json;
  const { properties, required = [], ...rest } = schema as { properties: Json; required?: string[] };
  const file = { type: 'string', format: 'binary', maxLength: fileBytesMax, description: 'The file itself.' };
  const needed = ['file', ...required.filter((name) => name !== 'sha256')];
  return {
    'multipart/form-data': { schema: { ...rest, properties: { file, ...properties }, required: needed } },
    ...json,
  };
}

function permissionSentence({ permission }: Operation): string {
  if (permission === 'public') return 'Needs no credential.';
  return permission === 'signed_in' ? 'Any signed-in member.' : `Needs the permission \`${permission}\`.`;
}

/** A filter that takes bounds is also there as `name[gte]` and so on. */
function queryParameters(name: string, schema: Json, required: boolean): Json[] {
  const alternatives = (schema['anyOf'] ?? []) as Json[];
  const bounds = alternatives.find((alternative) => alternative['type'] === 'object');
  const plain = bounds === undefined ? schema : (alternatives[0] ?? schema);
  const style = plain['type'] === 'array' ? { style: 'form', explode: false } : {};
  const description = typeof schema['description'] === 'string' ? schema['description'] : sentenceFor(name);
  const parameter = { name, in: 'query', required, description, schema: plain, ...style };
  if (bounds === undefined) return [parameter];
  const inner = Object.keys(bounds['properties'] ?? {});
  const within = inner.map((bound) => ({
    name: `${name}[${bound}]`,
    in: 'query',
    description: `${sentenceFor(name).replace(/\.$/, '')}, ${boundWords[bound] ?? bound} the value.`,
    schema: plain,
  }));
  return [parameter, ...within];
}

const boundWords: Readonly<Record<string, string>> = { gte: 'at least', gt: 'above', lte: 'at most', lt: 'below' };

const parameterSentences: Readonly<Record<string, string>> = {
  limit: 'Rows per page.',
  fields: 'Only these fields of each record.',
  expand: 'Related records to include.',
  include: '`total_count` counts the rows, up to 10,000; `totals` adds them up by currency.',
  q: 'Text to find.',
};

function sentenceFor(name: string): string {
  return parameterSentences[name] ?? `Only records with this ${name.replaceAll('_', ' ').replace(/ id$/, '')}.`;
}

function pathParameter(name: string, schema: unknown): Json {
  return { name, in: 'path', required: true, description: `The ${name.replaceAll('_', ' ')} of the record.`, schema };
}

const spreadsheet: Json = { [xlsxType]: {} };
const otherFiles: Json = {
  ...spreadsheet,
  'application/pdf': {},
};

const binary: Json = { type: 'string', contentMediaType: 'application/octet-stream' };

function contentOf(operation: Operation): Json {
  const { output } = operation;
  const record = recordIn(output);
  const text = { schema: bounded({ type: 'string' }) };
  const types = contentTypesOf(output);
  if (types !== undefined) return Object.fromEntries(types.map((type) => [type, { schema: bounded(binary) }]));
  const json = record === undefined ? {} : { 'application/json': { schema: wireSchema(record) } };
  const files = record === undefined ? { 'text/plain': text, 'text/csv': text } : { 'text/csv': text, ...otherFiles };
  if (leavesAsFile(operation)) return { ...json, 'text/csv': text, ...spreadsheet };
  return { ...json, ...(record === output ? {} : files) };
}

function responsesOf(operation: Operation, hasBody: boolean): Json {
  const content = contentOf(operation);
  const status = successStatus(operation);
  const byStatus = new Map<number, RefusalKind[]>();
  const own = [...(operation.refuses ?? []), ...(operation.effect === 'read' ? [] : writeRefusals)];
  for (const refusal of own) byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal]);
  const common = [...commonRefusals, ...(hasBody ? bodyRefusals : [])];
  for (const refusal of common) {
    if (byStatus.has(refusal.status)) byStatus.get(refusal.status)?.push(refusal);
  }
  const shared = common.filter((refusal) => !byStatus.has(refusal.status));
  return {
    [status]: { description: 'Done.', headers: successHeaders(operation, status), content },
    ...(isConditional(operation) ? { 304: notModified } : {}),
    ...sharedReferences(shared),
    ...Object.fromEntries([...byStatus].map(([refused, kinds]) => [refused, problemResponse(kinds)])),
  };
}

function withoutProperties(schema: Json, names: readonly string[]): Json {
  const { properties, required, ...rest } = schema as { properties: Json; required?: string[] };
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const stillRequired = (required ?? []).filter((name) => !names.includes(name));
  return { ...rest, properties: kept, ...(stillRequired.length === 0 ? {} : { required: stillRequired }) };
}
