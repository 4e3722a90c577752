import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { ReturnRow } from '../returns/vat-return.ts';

type AccountSum = { readonly account: string; readonly amount: bigint };

/** Amount to clear from each account: the lines of the return, less those settled with the return it replaces. */
export async function accountsToSettle(context: Context, row: ReturnRow): Promise<AccountSum[]> {
  const { db, organization } = context;
  return db.many<AccountSum>(sql`
    select account_id as account, sum(amount)::bigint as amount
    from (
      select account_id, case side when 'output' then -tax else tax end as amount
      from vat_return_lines where organization_id = ${organization} and return_id = ${row.id} and account_id is not null
      union all
      select account_id, case side when 'output' then tax else -tax end
      from vat_return_lines
      where organization_id = ${organization} and account_id is not null
        and return_id = vat_settled_before(${organization}, ${row.id})
    ) as line
    group by account_id having sum(amount) <> 0 order by account_id`);
}

/** Net of the settled return that this one replaces; zero where there is none. */
export async function netSettledBefore({ db, organization }: Context, row: ReturnRow): Promise<bigint> {
  const before = await db.maybe<{ net: bigint }>(sql`
    select net from vat_returns
    where organization_id = ${organization} and id = vat_settled_before(${organization}, ${row.id})`);
  return before?.net ?? 0n;
}
