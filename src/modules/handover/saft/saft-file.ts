import { formatMoney, type Money, money } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { type ExportedAccount, type ExportedEntry, percentText } from '../../ledger/index.ts';
import { groupingOf } from './grouping.ts';
import { standardTaxCode } from './standard-tax-code.ts';
import { element, group } from '../xml-text.ts';

export type SaftAddress = {
  readonly line1: string | null;
  readonly city: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
};

export type SaftHead = {
  readonly version: string;
  readonly now: string;
  readonly registrationNumber: string;
  readonly name: string;
  readonly address: SaftAddress;
  readonly contact: { readonly first: string; readonly last: string; readonly email: string | null };
  readonly currency: string;
  readonly period: Period;
  readonly author: string;
};

export type SaftAccount = ExportedAccount & { readonly opening: bigint; readonly closing: bigint };
export type SaftParty = {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly account: string;
  readonly opening: bigint;
  readonly closing: bigint;
};
export type SaftRate = {
  readonly code: string;
  readonly percentage: bigint;
  readonly category: string;
  readonly kind: string;
};

const namespace = 'urn:StandardAuditFile-Taxation-Financial:NO';

export function saftHead(head: SaftHead): string {
  const [first, last] = [head.contact.first, head.contact.last];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="${namespace}">${group(
    'Header',
    element('AuditFileVersion', '1.30'),
    element('AuditFileCountry', 'NO'),
    element('AuditFileDateCreated', head.now.slice(0, 10)),
    element('SoftwareCompanyName', 'Daybook', 70),
    element('SoftwareID', 'Daybook'),
    element('SoftwareVersion', head.version, 18),
    group(
      'Company',
      element('RegistrationNumber', head.registrationNumber, 35),
      element('Name', head.name),
      addressOf(head.address),
      group(
        'Contact',
        group('ContactPerson', element('FirstName', first, 35), element('LastName', last, 70)),
        element('Email', head.contact.email, 70),
      ),
    ),
    element('DefaultCurrencyCode', head.currency),
    group(
      'SelectionCriteria',
      element('SelectionStartDate', head.period.from),
      element('SelectionEndDate', head.period.to),
    ),
    element('TaxAccountingBasis', 'A'),
    element('UserID', head.author),
  )}\n`;
}

function addressOf({ line1, city, postal_code: postcode, country }: SaftAddress): string {
  return group(
    'Address',
    element('StreetName', line1),
    element('City', city),
    element('PostalCode', postcode, 70),
    element('Country', country),
  );
}

export type SaftValue = {
  readonly dimension: string;
  readonly place: number;
  readonly code: string;
  readonly name: string;
};

type Master = {
  readonly accounts: readonly SaftAccount[];
  readonly clients: readonly SaftParty[];
  readonly suppliers: readonly SaftParty[];
  readonly rates: readonly SaftRate[];
  readonly values: readonly SaftValue[];
  readonly currency: string;
};

export function saftMaster({ accounts, clients, suppliers, rates, values, currency }: Master): string {
  const balances = (opening: bigint, closing: bigint) =>
    `${balance('Opening', money(opening, currency))}${balance('Closing', money(closing, currency))}`;
  const parties = (kind: 'Customer' | 'Supplier', among: readonly SaftParty[]) =>
    group(
      `${kind}s`,
      ...among.map((party) =>
        group(
          kind,
          element('Name', party.name),
          element(`${kind}ID`, party.number, 35),
          group('BalanceAccount', element('AccountID', party.account, 70), balances(party.opening, party.closing)),
        ),
      ),
    );
  return `${group(
    'MasterFiles',
    group(
      'GeneralLedgerAccounts',
      ...accounts.map((account) => {
        const { category, code } = groupingOf(account);
        return group(
          'Account',
          element('AccountID', account.code),
          element('AccountDescription', account.name),
          element('GroupingCategory', category),
          element('GroupingCode', code),
          element('AccountType', 'GL'),
          balances(account.opening, account.closing),
        );
      }),
    ),
    parties('Customer', clients),
    parties('Supplier', suppliers),
    taxTable(rates),
    analysisTable(values),
  )}\n`;
}

function balance(name: 'Opening' | 'Closing', { minor, currency }: Money): string {
  return minor >= 0n
    ? element(`${name}DebitBalance`, formatMoney(money(minor, currency)))
    : element(`${name}CreditBalance`, formatMoney(money(-minor, currency)));
}

/** A rate stands for two codes, one for what it taxes on each side. */
function taxTable(rates: readonly SaftRate[]): string {
  if (rates.length === 0) return '';
  return group(
    'TaxTable',
    group(
      'TaxTableEntry',
      element('TaxType', 'MVA'),
      element('Description', 'Merverdiavgift'),
      ...rates.flatMap((rate) =>
        (['output', 'input'] as const).map((side) =>
          group(
            'TaxCodeDetails',
            element('TaxCode', taxCode(rate, side), 70),
            element('Description', rate.code),
            element('TaxPercentage', percentText(rate.percentage)),
            element('Country', 'NO'),
            element('StandardTaxCode', standardTaxCode(rate, side)),
            element('Compensation', 'false'),
            element('BaseRate', '100'),
          ),
        ),
      ),
    ),
  );
}

/** What dimensions there are, by the values that lines name. */
function analysisTable(values: readonly SaftValue[]): string {
  if (values.length === 0) return '';
  return group(
    'AnalysisTypeTable',
    ...values.map(({ dimension, place, code, name }) =>
      group(
        'AnalysisTypeTableEntry',
        element('AnalysisType', analysisType(place)),
        element('AnalysisTypeDescription', dimension),
        element('AnalysisID', code),
        element('AnalysisIDDescription', name),
      ),
    ),
  );
}

/** At most nine characters. */
function analysisType(place: number): string {
  return `DIM${place}`;
}

function taxCode({ code }: { readonly code: string }, side: 'output' | 'input'): string {
  return `${side === 'output' ? 'S' : 'P'}:${code}`;
}

type Totals = { readonly entries: bigint; readonly amount: Money };

export function saftEntriesHead({ entries, amount }: Totals): string {
  const total = formatMoney(amount);
  const counted = [
    element('NumberOfEntries', entries.toString()),
    element('TotalDebit', total),
    element('TotalCredit', total),
  ];
  const journal = [element('JournalID', 'GL'), element('Description', 'General journal'), element('Type', 'GL')];
  return `<GeneralLedgerEntries>${counted.join('')}${entries === 0n ? '' : `<Journal>${journal.join('')}`}`;
}

export function saftEntriesEnd({ entries }: Totals): string {
  return `${entries === 0n ? '' : '</Journal>'}</GeneralLedgerEntries></AuditFile>\n`;
}

type Placed = {
  readonly accounts: ReadonlyMap<string, ExportedAccount>;
  readonly period: number;
  readonly year: number;
};

export function saftEntry(entry: ExportedEntry, { accounts, period, year }: Placed): string {
  const { number, date, author, memo, sourceType, postedAt, paper } = entry;
  const text = memo || number;
  return `${group(
    'Transaction',
    element('TransactionID', number, 70),
    element('Period', String(period)),
    element('PeriodYear', String(year)),
    element('TransactionDate', date),
    element('SourceID', author, 35),
    element('VoucherType', sourceType, 70),
    element('VoucherDescription', paper?.document_number, 70),
    element('Description', text),
    element('SystemEntryDate', postedAt.slice(0, 10)),
    element('GLPostingDate', date),
    element('SystemID', number, 18),
    ...entry.lines.map((line, index) => {
      const account = accounts.get(line.account);
      const isOwed = account?.role === 'receivable' || account?.role === 'payable';
      const kind = account?.role === 'payable' ? 'SupplierID' : 'CustomerID';
      const name = line.amount.minor > 0n ? 'DebitAmount' : 'CreditAmount';
      return group(
        'Line',
        element('RecordID', String(index + 1)),
        element('AccountID', account?.code),
        ...line.dimensions.map(({ place, code }) =>
          group('Analysis', element('AnalysisType', analysisType(place)), element('AnalysisID', code)),
        ),
        element('SourceDocumentID', paper?.supplier_number ?? paper?.document_number, 35),
        isOwed ? element(kind, line.party?.number ?? line.party?.id, 35) : '',
        element('Description', text),
        amountOf(name, line),
        taxOf(line, account),
        isOwed ? element('DueDate', paper?.due_date) : '',
      );
    }),
  )}\n`;
}

type Line = ExportedEntry['lines'][number];

function amountOf(name: string, { amount, foreign }: Line): string {
  return group(
    name,
    element('Amount', formatMoney(positive(amount))),
    ...(foreign === undefined
      ? []
      : [element('CurrencyCode', foreign.currency), element('CurrencyAmount', formatMoney(positive(foreign)))]),
  );
}

function taxOf({ tax, amount }: Line, account: ExportedAccount | undefined): string {
  if (tax === undefined || tax.kind === 'withholding') return '';
  const side = account?.class === 'liability' ? 'output' : 'input';
  return group(
    'TaxInformation',
    element('TaxType', 'MVA'),
    element('TaxCode', taxCode(tax, side), 70),
    element('TaxPercentage', percentText(tax.percentage)),
    element('Country', 'NO'),
    element('TaxBase', formatMoney(positive(money(tax.base, amount.currency)))),
    group(amount.minor > 0n ? 'DebitTaxAmount' : 'CreditTaxAmount', element('Amount', formatMoney(positive(amount)))),
  );
}

function positive({ minor, currency }: Money): Money {
  return money(minor < 0n ? -minor : minor, currency);
}
