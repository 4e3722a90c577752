import { vatPeriodOf } from '../../core/vat/vat-period.ts';
import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';
import { vatSettings } from './settings/vat-settings.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'vat_return_not_filed',
    problem: 'The VAT return of a period that ends by then is not filed.',
    mended: ['create_vat_return', 'file_vat_return'],
    async count(context, { to }) {
      const { db, organization } = context;
      const settings = await vatSettings(context);
      if (settings === undefined || to < settings.starts_on) return 0;
      const { from, to: ends } = vatPeriodOf(to, settings.period, settings.starts_on);
      const { filed, drafts } = await db.one<{ filed: boolean; drafts: number }>(sql`
        select coalesce(bool_or(status = 'filed' and period_from <= ${from} and period_to >= ${ends}), false) as filed,
          count(*) filter (where status = 'draft' and period_to < ${from})::int as drafts
        from vat_returns where organization_id = ${organization} and scheme = 'national'`);
      return drafts + (ends <= to && !filed ? 1 : 0);
    },
  },
];
