import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { vatPeriods } from '../../../core/vat/vat-period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, listOf, Page, page } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, Money } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { fileBy } from '../forms/deadlines.ts';
import { formOfScheme } from '../forms/index.ts';
import { fillReturn } from '../returns/fill-return.ts';
import { listedReturn } from '../returns/return-record.ts';
import { FileBy, type ListedReturn, returnColumns, type ReturnRow, schemes } from '../returns/vat-return.ts';
import { vatSettings } from '../settings/vat-settings.ts';

const states = ['running', 'to_file', 'overdue', 'filed', 'settled', 'paid'] as const;

const VatPeriod = z.object({
  id: z.guid().describe('The same for the same scheme and period.'),
  scheme: z.enum(schemes),
  period_from: Day,
  period_to: Day,
  file_by: FileBy,
  status: z.enum(states).describe('`running` until the period is over; `overdue` after `file_by`.'),
  return_id: Id('vat_return').nullable().describe('Its draft, or the return that was filed. Null: there is none yet.'),
  correction_id: Id('vat_return').nullable().describe('Draft that will replace the filed return.'),
  due: Money.nullable().describe('To pay; below zero, to get back. Null without a return.'),
  amount_due: Money.nullable().describe('What is left to pay or to get back, once it is filed.'),
});
type VatPeriod = z.output<typeof VatPeriod>;

const periods = listOf({
  name: 'vat_periods',
  row: VatPeriod,
  id: sql`period.id`,
  sorts: { period_from: dayKey(sql`period.period_from`) },
  defaultSort: '-period_from',
  filters: {
    scheme: anyOf(schemes, (wanted) => sql`period.scheme = any(${wanted}::text[])`),
    is_filed: filter(z.boolean(), (wanted) => sql`(filed.id is not null) = ${wanted}`),
    period_from: dayRange(sql`period.period_from`),
  },
});

type Row = Pick<VatPeriod, 'id' | 'scheme'> & {
  readonly period_from: CoreDay;
  readonly period_to: CoreDay;
  readonly filed_id: string | null;
  readonly draft_id: string | null;
};

export const listVatPeriods = operation({
  name: 'list_vat_periods',
  summary: 'List VAT periods up to today with their returns, amounts and deadlines.',
  guidance: 'Also periods without a return yet. None before update_vat_settings says how VAT is declared.',
  http: 'GET /vat-periods',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 2,
  input: periods.input,
  output: Page(VatPeriod),
  async run(context, input) {
    const { organization } = context;
    const [settings, { country }] = await Promise.all([vatSettings(context), settingsOf(context)]);
    const found = await page<Row>(context, periods, input, {
      select: sql`period.id, period.scheme, period.period_from, period.period_to, filed.id as filed_id,
        draft.id as draft_id`,
      from: sql`${periodsOf(context, settings && vatPeriods[settings.period])} as period
        left join vat_returns as filed on filed.organization_id = ${organization} and filed.scheme = period.scheme
          and filed.period_from = period.period_from and filed.status = 'filed'
        left join vat_returns as draft on draft.organization_id = ${organization} and draft.scheme = period.scheme
          and draft.period_from = period.period_from and draft.status = 'draft'`,
      where: sql`true`,
    });
    const returns = await returnsOf(context, found.data, country);
    return { ...found, data: found.data.map((row) => shownPeriod(context, row, { returns, country })) };
  },
});

/** Those that have a return, and of the others all since the last that was filed. */
function periodsOf({ organization, today }: Context, months = 1): Sql {
  return sql`(
    select md5(scheme || period_from)::uuid as id, scheme, period_from, period_to
    from (
      select scheme, period_from, period_to from vat_returns
      where organization_id = ${organization} and status <> 'superseded'
      union
      select 'national', start::date, (start + make_interval(months => ${months}) - interval '1 day')::date
      from vat_settings as settings, generate_series(settings.starts_on::timestamp, ${today}::timestamp,
        make_interval(months => ${months})) as start
      where settings.organization_id = ${organization} and not exists (select from vat_returns as taken
        where taken.organization_id = ${organization} and taken.scheme = 'national' and taken.status <> 'superseded'
          and taken.period_to >= start
          and (taken.status = 'filed' or taken.period_from < start + make_interval(months => ${months})))
    ) as declared)`;
}

type Returns = ReadonlyMap<string, ListedReturn>;

async function returnsOf(context: Context, rows: readonly Row[], country: string): Promise<Returns> {
  const ids = rows.flatMap(({ filed_id: filed, draft_id: draft }) => filed ?? draft ?? []);
  if (ids.length === 0) return new Map();
  const found = await context.db.many<ReturnRow>(sql`
    select ${returnColumns} from vat_returns
    where organization_id = ${context.organization} and id = any(${ids}::uuid[])`);
  const listed = await Promise.all(
    found.map(async (row) => {
      const due = row.due ?? (await fillReturn(context, row)).filled.due;
      return listedReturn(context, row, { form: formOfScheme(row.scheme, country), due });
    }),
  );
  return new Map(listed.map((one) => [one.id, one]));
}

type Known = { readonly returns: Returns; readonly country: string };

function shownPeriod(context: Context, row: Row, { returns, country }: Known): VatPeriod {
  const { id, scheme, period_from: from, period_to: to, filed_id: filed, draft_id: draft } = row;
  const shown = returns.get(filed ?? draft ?? '');
  const by = fileBy(scheme, country, { from, to });
  return {
    id,
    scheme,
    period_from: from,
    period_to: to,
    file_by: by,
    status: stateOf(context, { to, by, shown }),
    return_id: filed ?? draft,
    correction_id: filed === null ? null : draft,
    due: shown?.due ?? null,
    amount_due: filed === null ? null : (shown?.amount_due ?? null),
  };
}

type Dated = { readonly to: CoreDay; readonly by: CoreDay | null; readonly shown: ListedReturn | undefined };

function stateOf({ today }: Context, { to, by, shown }: Dated): VatPeriod['status'] {
  const status = shown?.status;
  if (status === 'filed' || status === 'settled' || status === 'paid') return status;
  if (to >= today) return 'running';
  return by !== null && by < today ? 'overdue' : 'to_file';
}
