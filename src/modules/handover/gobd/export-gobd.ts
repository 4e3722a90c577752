import { z } from 'zod';
import { formatMoney } from '../../../core/money.ts';
import { afterwards } from '../../../operation/afterwards.ts';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { ZipOutput } from '../../../wire/index.ts';
import {
  accountBalances,
  entriesOf,
  entryFacts,
  exportAccounts,
  type ExportedAccount,
  type ExportedEntry,
  lineFacts,
} from '../../ledger/index.ts';
import { readOrganization } from '../../organization/index.ts';
import { partiesOf, yearAsked, yearInput } from '../books.ts';
import { gobdHeader, gobdIndex, gobdRow, type GobdTable } from './gobd-index.ts';
import * as tables from './gobd-tables.ts';

export const exportGobd = operation({
  name: 'export_gobd',
  summary: 'Export the books of a period for a tax audit (GoBD): tables with their index.xml.',
  guidance: 'A zip of CSV files: journal, accounts, balances, parties and tax codes. At most a fiscal year.',
  http: 'GET /ledger/gobd',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({ ...yearInput }),
  output: ZipOutput,
  refuses: [limitExceeded, validationFailed],
  async run(context, asked) {
    const { from, to } = await yearAsked(context, asked);
    const period = { from, to };
    const [accounts, balances, parties, organization] = await Promise.all([
      exportAccounts(context),
      accountBalances(context, period),
      partiesOf(context),
      readOrganization(context, { lock: false }),
    ]);
    const journal: string[] = [];
    const codes = new Map<string, readonly (string | bigint)[]>();
    for await (const entry of entriesOf(context, period)) {
      journal.push(...journalRows(entry, accounts));
      for (const { tax } of entry.lines) {
        if (tax !== undefined) codes.set(tax.code, [tax.code, tax.percentage, tax.category, tax.kind]);
      }
    }
    const named = parties.map(({ id, number, name }) => [number ?? id, name]);
    const index = gobdIndex({
      supplier: { name: organization.legal_name ?? organization.name, location: organization.address?.city ?? '' },
      period,
      tables: tables.gobdTables,
    });
    const files = {
      'index.xml': index,
      ...file(tables.journal, journal),
      ...file(tables.accounts, rows(tables.accounts, [...accounts.values()].map(accountCells))),
      ...file(
        tables.balances,
        rows(
          tables.balances,
          balances.map(({ code, opening, debit, credit }) => [code, opening, debit, credit, opening + debit - credit]),
        ),
      ),
      ...file(tables.parties, rows(tables.parties, named)),
      ...file(tables.taxCodes, rows(tables.taxCodes, [...codes.values()])),
    };
    return afterwards(async ({ packer, organization: whose, signal }) => {
      const archive = await packer.zip(files, { organization: whose, signal });
      return {
        filename: `gobd-${from}-${to}.zip`,
        content_type: 'application/zip',
        content: Buffer.from(archive).toString('base64'),
        encoding: 'base64' as const,
      };
    });
  },
});

function accountCells({ code, name, type, class: accountClass }: ExportedAccount) {
  return [code, name, type, accountClass];
}

function rows(table: GobdTable, cells: readonly (readonly (string | bigint | null)[])[]): string[] {
  const columns = [...table.keys, ...table.columns];
  return cells.map((row) => gobdRow(columns, row));
}

function file(table: GobdTable, made: readonly string[]): Record<string, string> {
  return { [`${table.name}.csv`]: `${gobdHeader([...table.keys, ...table.columns])}${made.join('')}` };
}

function journalRows(entry: ExportedEntry, accounts: ReadonlyMap<string, ExportedAccount>): string[] {
  const told = entryFacts(entry);
  const fact = (name: string) => told[name] ?? null;
  return rows(
    tables.journal,
    entry.lines.map((line, index) => {
      const { amount, foreign, party, tax } = line;
      const own = lineFacts(line, entry, accounts);
      const [debit, credit] = amount.minor > 0n ? [amount.minor, 0n] : [0n, -amount.minor];
      return [
        entry.number,
        BigInt(index + 1),
        entry.date,
        accounts.get(line.account)?.code ?? null,
        debit,
        credit,
        entry.memo,
        entry.kind,
        fact('document_number'),
        fact('document_date'),
        fact('supplier_number'),
        fact('due_date'),
        // Only those whose row is in the table of parties.
        party === undefined ? null : (party.number ?? party.id),
        tax?.code ?? null,
        own['contra_accounts'] ?? null,
        own['dimensions'] ?? null,
        foreign?.currency ?? null,
        foreign === undefined ? null : formatMoney(foreign),
        entry.postedAt,
        entry.postedAt,
        entry.author,
        entry.reverses,
        fact('document_id'),
        fact('file_id'),
      ];
    }),
  );
}
