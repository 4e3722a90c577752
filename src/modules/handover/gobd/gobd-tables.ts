import type { GobdColumn, GobdTable } from './gobd-index.ts';

const text = (name: string): GobdColumn => ({ name, kind: 'text' });
const day = (name: string): GobdColumn => ({ name, kind: 'day' });
const amount = (name: string): GobdColumn => ({ name, kind: { decimals: 2 } });
const number = (name: string, decimals = 0): GobdColumn => ({ name, kind: { decimals } });

/** Entries line by line. */
export const journal: GobdTable = {
  name: 'journal',
  title: 'Journal',
  keys: [text('entry_number'), number('line')],
  columns: [
    day('date'),
    text('account'),
    amount('debit'),
    amount('credit'),
    text('memo'),
    text('kind'),
    text('document_number'),
    day('document_date'),
    text('supplier_number'),
    day('due_date'),
    text('party'),
    text('tax_code'),
    text('contra_accounts'),
    text('dimensions'),
    text('original_currency'),
    amount('original_amount'),
    day('posted_on'),
    text('posted_at'),
    text('author'),
    text('reverses'),
    text('document_id'),
    text('file_id'),
  ],
  refers: [
    { column: 'account', table: 'Accounts' },
    { column: 'party', table: 'Parties' },
    { column: 'tax_code', table: 'Tax codes' },
  ],
};

export const accounts: GobdTable = {
  name: 'accounts',
  title: 'Accounts',
  keys: [text('code')],
  columns: [text('name'), text('type'), text('class')],
  refers: [],
};

export const balances: GobdTable = {
  name: 'balances',
  title: 'Balances',
  keys: [text('account')],
  columns: [amount('opening'), amount('debit'), amount('credit'), amount('closing')],
  refers: [{ column: 'account', table: 'Accounts' }],
};

export const parties: GobdTable = {
  name: 'parties',
  title: 'Parties',
  keys: [text('number')],
  columns: [text('name')],
  refers: [],
};

export const taxCodes: GobdTable = {
  name: 'tax_codes',
  title: 'Tax codes',
  keys: [text('code')],
  columns: [number('percentage', 6), text('category'), text('kind')],
  refers: [],
};

export const gobdTables = [journal, accounts, balances, parties, taxCodes] as const;
