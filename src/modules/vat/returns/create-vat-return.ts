import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { addDays } from '../../../core/calendar.ts';
import { vatPeriodOf } from '../../../core/vat/vat-period.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { formOfScheme } from '../forms/index.ts';
import { lockVatSettings, vatSettingsMissing } from '../settings/vat-settings.ts';
import { noticeOf } from './notice.ts';
import { returnRecord } from './return-record.ts';
import { loadReturn } from './store.ts';
import { type Scheme, schemes, VatReturn, vatReturnCreated, vatReturnExists } from './vat-return.ts';

export const createVatReturn = operation({
  name: 'create_vat_return',
  summary: 'Create the draft of a VAT return, which the books fill in until it is filed.',
  http: 'POST /vat-returns',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  creates: true,
  undo: undoneBy('delete_vat_return'),
  input: z.strictObject({
    scheme: z.enum(schemes).default('national'),
    period_from: Day.optional().describe('First day of the period. Default: the one after the last that was filed.'),
  }),
  output: VatReturn,
  refuses: [validationFailed, vatSettingsMissing, vatReturnExists],
  emits: [vatReturnCreated],
  async run(context, { scheme, period_from: asked }) {
    const { db, organization, now, actor } = context;
    const [settings, { country }] = await Promise.all([lockVatSettings(context), settingsOf(context)]);
    const from = asked ?? (await nextPeriod(context, scheme, settings.starts_on));
    // By the One-Stop Shop, always by the quarter of the calendar.
    const [length, start] =
      scheme === 'oss'
        ? (['quarter', `${settings.starts_on.slice(0, 4)}-01-01`] as const)
        : ([settings.period, settings.starts_on] as const);
    const period = vatPeriodOf(from, length, start);
    if (period.from !== from) {
      throw fault('/period_from', 'wrong_day', `Send the first day of a period, such as ${period.from}.`);
    }
    if (period.to < settings.starts_on) {
      throw fault(
        '/period_from',
        'too_early',
        `Send ${settings.starts_on} or a later day: VAT is declared here from then on.`,
      );
    }
    await refuseSecond(context, scheme, from);
    const id = context.newId();
    const stamp = JSON.stringify(actorStamp(actor));
    await db.run(sql`
      insert into vat_returns (organization_id, id, scheme, form, period_from, period_to, status, created_at,
        updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${scheme}, ${formOfScheme(scheme, country).id}, ${period.from}, ${period.to},
        'draft', ${now}, ${now}, ${stamp}, ${stamp})`);
    const row = await loadReturn(context, id);
    context.emit(vatReturnCreated(noticeOf(row, 'draft')));
    return returnRecord(context, row);
  },
});

async function nextPeriod({ db, organization }: Context, scheme: Scheme, start: CoreDay): Promise<CoreDay> {
  const { through } = await db.one<{ through: CoreDay | null }>(sql`
    select max(period_to) as through from vat_returns
    where organization_id = ${organization} and scheme = ${scheme} and status = 'filed'`);
  if (through !== null) return addDays(through, 1);
  return scheme === 'oss' ? vatPeriodOf(start, 'quarter', `${start.slice(0, 4)}-01-01`).from : start;
}

async function refuseSecond({ db, organization }: Context, scheme: Scheme, from: CoreDay): Promise<void> {
  const found = await db.maybe(sql`
    select id from vat_returns where organization_id = ${organization} and scheme = ${scheme}
      and period_from <= ${from} and period_to >= ${from} and status <> 'superseded' limit 1`);
  if (found !== undefined) throw vatReturnExists();
}
