import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { currencyHoldings } from '../ledger/index.ts';
import { openForeignDebts } from '../reports/index.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'revaluation_missing',
    problem: 'What is owed and held in other currencies is not revalued.',
    mended: ['revalue_currency'],
    async count(context, { to }) {
      const { db, organization } = context;
      const [{ done }, held, owed] = await Promise.all([
        db.one<{ done: boolean }>(sql`
          select exists (select from revaluations
            where organization_id = ${organization} and revalued_on = ${to} and voided_at is null) as done`),
        currencyHoldings(context, to),
        openForeignDebts(context, to, baseCurrency(context)),
      ]);
      return done ? 0 : held.length + owed.length;
    },
  },
];
