import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { validationFailed, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { settingsRecord } from './settings-record.ts';
import { bases, periods, type SettingsRow, VatSettings, vatSettings } from './vat-settings.ts';

const vatSettingsChanged = event(
  'vat_settings.updated',
  VatSettings.pick({ period: true, version: true }).extend({ id: Id('organization') }),
);

/** Countries where who pays tax by receipts deducts it by payment, too. */
const bothByPayment: ReadonlySet<string> = new Set(['AT', 'GB', 'ES', 'IT', 'AU', 'NZ']);

export const updateVatSettings = operation({
  name: 'update_vat_settings',
  summary: 'Set how VAT is declared: how often, from when on, and when input tax is deducted.',
  guidance: 'Tax on sales falls due by `tax_basis` of the organisation. Filed returns stay as they are.',
  http: 'PATCH /vat-settings',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_vat_settings'),
  input: z.strictObject({
    period: z.enum(periods).optional().describe('Required the first time.'),
    starts_on: Day.optional().describe('First day of a month. Required the first time; fixed once a return was filed.'),
    input_basis: z
      .enum(bases)
      .optional()
      .describe('Default: by invoice; by payment where the law has both sides wait, as in Austria or the UK.'),
    basis_since: Day.nullable().optional().describe('Set it when `tax_basis` changes: earlier documents keep theirs.'),
    version: Version.optional(),
  }),
  output: VatSettings,
  refuses: [validationFailed, versionConflict],
  emits: [vatSettingsChanged],
  async run(context, { version, ...asked }) {
    const { db, organization } = context;
    db.later(sql`select period from vat_settings where organization_id = ${organization} for update`);
    const [before, { country, taxBasis }] = await Promise.all([vatSettings(context), settingsOf(context)]);
    if (version !== undefined && version !== before?.version) {
      throw versionConflict({ current_version: before?.version ?? 0 });
    }
    const stamp = actorStamp(context.actor);
    const inputBasis = taxBasis === 'payment' && bothByPayment.has(country) ? 'payment' : 'invoice';
    const row: SettingsRow = {
      period:
        asked.period ?? before?.period ?? missing('period', 'Say how often returns are filed, such as "quarter".'),
      starts_on:
        asked.starts_on ?? before?.starts_on ?? missing('starts_on', 'Say from which day on, such as "2026-01-01".'),
      input_basis: asked.input_basis ?? before?.input_basis ?? inputBasis,
      basis_since: asked.basis_since === undefined ? (before?.basis_since ?? null) : asked.basis_since,
      version: (before?.version ?? 0) + 1,
      created_at: before?.created_at ?? context.now,
      updated_at: context.now,
      created_by: before?.created_by ?? stamp,
      updated_by: stamp,
    };
    if (!row.starts_on.endsWith('-01')) throw fault('/starts_on', 'wrong_day', 'Send the first day of a month.');
    if (before !== undefined && row.starts_on !== before.starts_on) await needNoReturns(context);
    if (before !== undefined) context.before(wire(await settingsRecord(context, before)));
    await write(context, row);
    const record = await settingsRecord(context, row);
    context.emit(vatSettingsChanged({ id: organization, period: record.period, version: record.version }));
    return record;
  },
});

const wire = encoderOf(VatSettings);

function missing(field: string, message: string): never {
  throw fault(`/${field}`, 'required', message);
}

/** Each return builds on the one before it, so the start is fixed once returns exist. */
async function needNoReturns({ db, organization }: Context): Promise<void> {
  const filed = await db.maybe(sql`select id from vat_returns where organization_id = ${organization} limit 1`);
  if (filed === undefined) return;
  throw fault(
    '/starts_on',
    'returns_exist',
    'Leave it as it is: there are returns already. Delete drafts to change it.',
  );
}

async function write({ db, organization }: Context, row: SettingsRow): Promise<void> {
  await db.run(sql`
    insert into vat_settings (organization_id, period, starts_on, input_basis, basis_since, version, created_at,
      updated_at, created_by, updated_by)
    values (${organization}, ${row.period}, ${row.starts_on}, ${row.input_basis}, ${row.basis_since}, ${row.version},
      ${row.created_at}, ${row.updated_at}, ${JSON.stringify(row.created_by)}, ${JSON.stringify(row.updated_by)})
    on conflict (organization_id) do update set period = excluded.period, starts_on = excluded.starts_on,
      input_basis = excluded.input_basis, basis_since = excluded.basis_since, version = excluded.version,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
}
