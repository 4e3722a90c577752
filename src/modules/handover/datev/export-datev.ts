import { z } from 'zod';
import { minorDigits } from '../../../core/currency.ts';
import { encodedWindows1252 } from '../../../core/encoding.ts';
import { limitExceeded, refusal, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { FileOutput, Text } from '../../../wire/index.ts';
import { entriesOf, exportAccounts, type ExportedAccount, type ExportedEntry } from '../../ledger/index.ts';
import { readOrganization } from '../../organization/index.ts';
import { partiesOf, yearAsked, yearInput } from '../books.ts';
import { partyAccounts } from '../party-accounts.ts';
import { datevColumns, datevHeader, datevLine, type DatevPaper } from './datev-file.ts';
import { type DatevLine, datevRows } from './datev-rows.ts';

const rowsMax = 99_999;
const lengthMin = 4;
const lengthMax = 8;

export const accountsDoNotFit = refusal(
  'accounts_do_not_fit',
  409,
  'Account codes do not fit the format.',
  'DATEV takes codes of up to 8 digits, and shorter ones are filled with zeros: change those in `accounts`.',
);

export const exportDatev = operation({
  name: 'export_datev',
  summary: 'Export the journal as a DATEV batch of postings (EXTF).',
  guidance:
    'One fiscal year or a part of it. Clients and suppliers get personal accounts from the digits of their numbers. ' +
    'Taxes that DATEV computes by a BU key are in the row of what they tax.',
  http: 'GET /ledger/datev',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({
    ...yearInput,
    consultant_number: z.int().min(1_001).max(9_999_999).default(1_001).describe('Beraternummer.'),
    client_number: z.int().min(1).max(99_999).default(1).describe('Mandantennummer.'),
    chart: z
      .enum(['skr03', 'skr04'])
      .optional()
      .describe('The chart whose automatic accounts take no BU key. Default: the organisation’s chart of accounts.'),
    label: Text(30).optional(),
    final: z.boolean().default(false).describe('Mark the postings as final (Festschreibung).'),
  }),
  output: FileOutput,
  refuses: [accountsDoNotFit, limitExceeded, validationFailed],
  async run(context, input) {
    const { from, to, year } = await yearAsked(context, input);
    const [accounts, parties, { chart_of_accounts: own }] = await Promise.all([
      exportAccounts(context),
      partiesOf(context),
      readOrganization(context, { lock: false }),
    ]);
    const { codes, length } = fitted([...accounts.values()]);
    const chart = numberOf(input.chart ?? own);
    const books: Books = { accounts, codes, personal: partyAccounts(parties, length), chart };
    const currency = context.actor.organization?.baseCurrency ?? 'EUR';
    const written = { digits: minorDigits(currency) ?? 2, currency };
    const head = datevHeader({
      consultant: input.consultant_number,
      client: input.client_number,
      yearStart: year.from,
      from,
      to,
      accountLength: length,
      chart,
      currency,
      label: input.label ?? 'Daybook',
      isFinal: input.final,
      now: context.now,
    });
    const parts = [head, datevColumns()];
    for await (const entry of entriesOf(context, { from, to })) {
      const paper = paperFor(entry, input.final);
      for (const row of rowsFor(entry, books)) parts.push(datevLine(row, paper, written));
      if (parts.length - 2 > rowsMax) {
        throw limitExceeded({
          max: rowsMax,
          hint: 'Export a shorter period, such as a month: a file has no more rows.',
        });
      }
    }
    const content = Buffer.from(encodedWindows1252(parts.join(''))).toString('base64');
    return {
      filename: `EXTF_Buchungsstapel_${from}_${to}.csv`,
      content_type: 'text/csv',
      content,
      encoding: 'base64' as const,
    };
  },
});

/** As the file names it; null where it is no chart of DATEV. */
function numberOf(chart: string): '03' | '04' | null {
  return chart === 'skr03' ? '03' : chart === 'skr04' ? '04' : null;
}

type Books = {
  readonly accounts: ReadonlyMap<string, ExportedAccount>;
  readonly codes: ReadonlyMap<string, string>;
  readonly personal: ReturnType<typeof partyAccounts>;
  readonly chart: '03' | '04' | null;
};

/** Codes of accounts by id, all of one length: shorter ones are filled up on the right, as DATEV does. */
function fitted(accounts: readonly ExportedAccount[]) {
  const length = Math.max(lengthMin, ...accounts.map(({ code }) => code.length));
  const codes = new Map(accounts.map(({ id, code }) => [id, code.padEnd(length, '0')]));
  const owners = Map.groupBy(accounts, ({ id }) => codes.get(id) ?? '');
  const clashing = [...owners.values()].filter((same) => same.length > 1).flat();
  const unfit = length > lengthMax ? accounts.filter(({ code }) => code.length > lengthMax) : clashing;
  if (unfit.length > 0) throw accountsDoNotFit({ accounts: unfit.map(({ code }) => code) });
  return { codes, length };
}

function rowsFor(entry: ExportedEntry, books: Books) {
  const clearing = books.chart === '03' ? '1590' : books.chart === '04' ? '1370' : codeOfRole(books, 'suspense');
  const { chart } = books;
  return datevRows(
    entry.lines.map((line) => lineFor(line, books)),
    { day: entry.date, chart, clearing },
  );
}

function codeOfRole({ accounts, codes }: Books, role: string): string {
  const found = [...accounts.values()].find((account) => account.role === role);
  return codes.get(found?.id ?? '') ?? '';
}

const neverTaxed: ReadonlySet<string> = new Set([
  'cash',
  'bank',
  'credit_card',
  'accounts_receivable',
  'accounts_payable',
  'tax_payable',
  'tax_receivable',
]);

function lineFor(line: ExportedEntry['lines'][number], { accounts, codes, personal }: Books): DatevLine {
  const account = accounts.get(line.account);
  if (account === undefined) throw new Error(`a line is on the account ${line.account}, which is not in the chart`);
  const own = codes.get(line.account) ?? '';
  const { party, tax, foreign, amount } = line;
  const ofParty =
    party === undefined
      ? undefined
      : account.role === 'receivable'
        ? personal.clients.get(party.id)
        : account.role === 'payable'
          ? personal.suppliers.get(party.id)
          : undefined;
  const codeAt = (place: number) => line.dimensions.find((value) => value.place === place)?.code ?? '';
  const [first, second] = [codeAt(1), codeAt(2)];
  const told: DatevLine = {
    account: ofParty ?? own,
    minor: amount.minor,
    isTaxable: !neverTaxed.has(account.type),
    ...(`${first}${second}` !== '' && { costs: [first, second] as const }),
  };
  if (foreign !== undefined && foreign.minor !== 0n) {
    return { ...told, foreign: { ...foreign, digits: minorDigits(foreign.currency) ?? 2 } };
  }
  if (tax === undefined || tax.kind === 'withholding' || !['asset', 'liability'].includes(account.class)) return told;
  return {
    ...told,
    tax: {
      side: account.class === 'liability' ? 'output' : 'input',
      rate: tax.rateId,
      percentage: tax.percentage,
      category: tax.category,
      isOwedByBuyer: tax.kind === 'reverse_charge',
      base: tax.base,
    },
  };
}

function paperFor(entry: ExportedEntry, isFinal: boolean): DatevPaper {
  const { paper } = entry;
  const number = paper?.supplier_number ?? paper?.document_number ?? entry.number;
  const party = paper?.party_name ?? '';
  const text = party !== '' && !entry.memo.includes(party) ? `${entry.memo} ${party}` : entry.memo;
  return {
    day: entry.date,
    number,
    dueDate: paper?.due_date ?? null,
    text,
    isFinal,
    paperId: paper?.document_id ?? paper?.file_id ?? null,
  };
}
