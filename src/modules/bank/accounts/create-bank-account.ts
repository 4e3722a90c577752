import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { Bic, Currency, Iban, Id, recordInput, Text } from '../../../wire/index.ts';
import {
  bankAccountExternalIdTaken,
  bankAccountKinds,
  BankAccountRecord,
  bankAccounts,
  ibanTaken,
  ledgerAccountTaken,
} from './bank-account.ts';
import { checkLedgerAccount } from './ledger-account.ts';

export const bankAccountInput = {
  name: Text(100),
  account_id: Id('account').describe('Its account in the chart of accounts, of which no other bank account is one.'),
  holder: Text(100).nullable().optional(),
  iban: Iban.nullable().optional(),
  account_number: Text(40).nullable().optional().describe('For accounts without an IBAN.'),
  bank_code: Text(20).nullable().optional().describe('With `account_number`: sort code, routing or transit number.'),
  bic: Bic.nullable().optional(),
  bank_name: Text(100).nullable().optional(),
};

export const createBankAccount = operation({
  name: 'create_bank_account',
  summary: 'Create a bank account, card, till or account at a payment provider, to import its statements.',
  guidance: 'It is not printed on documents: who pays you is told the account in the settings of the organization.',
  http: 'POST /bank-accounts',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  creates: true,
  redirectsMoney: true,
  undo: undoneByArchiving('bank_account'),
  input: z.strictObject({
    ...bankAccountInput,
    kind: z.enum(bankAccountKinds).default('bank'),
    currency: Currency.optional().describe('Default: the base currency.'),
    ...recordInput,
  }),
  output: BankAccountRecord,
  refuses: [validationFailed, notFound, ledgerAccountTaken, ibanTaken, bankAccountExternalIdTaken],
  emits: [bankAccounts.events.created],
  async run(context, { currency, ...given }) {
    await checkLedgerAccount(context, given.kind, given.account_id);
    return bankAccounts.create(context, context.newId(), {
      ...given,
      currency: currency ?? context.actor.organization?.baseCurrency,
    });
  },
});
