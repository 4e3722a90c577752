import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, refusal, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Currency, Id, recordPatch, sent } from '../../../wire/index.ts';
import {
  bankAccountExternalIdTaken,
  bankAccountKinds,
  BankAccountRecord,
  bankAccounts,
  ibanTaken,
  importOptionFields,
  ledgerAccountTaken,
} from './bank-account.ts';
import { bankAccountInput } from './create-bank-account.ts';
import { checkLedgerAccount } from './ledger-account.ts';

const bankAccountInUse = refusal(
  'bank_account_in_use',
  409,
  'Statements of this bank account are imported, so its currency stays.',
  'Create another bank account for the other currency.',
);

const bankAccountMatched = refusal(
  'bank_account_matched',
  409,
  'Lines of this bank account are matched, so its account of the chart stays.',
  'Create another bank account for the other account of the chart, or unmatch its lines first.',
);

export const updateBankAccount = operation({
  name: 'update_bank_account',
  summary: 'Update a bank account. Its currency is fixed once a statement is imported.',
  guidance: 'Send `import_options: null` to forget how its files were read.',
  http: 'PATCH /bank-accounts/{id}',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  redirectsMoney: true,
  undo: undoneByEarlierValues('update_bank_account'),
  input: z.strictObject({
    id: Id('bank_account'),
    ...bankAccountInput,
    name: bankAccountInput.name.optional(),
    account_id: bankAccountInput.account_id.optional(),
    kind: z.enum(bankAccountKinds).optional(),
    currency: Currency.optional(),
    import_options: z.strictObject(importOptionFields).nullable().optional(),
    ...recordPatch,
  }),
  output: BankAccountRecord,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    bankAccountInUse,
    bankAccountMatched,
    ledgerAccountTaken,
    ibanTaken,
    bankAccountExternalIdTaken,
  ],
  emits: [bankAccounts.events.updated],
  async run(context, { id, version, ...patch }) {
    const current = await bankAccounts.lock(context, id, version);
    const next = { ...current, ...sent(patch) };
    if (next.currency !== current.currency && (await hasStatements(context, id))) throw bankAccountInUse();
    if (next.account_id !== current.account_id && (await hasMatches(context, id))) throw bankAccountMatched();
    if (next.account_id !== current.account_id || next.kind !== current.kind) {
      await checkLedgerAccount(context, next.kind, next.account_id);
    }
    return bankAccounts.update(context, current, next);
  },
});

async function hasStatements({ db, organization }: Context, id: string): Promise<boolean> {
  const { used } = await db.one<{ used: boolean }>(sql`
    select exists (select from bank_statements
      where organization_id = ${organization} and bank_account_id = ${id}) as used`);
  return used;
}

/** Its matches are entries on the account of the chart that it has. */
async function hasMatches({ db, organization }: Context, id: string): Promise<boolean> {
  const { used } = await db.one<{ used: boolean }>(sql`
    select exists (select from bank_matches
      where organization_id = ${organization} and bank_account_id = ${id}) as used`);
  return used;
}
