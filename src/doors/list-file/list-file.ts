import { csvFile } from '../../modules/ledger/index.ts';
import { xlsxFile } from '../../modules/reports/index.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Operation, Request } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type FileOutput, Locale } from '../../wire/index.ts';
import { messagesOf } from '../../messages/index.ts';
import type { JsonSchema } from '../mcp/json-schema.ts';
import { wireSchema } from '../wire-schema.ts';
import { type Column, columnsOf, type Row } from './list-columns.ts';

export const listFormats = ['json', 'csv', 'xlsx'] as const;
type FileFormat = 'csv' | 'xlsx';

/** Of a file, which is made in memory. All that an organisation has leaves by its archive. */
export const rowsMax = 20_000;
const pageMax = 100;
/** A file counts as so many calls: it reads many pages. */
const fileCost = 10;

/** True for lists by pages. Reports have a `format` of their own. */
export function leavesAsFile({ http, input, output }: Operation): boolean {
  if (!http.startsWith('GET ') || !('shape' in input)) return false;
  if (!('shape' in output) || !('data' in (output.shape as object))) return false;
  const shape = input.shape as object;
  return 'cursor' in shape && 'limit' in shape && !('format' in shape);
}

/** A list as it counts against the limits of its caller. */
export function countedAs(operation: Operation, { format }: Row): Operation {
  const isFile = leavesAsFile(operation) && format !== undefined && format !== 'json';
  return isFile ? { ...operation, cost: Math.max(operation.cost ?? 1, fileCost) } : operation;
}

/** The file that the query of a list asks for; undefined for JSON. */
export function fileFormatIn(operation: Operation, query: Readonly<Record<string, unknown>>): FileFormat | undefined {
  const { format } = query;
  if (format === undefined || format === 'json' || !leavesAsFile(operation)) return undefined;
  if (format !== 'csv' && format !== 'xlsx') throw refused('format', `Write one of ${listFormats.join(', ')}.`);
  const ofPage = ['cursor', 'limit', 'include'].find((name) => name in query);
  if (ofPage !== undefined) throw refused(ofPage, 'A file holds all pages of the list: leave this out.');
  return format;
}

/** The language in which the headings of a spreadsheet are read; undefined for the names of the API. */
export function fileLanguageIn(operation: Operation, query: Readonly<Record<string, unknown>>): string | undefined {
  const { language } = query;
  if (language === undefined || isOwn(operation, 'language')) return undefined;
  const parsed = Locale.safeParse(language);
  if (!parsed.success) throw refused('language', 'Write a BCP 47 language tag, such as "de-DE".');
  return parsed.data;
}

/** The query without what this door answers by itself. */
export function withoutFormat(operation: Operation, query: Row): Row {
  if (!leavesAsFile(operation)) return query;
  const { format, language, ...rest } = query;
  const isOfFile = format !== undefined && format !== 'json' && !isOwn(operation, 'language');
  return language === undefined || isOfFile ? rest : { ...rest, language };
}

/** True for lists that know the parameter themselves. */
function isOwn({ input }: Operation, name: string): boolean {
  return 'shape' in input && name in (input.shape as object);
}

type ListFile = { readonly input: Row; readonly format: FileFormat; readonly language: string | undefined };

/** All that a list answers, as one table: a row for each record, a column for each field. */
export async function listFile(
  runtime: Runtime,
  operation: Operation,
  { format, language, ...call }: Request & ListFile,
): Promise<FileOutput> {
  const rows = await allRows(runtime, operation, call);
  const { fields } = call.input;
  // Records say their id whichever fields are asked for; a table is just what was asked for.
  const isUnasked = (name: string) => name === 'id' && fields !== undefined && ![fields].flat().includes('id');
  const columns = columnsOf(recordSchemaOf(operation), rows).filter(({ name }) => !isUnasked(name));
  const cells = rows.map((row) => columns.map(({ cellOf }) => cellOf(row)));
  const name = nameOf(operation);
  if (format === 'csv') {
    const header = columns.map((column) => column.name);
    return csvFile(name, header, cells);
  }
  const { actor, signal } = call;
  const whose = { organization: actor.organization?.id ?? '', signal };
  if (runtime.packer === undefined) throw new Error('nothing is packed here');
  return xlsxFile({ name, header: headingsOf(columns, language), rows: cells }, runtime.packer, whose);
}

async function allRows(
  runtime: Runtime,
  operation: Operation,
  call: Request & { readonly input: Row },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const input = { ...call.input, limit: pageMax, ...(cursor === null ? {} : { cursor }) };
    const { output } = await run(runtime, operation, { ...call, input });
    const page = output as { readonly data: readonly Row[]; readonly next_cursor?: string | null };
    rows.push(...page.data);
    if (rows.length > rowsMax) {
      const hint = 'Narrow the list by its filters, such as a period, or take the archive of POST /api/exports.';
      throw refused('format', `A file has at most ${rowsMax} rows, and the list has more.`, hint);
    }
    cursor = page.next_cursor ?? null;
    call.signal?.throwIfAborted();
  } while (cursor !== null);
  return rows;
}

function recordSchemaOf({ output }: Operation): JsonSchema {
  const { properties } = wireSchema(output) as { readonly properties: { readonly data: { items: JsonSchema } } };
  return properties.data.items;
}

/** `sales` of `/sales`, `lines` of `/journal-entries/{id}/lines`. */
function nameOf({ http }: Operation): string {
  return http.split('/').findLast((part) => !part.startsWith('{')) ?? 'list';
}

/** As people read it: `Client name` for `client_name`. Programs read CSV, which has the names of the API. */
function headingOf({ name }: Pick<Column, 'name'>): string {
  const words = name.replaceAll('_', ' ').replaceAll('.', ': ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Two columns that a language calls the same have the names of the API beside it. */
function headingsOf(columns: readonly Column[], language: string | undefined): readonly string[] {
  if (language === undefined) return columns.map(headingOf);
  const names: Readonly<Record<string, string>> = messagesOf(language, 'field_names');
  const spoken = columns.map(({ name }) =>
    name
      .split('.')
      .map((part) => (Object.hasOwn(names, part) ? names[part] : headingOf({ name: part })))
      .join(': '),
  );
  return spoken.map((text, at) =>
    spoken.indexOf(text) === spoken.lastIndexOf(text) ? text : `${text} (${columns[at]?.name})`,
  );
}

function refused(field: string, message: string, hint = message): Error {
  return validationFailed({ errors: [{ pointer: `/${field}`, code: 'invalid_value', message }], hint });
}
