import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { type BankAccountRecord, bankAccounts, type ImportOptions } from './bank-account.ts';

/** Keeps what was said of a file for the next one of the account. */
export async function rememberOptions(
  context: Context,
  account: BankAccountRecord | undefined,
  given: ImportOptions,
): Promise<void> {
  if (account === undefined || Object.keys(given).length === 0) return;
  const options = JSON.stringify({ ...account.import_options, ...given });
  if (JSON.stringify(account.import_options) === options) return;
  const { db, organization, now, actor } = context;
  await db.run(sql`
    update bank_accounts set import_options = ${options}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${account.id}`);
  const changed = await bankAccounts.find(context, account.id);
  context.emit(bankAccounts.events.updated(changed as never));
}
