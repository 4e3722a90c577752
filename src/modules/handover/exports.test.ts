import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { DtdValidator, XmlDocument, XmlDtd, XsdValidator } from 'libxml2-wasm';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { randomYear } from '../../../test/support/random-year.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { anonymous } from '../../operation/actor.ts';
import { exportLinesMax } from '../ledger/exports/export-journal.ts';

const world = await createWorld();
const year = await randomYear(world, 31, 60);
const range = { from: '2025-01-01', to: '2025-12-31' };
const ask = (name: string, input: object = range, as = year.who): Promise<Wire> => world.call(name, input, { as });
const cents = (text: string) => BigInt(text.replace(/[.,]/, ''));

const trial = await ask('get_trial_balance');
type Sums = { debit: bigint; credit: bigint };

/** Debits and credits of each account that moved, by its code. */
function ofTrial(): Record<string, Sums> {
  const moved = trial.rows.map(({ code, debit, credit }: Wire) => [
    code,
    { debit: cents(debit), credit: cents(credit) },
  ]);
  return Object.fromEntries(moved.filter(([, sums]: [string, Sums]) => sums.debit + sums.credit !== 0n));
}

function added(rows: readonly (readonly [code: string, debit: bigint, credit: bigint])[]): Record<string, Sums> {
  const sums: Record<string, Sums> = {};
  for (const [code, debit, credit] of rows) {
    const own = (sums[code] ??= { debit: 0n, credit: 0n });
    own.debit += debit;
    own.credit += credit;
  }
  return Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

test('read back from the DATEV file alone, every account has the balance of the trial balance', async () => {
  const file = await ask('export_datev');
  assert.match(file.filename, /^EXTF_Buchungsstapel_2025-01-01_2025-12-31\.csv$/);
  const text = new TextDecoder('windows-1252').decode(Buffer.from(file.content, 'base64'));
  const [head = [], columns = [], ...rows]: string[][] = parse(text, { delimiter: ';', relax_column_count: true });
  assert.deepEqual(head.slice(0, 5), ['EXTF', '700', '21', 'Buchungsstapel', '13']);
  assert.deepEqual([head.length, head[12], head[13], head[21]], [31, '20250101', '4', 'EUR']);
  assert.equal(columns.length, 125);
  assert.ok(rows.length > 100 && rows.every((row) => row.length === 125));
  const ledgerCode = (account: string) => (account.length === 4 ? account : account < '70000' ? '1100' : '2000');
  const balances = new Map<string, bigint>();
  const add = (code: string, minor: bigint) => balances.set(code, (balances.get(code) ?? 0n) + minor);
  for (const row of rows) {
    assert.equal(row[8], '', 'a rate of another country has no key');
    const base = cents(row[4] === '' ? (row[0] ?? '') : (row[4] ?? ''));
    add(ledgerCode(row[6] ?? ''), base);
    add(ledgerCode(row[7] ?? ''), -base);
    assert.match(row[10] ?? '', /^[A-Za-z0-9$&%*+\-/]{1,36}$/);
  }
  for (const [code, { debit, credit }] of Object.entries(ofTrial())) {
    assert.equal(balances.get(code) ?? 0n, debit - credit, code);
  }
});

test('the FEC has 18 columns, balances in every entry, and comes to the trial balance', async () => {
  const { filename, content } = await ask('export_fec', { ...range, siren: '123456789' });
  assert.equal(filename, '123456789FEC20251231.txt');
  const rows: Wire[] = parse(content, { delimiter: '\t', columns: true, quote: null });
  assert.equal(content.split('\r\n')[0].split('\t').length, 18);
  const moved = rows.map(({ CompteNum, Debit, Credit }) => [CompteNum, cents(Debit), cents(Credit)] as const);
  assert.deepEqual(added(moved), ofTrial());
  for (const [number, lines] of Map.groupBy(rows, ({ EcritureNum }) => EcritureNum)) {
    const sum = lines.reduce((total, { Debit, Credit }) => total + cents(Debit) - cents(Credit), 0n);
    assert.equal(sum, 0n, number);
  }
  for (const row of rows) {
    assert.ok(row.PieceRef !== '' && /^\d{8}$/.test(row.ValidDate) && row.EcritureLib !== '');
    assert.ok(!row.Debit.startsWith('-') && !row.Credit.startsWith('-'));
  }
  const posted = rows.map(({ EcritureNum }) => EcritureNum);
  assert.deepEqual(
    posted,
    posted.toSorted((one, other) => one.localeCompare(other)),
    'in the order of posting, without a gap',
  );
});

test('the next year of the FEC opens with what the last one closed with, results on retained earnings', async () => {
  const { content } = await ask('export_fec', { from: '2026-01-01', to: '2026-12-31' });
  const rows: Wire[] = parse(content, { delimiter: '\t', columns: true, quote: null });
  const opening = rows.filter(({ JournalCode }) => JournalCode === 'AN');
  assert.deepEqual(rows.slice(0, opening.length), opening, 'they come first');
  const sum = opening.reduce((total, { Debit, Credit }) => total + cents(Debit) - cents(Credit), 0n);
  assert.equal(sum, 0n);
  assert.ok(
    opening.every(({ CompteNum }) => /^[1-3]/.test(CompteNum)),
    'no income and no cost is brought forward',
  );
});

/** The schema of the authority; it is not part of this repository. */
const schema = process.env['DAYBOOK_SAFT_SCHEMA'] ?? '';

function faultsOf(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema))).validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  } finally {
    document.dispose();
  }
}

test('the SAF-T file is valid by the schema of the authority, and its totals are its lines', async (context) => {
  const { content } = await ask('export_saft');
  const amounts = (name: string) =>
    [...content.matchAll(new RegExp(`<${name}Amount><Amount>([^<]*)<`, 'g'))].reduce(
      (sum, [, amount]) => sum + cents(amount ?? ''),
      0n,
    );
  const total = cents(/<TotalDebit>([^<]*)</.exec(content)?.[1] ?? '');
  assert.deepEqual([amounts('Debit'), amounts('Credit')], [total, total]);
  const entries = content.match(/<Transaction>/g)?.length;
  assert.equal(String(entries), /<NumberOfEntries>(\d+)</.exec(content)?.[1]);
  if (schema === '') return context.diagnostic('DAYBOOK_SAFT_SCHEMA names no schema: not validated');
  assert.deepEqual(faultsOf(content), []);
  assert.notDeepEqual(faultsOf(content.replace('<AccountType>GL<', '<AccountType>XX<')), [], 'control');
});

test('every reference of a GoBD table finds its row, and the journal comes to the trial balance', async () => {
  const file = await ask('export_gobd');
  const files = unzipSync(Buffer.from(file.content, 'base64'));
  const read = (name: string): Wire[] =>
    parse(strFromU8(files[`${name}.csv`] ?? new Uint8Array()), { delimiter: ';', columns: true });
  const journal = read('journal');
  const codes = new Set(read('accounts').map(({ code }) => code));
  const parties = new Set(read('parties').map(({ number }) => number));
  const taxes = new Set(read('tax_codes').map(({ code }) => code));
  for (const { account, party, tax_code: tax } of journal) {
    assert.ok(codes.has(account) && (party === '' || parties.has(party)) && (tax === '' || taxes.has(tax)));
  }
  const moved = journal.map(({ account, debit, credit }) => [account, cents(debit), cents(credit)] as const);
  assert.deepEqual(added(moved), ofTrial());
  const index = strFromU8(files['index.xml'] ?? new Uint8Array());
  for (const name of Object.keys(files).filter((one) => one.endsWith('.csv'))) {
    assert.ok(index.includes(`<URL>${name}</URL>`), name);
    const [head = ''] = strFromU8(files[name] ?? new Uint8Array()).split('\r\n');
    const told = index.slice(index.indexOf(`<URL>${name}<`)).split('</Table>')[0] ?? '';
    const columns = [...told.matchAll(/<Variable(?:Column|PrimaryKey)><Name>([^<]*)</g)].map(([, one]) => `"${one}"`);
    assert.equal(columns.join(';'), head, name);
  }
});

/** Rules of the description standard for the elements that the export writes (gdpdu-01-09-2004.dtd). */
const gobdRules = `
  <!ELEMENT DataSet (Version, DataSupplier?, Media+)> <!ELEMENT Version (#PCDATA)>
  <!ELEMENT DataSupplier (Name, Location, Comment)> <!ELEMENT Location (#PCDATA)> <!ELEMENT Comment (#PCDATA)>
  <!ELEMENT Media (Name, Table+)> <!ELEMENT Name (#PCDATA)> <!ELEMENT URL (#PCDATA)> <!ELEMENT UTF8 EMPTY>
  <!ELEMENT Table (URL, Name?, Validity?, UTF8?, (DecimalSymbol, DigitGroupingSymbol)?, Range?, VariableLength)>
  <!ELEMENT Validity (Range, Format?)> <!ELEMENT Range (From, To?)> <!ELEMENT From (#PCDATA)> <!ELEMENT To (#PCDATA)>
  <!ELEMENT DecimalSymbol (#PCDATA)> <!ELEMENT DigitGroupingSymbol (#PCDATA)> <!ELEMENT Format (#PCDATA)>
  <!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?,
    ((VariablePrimaryKey+, VariableColumn*) | (VariableColumn+)), ForeignKey*)>
  <!ELEMENT ColumnDelimiter (#PCDATA)> <!ELEMENT RecordDelimiter (#PCDATA)> <!ELEMENT TextEncapsulator (#PCDATA)>
  <!ELEMENT VariablePrimaryKey (Name, (Numeric | AlphaNumeric | Date))>
  <!ELEMENT VariableColumn (Name, (Numeric | AlphaNumeric | Date))> <!ELEMENT AlphaNumeric EMPTY>
  <!ELEMENT Numeric (Accuracy?)> <!ELEMENT Accuracy (#PCDATA)> <!ELEMENT Date (Format?)>
  <!ELEMENT ForeignKey (Name+, References)> <!ELEMENT References (#PCDATA)>`;

test('the index of the tables is as its description standard wants it', async () => {
  const file = await ask('export_gobd');
  const index = strFromU8(unzipSync(Buffer.from(file.content, 'base64'))['index.xml'] ?? new Uint8Array());
  const isValid = (xml: string) => {
    using document = XmlDocument.fromString(xml);
    using dtd = XmlDtd.fromString(gobdRules);
    using validator = new DtdValidator(dtd);
    try {
      validator.validate(document);
      return true;
    } catch {
      return false;
    }
  };
  assert.ok(isValid(index));
  assert.ok(!isValid(index.replace('<UTF8/>', '<UTF9/>')), 'control');
});

test('the same books are the same bytes, whenever they are exported: a zip of them has no time', async () => {
  const zip = Buffer.from((await ask('export_gobd')).content, 'base64');
  const [midnight, newYear1980] = [zip.readUInt16LE(10), zip.readUInt16LE(12)];
  assert.deepEqual([midnight, newYear1980], [0, 0b0000000_0001_00001]);
});

test('separators, quotes, line breaks and other scripts in a name break no file', async (context) => {
  const as = await world.found('Hostile');
  const shop = shopOf(world, as);
  const client = await shop.client({ display_name: 'A;B"C\'\t日本 <x>&amp; Ωß€ | ]]>', legal_name: 'x' });
  await shop.sold('11.90', { client_id: client.id });
  const datev = await ask('export_datev', {}, as);
  const rows: string[][] = parse(new TextDecoder('windows-1252').decode(Buffer.from(datev.content, 'base64')), {
    delimiter: ';',
    relax_column_count: true,
  });
  assert.deepEqual(new Set(rows.slice(1).map((row) => row.length)), new Set([125]));
  const fec = await ask('export_fec', {}, as);
  assert.deepEqual(
    new Set(
      fec.content
        .split('\r\n')
        .slice(0, -1)
        .map((row: string) => row.split('\t').length),
    ),
    new Set([18]),
  );
  const saft = await ask('export_saft', {}, as);
  if (schema !== '') assert.deepEqual(faultsOf(saft.content), []);
  else context.diagnostic('the schema is not here: not validated');
});

test('books on SKR03 leave taxes to its automatic accounts, without being told the chart', async () => {
  const as = await world.found('Automatic', { chart: 'skr03' });
  const shop = shopOf(world, as);
  const { data } = await world.call('list_tax_rates', {}, { as });
  const rate = data.find(({ code }: Wire) => code === 'standard').id;
  const { id } = await shop.client();
  const line = { name: 'Oak', quantity: '1', unit_price: '100', tax_rate_ids: [rate] };
  await world.call('create_sale', { client_id: id, lines: [line], confirm: true, sale_date: '2025-03-01' }, { as });
  const rowsOf = async (more: object): Promise<string[][]> => {
    const { content } = await ask('export_datev', { ...range, ...more }, as);
    const text = new TextDecoder('windows-1252').decode(Buffer.from(content, 'base64'));
    return parse(text, { delimiter: ';', relax_column_count: true }).slice(2);
  };
  const [row, ...others] = await rowsOf({});
  const [amount, contra, key] = [row?.[0], row?.[7], row?.[8]];
  assert.deepEqual([amount, contra, key, others.length], ['119,00', '8400', '', 0]);
  assert.equal((await rowsOf({ chart: 'skr04' }))[0]?.[8], '3', 'control: on another chart the row has a key');
});

test('empty books make valid files, and two fiscal years are refused', async () => {
  const as = await world.found('Empty');
  for (const name of ['export_datev', 'export_fec', 'export_gobd']) assert.ok((await ask(name, {}, as)).content !== '');
  const saft = await ask('export_saft', {}, as);
  if (schema !== '') assert.deepEqual(faultsOf(saft.content), []);
  await assert.rejects(
    ask('export_fec', { from: '2025-06-01', to: '2026-06-01' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'several_years')),
  );
  await assert.rejects(ask('export_fec', { from: '2025-06-01', to: '2025-05-01' }), refused('validation_failed'));
});

test('account codes that become equal once padded are refused with their codes (accounts_do_not_fit)', async () => {
  const as = await world.found('Long');
  await world.call('create_account', { code: '40000', name: 'More sales', type: 'revenue' }, { as });
  await assert.rejects(
    ask('export_datev', {}, as),
    refused('accounts_do_not_fit', ({ accounts }) => assert.deepEqual(accounts, ['4000', '40000'])),
  );
});

/** One entry more, each of 50 lines on cash, than an export takes, put in by hand: posting them would take long. */
async function overfill(organization: string, lines: number): Promise<void> {
  const linesEach = 50;
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query(`select set_config('daybook.organization', $1, false)`, [organization]);
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id,
         memo, created_by, locks_version)
       select $1, gen_random_uuid(), n, '2025-03-01', now(), 'system', 'sale', $1, '', '{}', 1
       from generate_series(0, ${lines / linesEach}) as n`,
      [organization],
    );
    await client.query(
      `insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
       select e.organization_id, e.id, n, a.id, e.entry_date, 1
       from journal_entries as e cross join generate_series(1, ${linesEach}) as n
         join accounts as a on a.organization_id = e.organization_id and a.code = '1000'
       where e.organization_id = $1`,
      [organization],
    );
    await client.query('analyze journal_entries, journal_lines');
  });
}

test('books too large for a file are refused with how much fits, also for an accountant', longTest, async () => {
  const [vast, long] = await Promise.all([world.found('Vast'), world.found('Long')]);
  const rowsMax = 99_999;
  await overfill(vast.organization?.id ?? '', exportLinesMax);
  await overfill(long.organization?.id ?? '', rowsMax + 1);
  const tooMuch = (most: number) => refused('limit_exceeded', ({ max }) => assert.equal(max, most));
  const formats = ['datev', 'fec', 'gobd', 'saft'];
  const { url } = await ask('create_accountant_link', { recipient: 'Vera', ...range }, long);
  const asked = { token: url.split('/').at(-1), file: 'datev' };
  await Promise.all([
    ...formats.map((format) => assert.rejects(ask(`export_${format}`, range, vast), tooMuch(exportLinesMax), format)),
    assert.rejects(ask('export_datev', range, long), tooMuch(rowsMax)),
    assert.rejects(ask('get_accountant_file', asked, anonymous), tooMuch(rowsMax)),
  ]);
  // The refusal suggests a shorter period.
  const quarter = { from: '2025-04-01', to: '2025-06-30' };
  for (const format of formats) assert.ok((await ask(`export_${format}`, quarter, vast)).content !== '');
});

test('nothing of another organisation is in any file', async () => {
  for (const name of ['export_datev', 'export_fec', 'export_saft']) {
    const { content, encoding } = await ask(name, range, world.rival);
    const text = encoding === 'base64' ? Buffer.from(content, 'base64').toString('latin1') : content;
    for (const { display_name: other } of year.clients) assert.ok(!text.includes(other), name);
  }
});
