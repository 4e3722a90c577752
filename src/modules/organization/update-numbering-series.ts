import { z } from 'zod';
import { numberPeriod, numberPrefix, numberResets, type PatternFault, patternFault } from '../../core/numbering.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { nextNumberTooLow, Series, seriesColumns, seriesRecord, type SeriesRow, seriesUpdated } from './series.ts';

const patternMax = 40;
const nextNumberMax = 1_000_000_000;

export const updateNumberingSeries = operation({
  name: 'update_numbering_series',
  summary: 'Update a numbering series: its pattern, its reset period, or a higher next number.',
  guidance: 'Existing numbers stay and no number is used twice. Numbers skipped this way do not count as a gap.',
  http: 'PATCH /numbering-series/{id}',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_numbering_series'),
  input: z.strictObject({
    id: Id('series'),
    pattern: Text(patternMax)
      .optional()
      .describe('Such as "INV-{YYYY}-{SEQ:5}": {YYYY} and {MM} of the date, then the number in 5 digits at the end.'),
    resets: z.enum(numberResets).optional(),
    next_number: z
      .int()
      .min(1)
      .max(nextNumberMax)
      .optional()
      .describe('The next number of this period. It can only be raised.'),
    version: Version.optional(),
  }),
  output: Series,
  refuses: [validationFailed, notFound, versionConflict, nextNumberTooLow],
  emits: [seriesUpdated],
  async run(context, { id, version, ...patch }) {
    const { row, nextOf, highest } = await lockSeries(context, id);
    if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
    const { pattern = row.pattern, resets = row.resets } = patch;
    checkPattern(pattern, resets);
    context.before(encoderOf(Series)(seriesRecord(context, row)));
    const begun = nextOf.get(numberPeriod(resets, context.today)) ?? 1n;
    // Another count goes on where the one before was, so that no number comes again.
    const least = resets === row.resets ? begun : highest;
    const next = patch.next_number === undefined ? least : BigInt(patch.next_number);
    if (next < least) throw nextNumberTooLow({ min: Number(least), next_number: patch.next_number });
    const series = { ...row, pattern, resets, next_number: next, version: row.version + 1, updated_at: context.now };
    writeSeries(context, series, { begun, next });
    const after = seriesRecord(context, series);
    context.emit(seriesUpdated(after));
    return after;
  },
});

type Locked = {
  readonly row: SeriesRow;
  /** Next number of each independent part, and the highest of them. */
  readonly nextOf: ReadonlyMap<string, bigint>;
  readonly highest: bigint;
};

/** The series and its counters, locked: nobody takes a number of it meanwhile. */
async function lockSeries(context: Context, id: string): Promise<Locked> {
  const { db, organization, today } = context;
  const type = sql`(select record_type from numbering_series where organization_id = ${organization} and id = ${id})`;
  const [row, counters] = await Promise.all([
    db.maybe<SeriesRow>(sql`
      select ${seriesColumns(today)} from numbering_series
      where organization_id = ${organization} and id = ${id} for no key update`),
    db.many<{ period: string; next_number: bigint }>(sql`
      select period, next_number from numbering_counters
      where organization_id = ${organization} and record_type = ${type} order by period for update`),
  ]);
  if (row === undefined) throw notFound();
  const nextOf = new Map(counters.map(({ period, next_number: next }) => [period, next]));
  const highest = [...nextOf.values()].reduce((most, next) => (next > most ? next : most), 1n);
  const next = nextOf.get(numberPeriod(row.resets, today)) ?? null;
  return { row: { ...row, next_number: next }, nextOf, highest };
}

const faults: Readonly<Record<PatternFault, string>> = {
  no_sequence: 'End it with {SEQ}, or {SEQ:5} for five digits.',
  unknown_placeholder: 'Use {YYYY} and {MM}, and {SEQ} or {SEQ:5} at its end.',
  not_told_apart: 'Put a letter or a sign such as a dash before {SEQ}, to separate it from other digits.',
  repeats:
    'A pattern that restarts must contain its period: add {YYYY} (and {MM} for monthly), or set `resets` to never.',
};

function checkPattern(pattern: string, resets: SeriesRow['resets']): void {
  const fault = patternFault(pattern, resets);
  if (fault === undefined) return;
  const message = faults[fault];
  throw validationFailed({ errors: [{ pointer: '/pattern', code: fault, message }], hint: message });
}

type Change = { readonly begun: bigint; readonly next: bigint };

/** Writes the series, lets the period of today go on where it is told to, and keeps what was left out. */
function writeSeries(context: Context, series: SeriesRow, { begun, next }: Change): void {
  const { db, organization, today, now, actor } = context;
  const { id, record_type: type, pattern, resets, version } = series;
  const period = numberPeriod(resets, today);
  db.later(sql`
    update numbering_series set pattern = ${pattern}, resets = ${resets}, version = ${version}, updated_at = ${now}
    where organization_id = ${organization} and id = ${id}`);
  db.later(sql`
    insert into numbering_changes
      (organization_id, record_type, version, period, from_number, to_number, prefix, changed_at, changed_by)
    values (${organization}, ${type}, ${version}, ${period}, ${begun}, ${next}, ${numberPrefix(pattern, today)}, ${now},
      ${JSON.stringify(actorStamp(actor))})`);
  if (next === 1n) return;
  db.later(sql`
    insert into numbering_counters (organization_id, record_type, period, next_number)
    values (${organization}, ${type}, ${period}, ${next})
    on conflict (organization_id, record_type, period) do update set next_number = excluded.next_number`);
}
