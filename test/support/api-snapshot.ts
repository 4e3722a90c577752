/**
 * The public surface in one line for each operation, MCP tool, event and refusal, so that a change of it is a line of a
 * diff that a reviewer sees. Schemas stand as hashes: how one changed is read in the source, that it did is seen here.
 */
import { createHash } from 'node:crypto';
// Every door declares refusals of its own: with all of them loaded, it makes no difference what else is.
import '../../src/app.ts';
import { catalogue, eventCatalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { metaTools } from '../../src/doors/mcp/meta-tools.ts';
import { researchTools } from '../../src/doors/mcp/research.ts';
import { wireSchema } from '../../src/doors/wire-schema.ts';
import { refusals } from '../../src/operation/errors.ts';
import type { Operation } from '../../src/operation/operation.ts';

export const snapshotFile = new URL('../../docs/api.txt', import.meta.url);
export const snapshotCommand = 'npm run api-snapshot';

/** Of a hash; ten thousand schemas would meet by chance once in eighty catalogues. */
const hashDigits = 8;

/** Prose, which callers' programs do not depend on. */
const prose = new Set(['description', 'title', 'examples']);

export function apiSnapshot(): string {
  const sections = {
    'operations: name, effect, permission, route, MCP, schemas, refusals, events': catalogue.map(operationLine),
    'MCP tools: name, schema of the arguments as listed': toolLines(),
    'events: type, schema of the data': eventCatalogue.map(({ type, data }) => `${type} ${hashOf(wireSchema(data))}`),
    'refusals: code, status': refusals().map(({ code, status }) => `${code} ${status}`),
  };
  const texts = Object.entries(sections).map(([head, lines]) => [`# ${head}`, ...lines.toSorted(byCodePoint)]);
  return `# Written by \`${snapshotCommand}\`; a test holds it against the catalogue.\n\n${texts
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function operationLine(operation: Operation): string {
  const { name, effect, permission, http, mcp, keyRequired, input, output, refuses = [], emits = [] } = operation;
  const codes = new Set(refuses.map(({ code }) => code));
  const types = new Set(emits.map(({ type }) => type));
  return [
    name,
    effect,
    permission,
    http,
    `mcp:${mcp}`,
    ...(keyRequired === true ? ['key-required'] : []),
    `in:${hashOf(wireSchema(input))}`,
    `out:${hashOf(wireSchema(output))}`,
    ...[...codes].toSorted(byCodePoint),
    ...[...types].toSorted(byCodePoint).map((type) => `emits:${type}`),
  ].join(' ');
}

function toolLines(): string[] {
  const curated = catalogue.filter(({ mcp }) => mcp === 'tool').map(actionOf);
  const tools = [...curated, ...metaTools, ...researchTools].flatMap((one) => (one === undefined ? [] : [one.tool]));
  return tools.map(({ name, inputSchema }) => `${name} ${hashOf(inputSchema)}`);
}

function hashOf(schema: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(shapeOf(schema)))
    .digest('hex')
    .slice(0, hashDigits);
}

/** A schema without its prose, and with its keys and what it requires in one order, so that only its meaning counts. */
function shapeOf(node: unknown, isSchema = true): unknown {
  if (Array.isArray(node)) return node.map((one) => shapeOf(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node)
    .filter(([key]) => !isSchema || !prose.has(key))
    .toSorted(([a], [b]) => byCodePoint(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, partOf(key, value)]));
}

function partOf(key: string, value: unknown): unknown {
  const isSet = key === 'required' && Array.isArray(value);
  // Below `properties` keys are names of fields, of which some are called as prose is.
  return isSet ? value.map(String).toSorted(byCodePoint) : shapeOf(value, key !== 'properties');
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
