import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { filter } from '../../../operation/filter.ts';
import { defineRecord, getRecord, listRecords, plain } from '../../../operation/record/index.ts';
import { ActorStamp, ForeignName, Id, Instant } from '../../../wire/index.ts';

export const BankImport = z.object({
  id: Id('bank_import'),
  organization_id: Id('organization'),
  filename: ForeignName.nullable(),
  sha256: z.string().describe('Hash of the file.'),
  lines_read: z.int(),
  lines_new: z.int(),
  lines_known: z.int().describe('Already imported, from this file or one that overlaps it.'),
  lines_replaced: z.int().describe('Final forms of lines that were pending or interim.'),
  lines_withdrawn: z.int().describe('Earlier lines that the bank takes back.'),
  lines_refused: z.int().describe('Lines that cannot be read; see `problems` of the import.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type BankImport = z.output<typeof BankImport>;

export const bankImports = defineRecord<typeof BankImport>({
  name: 'bank_import',
  plural: 'bank_imports',
  table: 'bank_imports',
  path: '/bank-imports',
  permissions: { read: 'bank:read', manage: 'bank:write' },
  schema: BankImport,
  columns: {
    filename: plain,
    sha256: plain,
    lines_read: plain,
    lines_new: plain,
    lines_known: plain,
    lines_replaced: plain,
    lines_withdrawn: plain,
    lines_refused: plain,
  },
  tells: BankImport.omit({ filename: true, created_by: true, updated_by: true }),
});

export const bankImportBuiltOn = refusal(
  'bank_import_built_on',
  409,
  'Later files name lines of this import.',
  'Delete the later imports first; `imports` names some of them.',
);

export const getBankImport = getRecord(bankImports, { summary: 'Get one import of a bank file.' });

export const listBankImports = listRecords(bankImports, {
  summary: 'List imported bank files and how many of their lines were new.',
  sorts: { created_at: 'usual' },
  defaultSort: '-created_at',
  filters: {
    bank_account_id: filter(
      Id('bank_account'),
      (id) => sql`(exists (select from bank_statements as statement
        where statement.organization_id = bank_imports.organization_id and statement.import_id = bank_imports.id
          and statement.bank_account_id = ${id})
        or exists (select from bank_explanations as explanation
        where explanation.organization_id = bank_imports.organization_id and explanation.import_id = bank_imports.id
          and explanation.bank_account_id = ${id}))`,
    ),
    created_at: 'usual',
  },
});
