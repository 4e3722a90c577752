import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByRole } from '../../ledger/index.ts';

/** Gives a new organisation the usual ways to be paid, each with the account where such money waits. */
export async function seedMethods(context: Context): Promise<void> {
  const accounts = await accountsByRole(context);
  const methods = [
    { name: 'Cash', kind: 'cash', account: accounts.cash },
    { name: 'Card', kind: 'card', account: accounts.paymentClearing },
    { name: 'Bank transfer', kind: 'bank_transfer', account: accounts.bank },
    { name: 'Cheque', kind: 'cheque', account: accounts.undeposited },
    { name: 'Mobile money', kind: 'mobile_money', account: accounts.paymentClearing },
    { name: 'Other', kind: 'other', account: accounts.undeposited },
  ];
  const stamp = JSON.stringify(actorStamp(context.actor));
  await context.db.run(sql`
    insert into payment_methods
      (organization_id, id, name, kind, account_id, position, created_at, updated_at, created_by, updated_by)
    select ${context.organization}, id, name, kind, account, position - 1, ${context.now}, ${context.now},
      ${stamp}, ${stamp}
    from unnest(${methods.map(() => context.newId())}::uuid[], ${methods.map(({ name }) => name)}::text[],
      ${methods.map(({ kind }) => kind)}::text[], ${methods.map(({ account }) => account)}::uuid[])
      with ordinality as method (id, name, kind, account, position)`);
}
