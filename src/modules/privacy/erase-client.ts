import { z } from 'zod';
import { retainedUntil, retentionIn } from '../../core/retention.ts';
import { invalidStateTransition, notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { Day, Id, Instant } from '../../wire/index.ts';
import { entriesOf, redactEntries } from '../audit/index.ts';
import {
  clientErased,
  clientsMergedInto,
  eraseClientRecord,
  lockClient,
  mergedAway,
  wireClient,
} from '../clients/index.ts';
import { eraseSeriesNames, eraseUploads, uploadsOf } from '../documents/index.ts';
import { eraseApprovals, erasePractices } from '../connector/index.ts';
import { forgetExternalId } from '../events/index.ts';
import { type OrganizationSettings, settingsOf } from '../organization/index.ts';
import { eraseImported } from '../imports/index.ts';
import { eraseMails } from '../sending/index.ts';
import { type ClientRecord, type Count, countsOf, type Kind, recordsOf } from './client-records.ts';
import { namesOf, personalTexts, withoutPersonal } from './personal-texts.ts';

const answersDayMs = 86_400_000;

const clientNotSettled = refusal(
  'client_not_settled',
  409,
  'The client still has open records.',
  'Settle, delete or cancel the records in `open`, then erase the client.',
);

const Removed = z.object({ what: z.string(), count: z.int() });
const Kept = z.object({
  what: z.string(),
  count: z.int().nullable().describe('Null if not counted.'),
  until: Day.nullable().describe(
    'Latest end of the statutory retention period; null if deleted automatically or kept permanently.',
  ),
  reason: z.string(),
});

const Rule = z.object({
  country: z.string().nullable().describe('Null if no rule of the country is known here.'),
  years: z.int().describe('Full years after the end of the year that a record belongs to.'),
  law: z.string(),
});

const ClientId = Id('client');

export const eraseClient = operation({
  name: 'erase_client',
  summary: 'Erase the personal data of a client, except what the law requires to be kept.',
  guidance:
    'This cannot be undone; use dry_run to preview. Refused while records are open. `kept` lists what is ' +
    'retained, why and until when.',
  http: 'POST /clients/{id}/erase',
  effect: 'destructive',
  permission: 'data:erase',
  mcp: 'action',
  stepUp: true,
  cost: 20,
  noUndo: 'deleted',
  input: z.strictObject({ id: ClientId, version: z.int().optional() }),
  output: z.object({
    client_id: ClientId,
    number: z.string(),
    erased_at: Instant,
    removed: z.array(Removed),
    kept: z.array(Kept),
    retention: Rule.describe('The retention rule that `until` follows: that of the organisation’s country.'),
  }),
  refuses: [notFound, versionConflict, invalidStateTransition, clientNotSettled],
  emits: [clientErased],
  async run(context, { id, version }) {
    const client = ClientId.encode(id);
    const [current, merged, records, uploads, own, settings] = await Promise.all([
      lockClient(context, id, version),
      clientsMergedInto(context, id),
      recordsOf(context, id),
      uploadsOf(context, id),
      entriesOf(context, [client]),
      settingsOf(context),
    ]);
    if (current.merged_into_id !== null) throw mergedAway(current);
    if (current.erased_at !== null) throw invalidStateTransition({ status: 'erased', allowed: [] });
    const open = countsOf(records.filter(({ is_open }) => is_open)).map(({ what, count }) => ({ what, count }));
    if (open.length > 0) throw clientNotSettled({ open });
    const theirs = [...records, ...uploads.map((upload) => ({ kind: 'odoc', id: upload.id }))];
    const [entries, others] = await Promise.all([
      entriesOf(
        context,
        merged.map((one) => ClientId.encode(one.id)),
      ),
      entriesOf(
        context,
        theirs.map(({ kind, id: of }) => typeIdFrom(kind, of)),
      ),
    ]);
    const texts = personalTexts([
      wireClient(current),
      ...merged.map(wireClient),
      ...[...own, ...entries].flatMap(({ input, before, after }) => [input, before, after]),
    ]);
    const less = [...own, ...entries, ...others].flatMap((entry) => withoutPersonal(entry, texts, client) ?? []);
    await redactEntries(context, less);
    eraseMails(context, idsOf(records, 'doc'));
    eraseSeriesNames(context, idsOf(records, 'rdoc'));
    eraseUploads(context, uploads);
    forgetExternalId(context, client);
    eraseApprovals(context, namesOf(current));
    erasePractices(context, [...namesOf(current), client]);
    eraseImported(context, namesOf(current));
    for (const one of merged) eraseClientRecord(context, one);
    const erased = eraseClientRecord(context, current);
    context.before({ id: client, number: current.number, status: current.status, version: current.version });
    context.emit(clientErased(erased));
    return {
      client_id: id,
      number: current.number,
      erased_at: context.now,
      removed: [
        { what: 'record', count: 1 },
        { what: 'mails', count: idsOf(records, 'dmail').length },
        { what: 'uploads', count: uploads.length },
        { what: 'log_lines', count: less.length },
      ],
      kept: keptOf(countsOf(records.filter(({ kind }) => isBooked(kind))), { now: context.now, settings }),
      retention: retentionIn(settings.country),
    };
  },
});

function idsOf(records: readonly ClientRecord[], wanted: Kind): string[] {
  return records.flatMap(({ kind, id }) => (kind === wanted ? id : []));
}

function isBooked(kind: Kind): boolean {
  return kind !== 'dmail' && kind !== 'rdoc';
}

const booked = 'Needed for the books: kept as issued or posted, including the name and other details.';

type Keeping = { readonly now: string; readonly settings: OrganizationSettings };

function keptOf(counts: readonly Count[], { now, settings }: Keeping): z.output<typeof Kept>[] {
  const { country, fiscalYearStart } = settings;
  const rule = retentionIn(country);
  const records = counts.map(({ what, count, last }) => ({
    what,
    count,
    until: last === null ? null : retainedUntil(last, rule, fiscalYearStart),
    reason: booked,
  }));
  const tomorrow = new Date(Date.parse(now) + answersDayMs).toISOString().slice(0, 10);
  return [
    ...records,
    ...(records.length === 0 ? [] : [{ what: 'ledger', count: null, until: null, reason: inLedger }]),
    { what: 'log_of_deleted_drafts', count: null, until: null, reason: inLog },
    { what: 'recent_answers', count: null, until: tomorrow, reason: inAnswers },
  ];
}

const inLedger = 'Entries of these records may name the client. The ledger is append-only.';
const inLog = 'Audit log entries of deleted drafts may name the client, and are sealed.';
const inAnswers = 'Responses are stored for a day, so that a repeated request is carried out once.';
