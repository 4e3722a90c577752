import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Route } from '../../../sdk/src/request.ts';
import { type Remote, send } from './send.ts';

/** A service that was updated is asked again the next day, and where something is not known. */
const keptForMs = 86_400_000;

const Field = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'array', 'object', 'any']),
  itemType: z.string(),
  isRequired: z.boolean(),
  isNullable: z.boolean(),
  values: z.array(z.string()),
  description: z.string(),
});
export type Field = z.output<typeof Field>;

const RemoteOperation = z.object({
  name: z.string(),
  route: z.string(),
  summary: z.string(),
  description: z.string(),
  fields: z.array(Field),
});
export type RemoteOperation = Omit<z.output<typeof RemoteOperation>, 'route'> & { readonly route: Route };

const Kept = z.object({ url: z.string(), at: z.number(), operations: z.array(RemoteOperation) });

const pathIn = (folder: string): string => join(folder, 'operations.json');

/** Operations as last fetched, kept on disk: completion must not wait for the network. */
export function keptOperations({ folder, url }: Remote, youngerThanMs = Infinity): readonly RemoteOperation[] {
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8')));
    if (kept.url !== url || Date.now() - kept.at > youngerThanMs) return [];
    // Written below, of routes of the service.
    return kept.operations as readonly RemoteOperation[];
  } catch {
    return [];
  }
}

/** An operation by its name: as it was learned today, else as the service describes it now. */
export async function findOperation(
  remote: Remote,
  name: string,
  { isFresh = false } = {},
): Promise<{ readonly operation: RemoteOperation | undefined; readonly all: readonly RemoteOperation[] }> {
  const kept = isFresh ? [] : keptOperations(remote, keptForMs);
  const known = kept.find((one) => one.name === name);
  if (known !== undefined) return { operation: known, all: kept };
  const all = await learnOperations(remote);
  return { operation: all.find((one) => one.name === name), all };
}

/** Reads the OpenAPI document of the service, and keeps what commands need of it. */
export async function learnOperations(remote: Remote): Promise<readonly RemoteOperation[]> {
  const document: unknown = await (await send(remote, 'GET /openapi.json', {})).json();
  const operations = operationsIn(OpenApi.parse(document));
  mkdirSync(remote.folder, { recursive: true, mode: 0o700 });
  writeFileSync(pathIn(remote.folder), JSON.stringify({ url: remote.url, at: Date.now(), operations }));
  return operations;
}

const Schema = z.record(z.string(), z.unknown());
type Schema = z.output<typeof Schema>;

const Described = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(Schema).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
});
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

function operationsIn({ paths }: z.output<typeof OpenApi>): RemoteOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { data } = Described.safeParse(described);
      if (data?.operationId === undefined) return [];
      const { operationId: name, summary = '', description = '' } = data;
      // The paths of the document begin with /api, and its methods are those of HTTP.
      const route = `${method.toUpperCase()} ${path.replace(/^\/api/, '')}` as Route;
      return { name, route, summary, description, fields: [...parameterFields(data), ...bodyFields(data)] };
    }),
  );
}

/** Headers and the preview are options of the command, not fields of the operation. */
function parameterFields({ parameters = [] }: z.output<typeof Described>): Field[] {
  return parameters.flatMap((parameter) => {
    const { name, in: place, schema, required, description } = parameter;
    if (typeof name !== 'string' || !['path', 'query'].includes(String(place)) || name === 'dry_run') return [];
    const own = Schema.safeParse(schema).data ?? {};
    return [fieldOf(name, { description, ...own }, required === true)];
  });
}

function bodyFields({ requestBody }: z.output<typeof Described>): Field[] {
  const content = requestBody?.content ?? {};
  const schema = content['application/json']?.schema ?? {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Schema.safeParse(schema['properties']).data ?? {};
  const fields = Object.entries(properties).map(([name, own]) =>
    fieldOf(name, Schema.safeParse(own).data ?? {}, required.includes(name)),
  );
  if (content['multipart/form-data'] === undefined) return fields;
  const file = { type: 'string', description: 'Path of the file to send.' };
  return [fieldOf('file', file, false), ...fields];
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const parts = partsOf(schema);
  const main = parts.find(({ type }) => type !== 'null') ?? {};
  const items = Schema.safeParse(main['items']).data ?? {};
  const values = (main['enum'] ?? items['enum'] ?? []) as readonly unknown[];
  return {
    name,
    type: typeIn(main),
    itemType: typeIn(items),
    isRequired,
    isNullable: parts.some(({ type }) => type === 'null'),
    values: values.filter((value) => typeof value === 'string'),
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
  };
}

/** Of a schema with alternatives, each; a list of types counts as such. */
function partsOf(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, type } = schema;
  const parts = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (parts !== undefined) return parts.flatMap((part) => partsOf(Schema.safeParse(part).data ?? {}));
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : [schema];
}

function typeIn({ type }: Schema): Field['type'] {
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'array' || type === 'object' ? type : 'any';
}
