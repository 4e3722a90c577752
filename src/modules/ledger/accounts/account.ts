import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { defineRecord, getRecord, plain, readOnly, restoreRecord } from '../../../operation/record/index.ts';
import { Id, Instant, Name, Notes, recordFields } from '../../../wire/index.ts';
import { accountClasses, accountTypes, systemRoles } from './chart.ts';

/** A policy by account, for what it holds of other currencies. */
const outflows = ['average', 'day'] as const;

export const Account = z.object({
  id: Id('account'),
  organization_id: Id('organization'),
  code: z.string(),
  name: z.string(),
  english_name: z.string().nullable().describe('For documents in English, where the name is in another language.'),
  description: z.string().nullable(),
  class: z.enum(accountClasses),
  type: z.enum(accountTypes),
  normal_side: z.enum(['debit', 'credit']),
  parent_id: Id('account').nullable(),
  system_role: z
    .enum(systemRoles)
    .nullable()
    .describe('Role of a system account in automatic postings; it cannot be archived.'),
  currency_outflow: z
    .enum(outflows)
    .describe(
      'Worth of money in another currency as it leaves: its `average` in the account, or the rate of the `day`.',
    ),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type Account = z.output<typeof Account>;

export const AccountCode = z
  .string()
  .regex(/^[0-9]{1,10}$/, { error: 'Write a code of 1 to 10 digits, such as "4010".' })
  .describe('1 to 10 digits; the chart of accounts is in order of code.');

export const AccountName = Name;
export const EnglishName = Name.describe('Name in documents that are in English. Default: the name.');
export const AccountDescription = Notes;
export const AccountTypeInput = z
  .enum(accountTypes)
  .describe('Decides the class and the reports the account appears in.');

export const CurrencyOutflow = z
  .enum(outflows)
  .describe('`average`: money leaves at its average in the account. `day`: at the rate of the day.');

/** Event payload of an account. */
const AccountFacts = Account.pick({
  id: true,
  code: true,
  name: true,
  type: true,
  class: true,
  external_id: true,
  version: true,
  archived_at: true,
});

export const accountCodeTaken = refusal(
  'account_code_taken',
  409,
  'Another account has that code.',
  'Choose another code, such as "4015", or use that account.',
  ['accounts_code_key'],
);
export const accountExternalIdTaken = refusal(
  'account_external_id_taken',
  409,
  'Another account has that external_id.',
  'Use that account, or choose another external_id.',
  ['accounts_external_id_key'],
);
export const accountIsSystem = refusal(
  'account_is_system',
  409,
  'That is a system account, used for automatic postings.',
  'It can be renamed, but its type is fixed and it cannot be archived.',
);
export const accountInUse = refusal(
  'account_in_use',
  409,
  'Postings to that account are still planned.',
  'End or void the records in `used_by` first.',
  ['account_in_use'],
);
export const accountPosted = refusal(
  'account_posted',
  409,
  'The type of an account with entries cannot be changed.',
  'Create an account of the other type, and use it from now on.',
);

export const accounts = defineRecord<typeof Account>({
  name: 'account',
  plural: 'accounts',
  table: 'accounts',
  path: '/accounts',
  permissions: { read: 'ledger:read', manage: 'ledger:manage' },
  schema: Account,
  columns: {
    code: plain,
    name: plain,
    english_name: plain,
    description: plain,
    class: readOnly,
    type: plain,
    parent_id: plain,
    system_role: readOnly,
    currency_outflow: plain,
  },
  computed: { normal_side: sql`case when accounts.class in ('asset', 'expense') then 'debit' else 'credit' end` },
  tells: AccountFacts,
  // Postings to it go on while it changes.
  lock: 'no key update',
});

export const accountEvents = accounts.events;

/** Accounts by their id; what is not this organisation's is not there. */
export const loadAccounts = accounts.load;

export const getAccount = getRecord(accounts, { summary: 'Get an account of the general ledger.' });

export const restoreAccount = restoreRecord(accounts, { summary: 'Restore an archived account.' });
