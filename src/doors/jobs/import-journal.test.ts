/** Entries of other books come in balanced or not at all, and not on accounts that are the sum of records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf, work } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const kind = 'journal';
const counts = ({ total, created, skipped, failed }: Wire) => [total, created, skipped, failed];
const told = async (who: SignedIn, found: Wire) =>
  [
    ...new Map(
      (await errorsOf(who, found)).map((row) => [
        row['import_error'],
        [row['import_line'], row['import_field'], row['import_code']],
      ]),
    ).values(),
  ] as (string | undefined)[][];
const entriesOf = async (who: SignedIn) =>
  (await api(who, 'GET', '/journal-entries?sort=entry_date&limit=100')).data as Wire[];
const sidesOf = async (who: SignedIn, { id }: Wire) => {
  const { lines } = await api(who, 'GET', `/journal-entries/${id}`);
  return (lines as Wire[]).map(({ account_code: code, side, amount }) => [
    code,
    side === 'debit' ? amount : `-${amount}`,
  ]);
};

test('rows of one number and day are one entry, and numbers may begin anew each year', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'entry number,date,account,debit,credit,memo',
    '1,2024-12-31,6600,1000.00,,Wages',
    '1,,1010,,800.00,',
    '1,,2410,,200.00,Tax on wages',
    '1,2025-12-31,6600,500.00,,Wages',
    '1,2025-12-31,1010,,500.00,Wages',
    '2,2025-12-31,1000,0,0,',
    '2,2025-12-31,Owner capital,,25.00,Cash put in',
    '2,2025-12-31,1000,25.00,,Cash put in',
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [3, 3, 0, 0]);
  const [first = {}, ...others] = await entriesOf(ana);
  assert.deepEqual([first['entry_date'], first['memo'], others.length], ['2024-12-31', 'Wages', 2]);
  assert.deepEqual(await sidesOf(ana, first), [
    ['6600', '1000.00'],
    ['1010', '-800.00'],
    ['2410', '-200.00'],
  ]);
  assert.deepEqual(counts(await bringIn(ana, { kind, content })), [3, 0, 3, 0]);
});

test('the entries of a French FEC are read as they are', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|' +
      'EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise',
    'OD|Opérations diverses|OD1|20251231|6600|Salaires|||P1|20251231|Salaires de décembre|1000,00|0,00|||20260110||',
    'OD|Opérations diverses|OD1|20251231|1010|Banque|||P1|20251231|Salaires de décembre|0,00|1000,00|||20260110||',
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [1, 1, 0, 0], JSON.stringify(await errorsOf(ana, found)));
  const [entry = {}] = await entriesOf(ana);
  assert.deepEqual([entry['entry_date'], entry['memo']], ['2025-12-31', 'Salaires de décembre']);
  assert.deepEqual(await sidesOf(ana, entry), [
    ['6600', '1000.00'],
    ['1010', '-1000.00'],
  ]);
});

test('what does not balance, names no account, or is the sum of records is refused with what to do', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'entry,date,account,debit,credit',
    '1,2025-12-31,1010,10.00,',
    '1,2025-12-31,6600,,9.00',
    '2,2025-12-31,1100,5.00,',
    '2,2025-12-31,4000,,5.00',
    '3,2025-12-31,1200,5.00,',
    '3,2025-12-31,1010,,5.00',
    '4,2025-12-31,1010,5.00,',
    '4,2025-12-31,Wagse,,5.00',
    '5,2025-12-31,1010,,',
    '6,2025-12-31,1010,5.00,',
    ',2025-12-31,1010,5.00,',
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [7, 0, 0, 7]);
  assert.deepEqual(
    await told(ana, found),
    [
      ['2', 'amount', 'entry_unbalanced'],
      ['4', '', 'control_account'],
      ['6', '', 'control_account'],
      ['8', 'account', 'not_found'],
      ['10', 'amount', 'required'],
      ['11', 'amount', 'entry_unbalanced'],
      ['12', 'entry', 'required'],
    ].map((row) => row),
  );
  const messages = (await errorsOf(ana, found)).map((row) => row['import_error'] ?? '');
  assert.match(messages[0] ?? '', /Debits are 10\.00 and credits 9\.00: they differ by 1\.00/);
  assert.ok(messages.some((message) => message.includes('Confirm sales with create_sale')));
  assert.ok(messages.some((message) => message.includes('Adjust stock')));
  assert.ok(messages.some((message) => message.includes('The nearest is 6600 Wages')));
  assert.deepEqual(await entriesOf(ana), []);
});

test('manual journals of Xero have no number: those of one narration and day are one', async () => {
  const ana = await service.register('Ana');
  const content = table(
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1',
    'Depreciation 2025,31 Dec 2025,Van,6750,No VAT,100.00,',
    'Depreciation 2025,31 Dec 2025,Van,1590,Tax Exempt (0%),-100.00,',
    'Rent,31 Dec 2025,Taxed,6100,20% (VAT on Expenses),50.00,',
    'Rent,31 Dec 2025,Taxed,1010,No VAT,-60.00,',
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [2, 1, 0, 1]);
  assert.deepEqual(await told(ana, found), [['4', 'tax_key', 'tax_not_split']]);
  const [entry = {}] = await entriesOf(ana);
  assert.deepEqual([entry['memo'], entry['entry_date']], ['Depreciation 2025', '2025-12-31']);
});

const datevHead = (chart: string) =>
  `"EXTF";700;21;"Buchungsstapel";13;20260201000000000;;"DB";"X";"";1001;1;20250401;4;20250401;20260331;"";"";1;0;0;` +
  `"EUR";;"";;;"${chart}";;;"";""`;
const datevColumns =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;' +
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre';

test('a batch of DATEV is read by its first line, each row with both of its accounts', async () => {
  const ana = await service.register('Ana');
  const content = table(
    datevHead(''),
    datevColumns,
    '1.024,95;"H";"EUR";;;"";1010;6200;"";3112;"R-1";"";;"Büro";0',
    '10,00;"S";"";;;"";1000;1010;"40";0201;"R-2"',
    '10,00;"S";"";;;"";1000;1010;"40";0201;"R-2"',
    '119,00;"S";"";;;"";1010;4000;"3";0201;"R-3";"";;"Gross";0',
    '5950,00;"S";"";;;"";10000;4000;"";2202;"R-4";"";;"Client";0',
    '50,00;"S";"USD";0,9;45,00;"EUR";1010;3000;"";0302;"R-5";"";;"Abroad";0',
    '50,00;"S";"USD";0,9;;"";1010;3000;"";0302;"R-6";"";;"Abroad";0',
  );
  const bytes = Buffer.from(content, 'latin1').toString('base64');
  const found = await bringIn(ana, { kind, content_base64: bytes });
  assert.deepEqual(counts(found), [7, 5, 0, 2], JSON.stringify(await errorsOf(ana, found)));
  assert.deepEqual(await told(ana, found), [
    ['7', 'account', 'not_found'],
    ['9', 'currency', 'other_currency'],
  ]);
  const entries = await entriesOf(ana);
  assert.deepEqual(
    entries.map(({ entry_date: day, memo }) => [day, memo]),
    [
      ['2025-12-31', 'Büro'],
      ['2026-01-02', 'R-2'],
      ['2026-01-02', 'R-2'],
      ['2026-01-02', 'Gross'],
      ['2026-02-03', 'Abroad'],
    ],
  );
  assert.deepEqual(await sidesOf(ana, entries[0]), [
    ['1010', '-1024.95'],
    ['6200', '1024.95'],
  ]);
  assert.deepEqual(await sidesOf(ana, entries[3]), [
    ['1010', '119.00'],
    ['4000', '-100.00'],
    ['2200', '-19.00'],
  ]);
  assert.deepEqual(await sidesOf(ana, entries[4]), [
    ['1010', '45.00'],
    ['3000', '-45.00'],
  ]);
  assert.deepEqual(counts(await bringIn(ana, { kind, content_base64: bytes })), [7, 0, 5, 2]);
});

test('the tax of a key, or of an account that computes it by itself, is split off to the cent', async () => {
  const ana = await service.register('Ana');
  await bringIn(ana, {
    kind: 'accounts',
    content: 'code,name,type\n4400,Erlöse 19 %,revenue\n5400,Wareneingang 19 %,expense',
  });
  const row = (amount: string, [side, own, contra, key]: readonly string[], memo: string, day = '3112') =>
    `${amount};"${side}";"";;;"";${own};${contra};"${key}";${day};"R";"";;"${memo}";0`;
  const content = table(
    datevHead('04'),
    datevColumns,
    row('119,00', ['S', '1010', '4400', ''], 'automatic'),
    row('119,00', ['S', '1010', '4400', '40'], 'switched off'),
    row('9,99', ['H', '1010', '6200', '9'], 'input 19'),
    row('9,99', ['S', '6200', '1010', '8'], 'input 7, cost first'),
    row('23,80', ['H', '1010', '5400', ''], 'automatic input'),
    row('100,00', ['H', '1010', '6200', '19'], 'acquisition'),
    row('11,90', ['H', '1010', '4400', '3'], 'given back'),
    row('50,00', ['S', '1010', '6200', '777'], 'unknown key'),
    row('50,00', ['S', '6200', '4400', '3'], 'income and cost'),
    row('50,00', ['S', '1010', '4400', '23'], 'reversed key'),
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(await told(ana, found), [
    ['10', 'tax_key', 'tax_not_split'],
    ['11', 'tax_key', 'tax_not_split'],
    ['12', 'tax_key', 'tax_not_split'],
  ]);
  const entries = await entriesOf(ana);
  const of = async (memo: string) => {
    const sides = await sidesOf(
      ana,
      entries.find((entry) => entry['memo'] === memo),
    );
    return sides.toSorted(([one = ''], [other = '']) => one.localeCompare(other));
  };
  assert.deepEqual(await of('automatic'), [
    ['1010', '119.00'],
    ['2200', '-19.00'],
    ['4400', '-100.00'],
  ]);
  assert.deepEqual(await of('switched off'), [
    ['1010', '119.00'],
    ['4400', '-119.00'],
  ]);
  assert.deepEqual(await of('input 19'), [
    ['1010', '-9.99'],
    ['1300', '1.60'],
    ['6200', '8.39'],
  ]);
  assert.deepEqual(await of('input 7, cost first'), [
    ['1010', '-9.99'],
    ['1300', '0.65'],
    ['6200', '9.34'],
  ]);
  assert.deepEqual(await of('automatic input'), [
    ['1010', '-23.80'],
    ['1300', '3.80'],
    ['5400', '20.00'],
  ]);
  assert.deepEqual(await of('acquisition'), [
    ['1010', '-100.00'],
    ['1300', '19.00'],
    ['2200', '-19.00'],
    ['6200', '100.00'],
  ]);
  assert.deepEqual(await of('given back'), [
    ['1010', '-11.90'],
    ['2200', '1.90'],
    ['4400', '10.00'],
  ]);
});

test('in the second half of 2020 the same keys stand for 16 and 5 percent', async () => {
  const ana = await service.register('Ana');
  const head = datevHead('').replaceAll('20250401', '20200701').replace('20260331', '20201231');
  const content = table(head, datevColumns, '116,00;"S";"";;;"";1010;4000;"3";3112;"R-1";"";;"Sold";0');
  assert.deepEqual(counts(await bringIn(ana, { kind, content })), [1, 1, 0, 0]);
  const [entry] = await entriesOf(ana);
  assert.deepEqual(await sidesOf(ana, entry), [
    ['1010', '116.00'],
    ['4000', '-100.00'],
    ['2200', '-16.00'],
  ]);
});

test('a file of DATEV that is no batch of bookings is refused', async () => {
  const ana = await service.register('Ana');
  const list = table(datevHead('').replace('Buchungsstapel', 'Debitoren/Kreditoren'), datevColumns);
  const refused = await service.api(ana.token, 'POST', '/imports', { kind, content: list }, { 'idempotency-key': 'd' });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'other_datev_file']);
});

test('what was written for DATEV comes in as the same entries', async () => {
  const ana = await service.register('Ana');
  const lines = [
    { account_code: '6600', debit: '100.00' },
    { account_code: '1010', credit: '100.00' },
  ];
  const entry = { entry_date: '2025-06-30', memo: 'Wages', lines, post: true };
  await api(ana, 'POST', '/journal-entries', entry);
  const headers = { authorization: `Bearer ${ana.token}` };
  const file = await fetch(`${service.url}/api/ledger/datev?from=2025-01-01&to=2025-12-31`, { headers });
  const content_base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const ben = await service.register('Ben');
  const found = await bringIn(ben, { kind, content_base64 });
  assert.deepEqual(counts(found), [1, 1, 0, 0], JSON.stringify(await errorsOf(ben, found)));
  const [copy = {}] = await entriesOf(ben);
  assert.equal(copy['entry_date'], '2025-06-30');
  assert.deepEqual(await sidesOf(ben, copy), [
    ['6600', '100.00'],
    ['1010', '-100.00'],
  ]);
});

test(
  'ten thousand rows are worked through in small portions, between which others have their turn',
  longTest,
  async () => {
    const ana = await service.register('Ana');
    const rows = Array.from({ length: 10_000 }, (_, index) => `${index},2025-12-31,Unknown ${index % 50},,${index}.00`);
    const content = table('entry,date,account,debit,credit', ...rows);
    const { id } = await api(ana, 'POST', '/imports', { kind, content });
    const state = { isOver: false, sinceTurn: 0, most: 0, portions: 0 };
    const turn = () => {
      state.sinceTurn = 0;
      if (!state.isOver) setImmediate(turn);
    };
    turn();
    const progress = () => {
      state.portions += 1;
      state.sinceTurn += 1;
      state.most = Math.max(state.most, state.sinceTurn);
      return Promise.resolve();
    };
    await work(ana, id, { progress });
    state.isOver = true;
    const found = await api(ana, 'GET', `/imports/${id}`);
    assert.deepEqual(counts(found), [10_000, 0, 0, 10_000]);
    assert.ok(state.portions >= 400 && state.most <= 1, JSON.stringify(state));
  },
);

test('who may not write the ledger is refused at once', async () => {
  const ana = await service.register('Ana');
  const clerk = await service.colleague(ana, 'manager');
  await service.owner.query(`update roles set permissions = array_remove(permissions, 'ledger:write')
    where name = 'manager'`);
  const input = { kind, content: 'entry,date,account,debit\n1,2025-12-31,1010,5' };
  const refused = await service.api(clerk.token, 'POST', '/imports', input, { 'idempotency-key': 'x' });
  assert.equal(refused.status, 403);
});
