import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { ConfigError, type RemoteSettings } from '../config.ts';
import { importOptions, type ImportOptions } from './import/options.ts';
import { type Remote, remoteAt } from './import/remote.ts';
import { remoteOf } from './remote/remote.ts';
import { sourceFile } from './import/source-file.ts';
import { progressOn } from './import/progress.ts';

const pollMs = 400;
const faultsShown = 5;

const Import = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  mapping: z.record(z.string(), z.string()),
  formats: z.record(z.string(), z.string()),
  ignored: z.array(z.object({ column: z.string(), nearest: z.string().nullable() })),
  totals: z
    .object({
      checked: z.int(),
      differing: z.int(),
      differences: z.array(z.object({ line: z.int(), field: z.string(), stated: z.string(), computed: z.string() })),
    })
    .nullable(),
  footers: z.array(
    z.object({
      line: z.int(),
      label: z.string(),
      sums: z.array(
        z.object({ column: z.string(), stated: z.string(), computed: z.string().nullable(), agrees: z.boolean() }),
      ),
    }),
  ),
  sums: z.array(z.object({ currency: z.string(), stated: z.string(), booked: z.string() })),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  problem: z.string().nullable(),
});
type Import = z.output<typeof Import>;

/** Brings a CSV file into a running service, and ends with 1 where rows of it did not come in. */
export async function importFile(settings: RemoteSettings, args: readonly string[]): Promise<void> {
  const options = importOptions(args);
  const remote = remoteOf({ ...settings, url: options.url ?? settings.url });
  const { token = remote.token } = options;
  const { url } = remote;
  if (!URL.canParse(url)) throw new ConfigError(`--url takes an address such as http://127.0.0.1:4400, not "${url}".`);
  if (token === undefined) {
    throw new ConfigError('Run `daybook login`, or say who you are with --token or DAYBOOK_API_KEY.');
  }
  const service = remoteAt(url, token);
  const begun = Import.parse(await service.post('/imports', bodyOf(options), randomUUID()));
  console.log(readingOf(begun).join('\n'));
  const ended = await followed(service, begun).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message} The import goes on in the service: see /api/imports/${begun.id} there.`);
  });
  console.log([summaryOf(options, ended), ...ended.sums.map(bookedOf)].join('\n'));
  if (ended.failed > 0) console.log(await keepFaults(service, ended, options.errorsFile));
  if (ended.failed > 0 || ended.state !== 'completed') process.exitCode = 1;
}

function bodyOf({ kind, file, heads, mapping, defaults, stock, isTrial, encoding, ...formats }: ImportOptions): object {
  return {
    kind,
    mapping,
    defaults,
    is_trial: isTrial,
    filename: basename(file),
    content: sourceFile(file, encoding),
    ...(heads === undefined ? {} : { heads: sourceFile(heads, encoding) }),
    ...(stock === undefined ? {} : { stock }),
    ...(formats.numbers === undefined ? {} : { number_format: formats.numbers }),
    ...(formats.dates === undefined ? {} : { date_format: formats.dates }),
  };
}

/** So that a wrong guess is seen at once. */
function readingOf({ mapping, formats, ignored, footers, totals }: Import): string[] {
  const pairs = Object.entries(mapping).map(([field, column]) =>
    field === column ? field : `${field} from ${column}`,
  );
  const written = Object.entries(formats).map(([column, format]) => `${column} with ${format.replace('_', ' ')}`);
  const left = ignored.map(({ column, nearest }) =>
    nearest === null ? column : `${column} (nearest field: ${nearest})`,
  );
  return [
    `Reads ${pairs.join(', ')}.`,
    ...(written.length === 0 ? [] : [`Takes ${written.join(', ')}.`]),
    ...(left.length === 0 ? [] : [`Ignores ${left.join(', ')}.`]),
    ...footers.map(footerOf),
    ...(totals === null ? [] : sumsOf(totals)),
  ];
}

function footerOf({ line, label, sums }: Import['footers'][number]): string {
  const wrong = sums
    .filter(({ agrees }) => !agrees)
    .map(
      ({ column, stated, computed }) => `${column} states ${stated}, and the rows come to ${computed ?? 'no number'}`,
    );
  const said = sums.length === 0 ? 'a remark' : 'sums of the rows';
  const how = wrong.length > 0 ? `: ${wrong.join('; ')}` : sums.length === 0 ? '' : ', and they agree';
  return `Takes line ${line} ("${label}") for ${said}${how}.`;
}

function sumsOf({ checked, differing, differences }: NonNullable<Import['totals']>): string[] {
  if (differing === 0) return [`The ${checked} sums that the file states are those of its rows.`];
  const shown = differences.slice(0, faultsShown);
  return [
    `Of ${checked} sums that the file states ${differing} are not those of its rows:`,
    ...shown.map(
      ({ line, field, stated, computed }) => `  line ${line}, ${field}: ${stated} stated, ${computed} computed`,
    ),
  ];
}

/** It goes on in the service whoever looks; what ends here is only the looking. */
async function followed(remote: Remote, begun: Import): Promise<Import> {
  const show = progressOn(process.stderr);
  for (let now = begun; ; now = Import.parse(await remote.get(`/imports/${begun.id}`))) {
    show(now);
    if (now.state !== 'queued' && now.state !== 'running') return now;
    await sleep(pollMs);
  }
}

function summaryOf({ file, isTrial }: ImportOptions, ended: Import): string {
  const { state, total, done, created, skipped, failed, problem } = ended;
  const counts = [
    `${created} ${isTrial ? 'would come in' : 'came in'}`,
    ...(skipped > 0 ? [`${skipped} ${isTrial ? 'are' : 'were'} there already`] : []),
    ...(failed > 0 ? [`${failed} ${isTrial ? 'would fail' : 'failed'}`] : []),
  ];
  const unfinished = state === 'completed' ? '' : ` It was ${state} after ${done} of ${total}. ${problem ?? ''}`;
  const note = isTrial ? ' Nothing was kept: it was a dry run.' : '';
  return `${basename(file)}: of ${total} records ${counts.join(', ')}.${note}${unfinished.trimEnd()}`;
}

function bookedOf({ currency, stated, booked }: Import['sums'][number]): string {
  return `The file comes to ${stated} ${currency}, and what came in to ${booked} ${currency}.`;
}

async function keepFaults(remote: Remote, { id, failed }: Import, path: string): Promise<string> {
  const content = await remote.text(`/imports/${id}/errors`);
  writeFileSync(path, content);
  const faults: Record<string, string>[] = parse(content, { columns: true, relax_column_count: true });
  const byRecord = new Map(faults.map((fault) => [fault['import_line'] ?? '', fault]));
  const lines = [...byRecord].slice(0, faultsShown).map(([line, fault]) => {
    const field = fault['import_field'] ?? '';
    return `  line ${line}${field === '' ? '' : `, ${field}`}: ${fault['import_error'] ?? ''}`;
  });
  const more = failed > lines.length ? [`  and ${failed - lines.length} more`] : [];
  return [...lines, ...more, `Their rows are in ${path}, each with its reason: mend them there and import that.`].join(
    '\n',
  );
}
