import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { meantOf } from '../../core/nearest.ts';
import type { Field, RemoteOperation } from './operations.ts';
import { usageError } from './send.ts';

/** Options of the command itself; everything else on the line is a field of the operation. */
const own = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  'idempotency-key': { type: 'string' },
  input: { type: 'string' },
  out: { type: 'string' },
} as const;

export type CallOptions = {
  readonly isHelp: boolean;
  readonly isJson: boolean;
  readonly isAll: boolean;
  readonly dryRun: boolean;
  readonly idempotencyKey: string | undefined;
  readonly out: string | undefined;
};

/** A field that the operation does not have, as far as is known here. */
export class UnknownField extends Error {}

/** Reads the line: options of the command, and the input of the operation. */
export async function readLine(
  operation: RemoteOperation,
  args: readonly string[],
): Promise<{ readonly options: CallOptions; readonly input: Record<string, unknown> }> {
  const named = namedFields(operation, args);
  const { values, positionals } = parsed(args, named);
  const [first, ...others] = positionals;
  if (others.length > 0 || (first !== undefined && first !== '-')) {
    throw usageError(`"${others[0] ?? first}" stands alone. Fields are written --name value; - reads JSON from stdin.`);
  }
  const source = first ?? values['input'];
  const input: Record<string, unknown> = typeof source === 'string' ? await jsonFrom(source) : {};
  for (const [written, field] of named) {
    const given = values[written];
    if (given !== undefined) await put(input, { written, field, given: [given].flat() });
  }
  return {
    input,
    options: {
      isHelp: values['help'] === true,
      isJson: values['json'] === true,
      isAll: values['all'] === true,
      dryRun: values['dry-run'] === true,
      idempotencyKey: values['idempotency-key'] as string | undefined,
      out: values['out'] as string | undefined,
    },
  };
}

/** As they are written on the line, `address.city` and `display-name` among them, with the field that is meant. */
function namedFields({ name, fields }: RemoteOperation, args: readonly string[]): ReadonlyMap<string, Field> {
  const end = args.indexOf('--');
  const written = (end === -1 ? args : args.slice(0, end))
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('=', 1)[0] ?? '')
    .map((one) => (fieldNamed(fields, one) === undefined ? one.replace(/^no-/, '') : one))
    .filter((one) => !Object.hasOwn(own, one));
  return new Map(
    written.map((one) => {
      const field = fieldNamed(fields, one);
      if (field !== undefined) return [one, field];
      const near = meantOf(
        one.replaceAll('-', '_'),
        fields.map((known) => known.name),
      );
      const hint = near === undefined ? `daybook call ${name} --help lists its fields` : `Did you mean --${near}`;
      throw new UnknownField(`${name} has no field --${one}. ${hint}${near === undefined ? '.' : '?'}`);
    }),
  );
}

function fieldNamed(fields: readonly Field[], written: string): Field | undefined {
  const name = written.replaceAll('-', '_');
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.name === name.split('.', 1)[0]);
}

function parsed(args: readonly string[], named: ReadonlyMap<string, Field>) {
  const options = Object.fromEntries(
    [...named].map(([written, { type }]) => [
      written,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: { ...options, ...own },
    });
    const read: Readonly<Record<string, unknown>> = values;
    return { values: read, positionals };
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

async function jsonFrom(source: string): Promise<Record<string, unknown>> {
  const written = source === '-' ? await text(process.stdin) : await readFile(source, 'utf8').catch(unreadable);
  const value = jsonOf(written, source === '-' ? 'stdin' : source);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw usageError('The input is one JSON object, such as {"display_name": "Blue Door Books"}.');
}

function unreadable(error: unknown): never {
  throw usageError(error instanceof Error ? error.message : String(error));
}

function jsonOf(written: string, where: string): unknown {
  try {
    return JSON.parse(written);
  } catch (error) {
    throw usageError(`${where} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Given = { readonly written: string; readonly field: Field; readonly given: readonly unknown[] };

async function put(input: Record<string, unknown>, { written, field, given }: Given): Promise<void> {
  const [, ...inside] = field.name.includes('.') ? [] : written.replaceAll('-', '_').split('.');
  if (inside.length > 0) return putInside(input, [field.name, ...inside], given.at(-1));
  input[field.name] = field.name === 'file' ? await fileAt(String(given.at(-1))) : valueOf(field, written, given);
}

function putInside(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    input[first] = value;
    return;
  }
  const inside = { ...(input[first] as object | undefined) };
  putInside(inside, rest, value);
  input[first] = inside;
}

async function fileAt(path: string): Promise<File> {
  const blob = await openAsBlob(path).catch(unreadable);
  return new File([blob], basename(path));
}

function valueOf(field: Field, written: string, given: readonly unknown[]): unknown {
  const last = given.at(-1);
  if (field.type === 'boolean' || typeof last !== 'string') return last;
  if (last === 'null' && field.isNullable) return null;
  if (field.type === 'number') return numberOf(last, written);
  if (field.type === 'array') {
    if (given.length === 1 && last.startsWith('[')) return jsonOf(last, `--${written}`);
    return given.map((one) => (field.itemType === 'string' ? one : jsonOf(String(one), `--${written}`)));
  }
  if (field.type === 'object' || /^[[{]/.test(last)) return jsonOf(last, `--${written}`);
  return last;
}

function numberOf(given: string, written: string): number {
  const number = Number(given);
  if (given.trim() === '' || !Number.isFinite(number)) throw usageError(`--${written} takes a number, not "${given}".`);
  return number;
}
