import { z } from 'zod';
import { dayFormats, numberFormats } from '../../../core/written.ts';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { textKey } from '../../../operation/list.ts';
import {
  archiveRecord,
  defineRecord,
  getRecord,
  json,
  listRecords,
  plain,
  restoreRecord,
} from '../../../operation/record/index.ts';
import { columnRoles } from '../../../statement/options.ts';
import { Currency, Day, Iban, Id, Instant, recordFields, Text } from '../../../wire/index.ts';

export const bankAccountKinds = ['bank', 'card', 'cash', 'provider', 'loan'] as const;
export type BankAccountKind = (typeof bankAccountKinds)[number];
const signConventions = ['as_written', 'reversed', 'by_type'] as const;
/** Of strangers, and read by nobody but a decoder that knows them or not. */
const encodingLengthMax = 40;

const ColumnMapping = z.partialRecord(z.enum(columnRoles), Text(200));

/** Answers to questions that the file leaves open, by the fields of an import. */
export const importOptionFields = {
  mapping: ColumnMapping.optional().describe(
    'For CSV, role to column by its heading, or by its number from 1 without headings, such as {"amount": "Umsatz"}.',
  ),
  date_format: z.enum(dayFormats).optional().describe('Default: detected from all days of the file.'),
  number_format: z.enum(numberFormats).optional().describe('Default: detected from all amounts of the file.'),
  encoding: Text(encodingLengthMax).optional().describe('Such as "windows-1252". Default: detected.'),
  signs: z
    .enum(signConventions)
    .optional()
    .describe('`reversed` if charges are positive, as on some cards; `by_type` if the type of a line says its sign.'),
};

export const ImportOptions = z.object({
  mapping: z.record(z.string(), z.string()).optional(),
  date_format: z.enum(dayFormats).optional(),
  number_format: z.enum(numberFormats).optional(),
  encoding: z.string().optional(),
  signs: z.enum(signConventions).optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;

export const BankAccountRecord = z.object({
  id: Id('bank_account'),
  organization_id: Id('organization'),
  name: z.string(),
  kind: z.enum(bankAccountKinds),
  account_id: Id('account').describe('Its account in the chart of accounts.'),
  currency: z.string(),
  holder: z.string().nullable(),
  iban: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_code: z.string().nullable(),
  bic: z.string().nullable(),
  bank_name: z.string().nullable(),
  import_options: ImportOptions.nullable().describe('What was said of earlier files, used again for the next one.'),
  statements_through: Day.nullable().describe('End of the latest statement; null if none is imported.'),
  reconciled_through: Day.nullable().describe(
    'Nothing is posted on it up to that day; null if it was never reconciled.',
  ),
  has_gap: z.boolean().describe('A statement does not open with the closing balance of the one before.'),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type BankAccountRecord = z.output<typeof BankAccountRecord>;

/** Events name no numbers of accounts. */
const BankAccountNotice = BankAccountRecord.pick({
  id: true,
  name: true,
  kind: true,
  currency: true,
  status: true,
  version: true,
});

export const ledgerAccountTaken = refusal(
  'bank_account_ledger_taken',
  409,
  'Another bank account stands for that account of the chart.',
  'Choose another `account_id`, such as a new one of create_account, or archive the other bank account.',
  ['bank_accounts_account_key'],
);
export const ibanTaken = refusal(
  'bank_account_iban_taken',
  409,
  'Another bank account has that IBAN and currency.',
  'Use that bank account, or archive it.',
  ['bank_accounts_iban_key'],
);
export const bankAccountExternalIdTaken = refusal(
  'bank_account_external_id_taken',
  409,
  'Another bank account has that external_id.',
  'Use another external_id.',
  ['bank_accounts_external_id_key'],
);

export const bankAccounts = defineRecord<typeof BankAccountRecord>({
  name: 'bank_account',
  plural: 'bank_accounts',
  table: 'bank_accounts',
  path: '/bank-accounts',
  permissions: { read: 'bank:read', manage: 'bank:write' },
  schema: BankAccountRecord,
  columns: {
    name: plain,
    kind: plain,
    account_id: plain,
    currency: plain,
    holder: plain,
    iban: plain,
    account_number: plain,
    bank_code: plain,
    bic: plain,
    bank_name: plain,
    import_options: json,
  },
  computed: { reconciled_through: sql`bank_accounts.reconciled_through` },
  gathered: {
    statements_through: sql`(select max(statement.to_day) from bank_statements as statement
      where statement.organization_id = bank_accounts.organization_id
        and statement.bank_account_id = bank_accounts.id)`,
    has_gap: sql`exists (select from bank_statement_gaps(bank_accounts.organization_id) as gap
      where gap.bank_account_id = bank_accounts.id)`,
  },
  tells: BankAccountNotice,
  lock: 'no key update',
});

export const getBankAccount = getRecord(bankAccounts, { summary: 'Get one bank account.' });

export const listBankAccounts = listRecords(bankAccounts, {
  summary: 'List bank accounts, cards, cash and accounts at payment providers.',
  sorts: { name: textKey(bankAccounts.column('name')), created_at: 'usual', updated_at: 'usual' },
  defaultSort: 'name',
  filters: {
    status: 'usual',
    kind: anyOf(bankAccountKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    currency: filter(Currency, (currency) => sql`bank_accounts.currency = ${currency}`),
    iban: filter(Iban, (iban) => sql`iban = ${iban}`),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    external_id: 'usual',
    tag: 'usual',
    updated_at: 'usual',
  },
});

export const archiveBankAccount = archiveRecord(bankAccounts, {
  summary: 'Archive a bank account. Its statements and lines stay.',
});

export const restoreBankAccount = restoreRecord(bankAccounts, {
  summary: 'Restore an archived bank account.',
  refuses: [ledgerAccountTaken, ibanTaken],
});
