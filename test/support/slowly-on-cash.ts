import { sql } from '../../src/db/sql.ts';
import { cashFacts, resultLines } from '../../src/modules/reports/cash-basis/cash-facts.ts';
import { taxFacts, taxSums } from '../../src/modules/reports/tax/tax-facts.ts';
import type { Actor } from '../../src/operation/actor.ts';
import type { World } from './world.ts';

const always = { from: '2000-01-01', to: '2100-01-01' };

type Both = { readonly kept: unknown[]; readonly slow: unknown[] };

/** Sums of the cash basis, and the same computed settlement by settlement: income, expense and taxes. */
export async function slowlyOnCash({ db }: World, who: Actor): Promise<Both> {
  const organization = who.organization?.id ?? '';
  return db.transaction({ organization, readOnly: true }, async (tx) => {
    const context = { organization };
    const days = await tx.many<{ day: string }>(sql`
      select distinct day from cash_days where organization_id = ${organization} and (rate_id is not null
        or account_id is null) order by day`);
    const kept: unknown[] = await tx.many(sql`
      select account_id, day, amount from cash_days
      where organization_id = ${organization} and account_id is not null and rate_id is null and amount <> 0
      order by 1, 2`);
    const slow: unknown[] = await tx.many(sql`
      select account_id, day, sum(amount)::bigint as amount from (${cashFacts(context, [always], resultLines)}) as facts
      group by 1, 2 having sum(amount) <> 0 order by 1, 2`);
    const sums = (facts: ReturnType<typeof taxFacts>) => sql`
      select side, rate_id, sum(tax)::bigint as tax, sum(base)::bigint as base from (${facts}) as facts
      group by 1, 2 having sum(tax) <> 0 or sum(base) <> 0 order by 1, 2`;
    for (const period of [always, ...days.map(({ day }) => ({ from: day, to: day }))]) {
      kept.push(period.from, ...(await tx.many(sums(taxSums(context, 'cash', period)))));
      slow.push(period.from, ...(await tx.many(sums(taxFacts(context, 'cash', period)))));
    }
    return { kept, slow };
  });
}
