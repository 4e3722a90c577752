import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { zipSync } from 'fflate';
import { bankBusiness } from '../../../../test/support/bank-business.ts';
import { detailedStatementOf, notificationOf, type Payment, statementOf } from '../../../../test/support/camt-batch.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const folder = process.env['DAYBOOK_STATEMENTS'] ?? '';
const skip = folder === '' ? 'DAYBOOK_STATEMENTS names no folder: statements of banks left out' : false;
let made = 0;

/** A bank account with a number of its own, and what it is called in a file. */
async function bankAccount(more: object = {}): Promise<{ id: string; of: { iban: string; currency: string } }> {
  made += 1;
  const chart = await call('create_account', { code: `10${100 + made}`, name: `Bank ${made}`, type: 'bank' });
  const iban = ibanOf(made);
  const { id, currency } = await call('create_bank_account', { name: `B${made}`, account_id: chart.id, iban, ...more });
  return { id, of: { iban, currency } };
}

function ibanOf(n: number): string {
  const number = `00762${String(n).padStart(12, '0')}`;
  const check = 98n - (BigInt(`${number}121700`) % 97n);
  return `CH${String(check).padStart(2, '0')}${number}`;
}

const sent = (bytes: Uint8Array) => ({ content_base64: Buffer.from(bytes).toString('base64') });
const take = async (bytes: Uint8Array): Promise<Wire> => call('import_bank_statement', sent(bytes));
const told = ({ lines_new, lines_explained, explanations_waiting }: Wire) => [
  lines_new,
  lines_explained,
  explanations_waiting,
];
const lineOf = async (account: string): Promise<Wire> => {
  const { data } = await call('list_bank_lines', { bank_account_id: account });
  assert.equal(data.length, 1);
  return call('get_bank_line', { id: data[0].id });
};

const payments: readonly Payment[] = [
  { amount: '100.00', name: 'Ana Berg', iban: 'DE75512108001245126199', reference: '210000000003139471430009017' },
  { amount: '150.00', name: 'Bo Lund', iban: 'NL91ABNA0417164300', text: 'Invoice 7', endToEndId: 'E2E-7' },
  { amount: '50.00', name: 'Cy Dahl', text: 'Third' },
];
const qr = { amount: '300.00', currency: 'CHF', bankReference: 'ZKB0001', entryReference: 'CH4431999123000889012' };
const sepa = { amount: '300.00', day: '2026-03-17', batchId: 'PMT-2026-17' };

describe('a notification of a batch', () => {
  test('explains the line of the statement that came before it', async () => {
    const { id, of } = await bankAccount({ currency: 'CHF' });
    assert.deepEqual(told(await take(statementOf([qr], of))), [1, 0, 0]);
    const before = await lineOf(id);
    assert.deepEqual([before.details, before.detail_count, before.explained_by_import_id], [[], 0, null]);
    const tried = await call('import_bank_statement', sent(notificationOf([{ ...qr, payments }], of)), {
      dryRun: true,
    });
    assert.deepEqual(told(tried), [0, 1, 0]);
    assert.equal((await lineOf(id)).detail_count, 0, 'only tried');
    const result = await take(notificationOf([{ ...qr, payments }], of));
    assert.deepEqual([told(result), result.lines_read, result.left_out, result.statements], [[0, 1, 0], 0, [], []]);
    assert.deepEqual(result.explanations, [
      {
        verdict: 'explains',
        line_id: before.id,
        bank_account_id: id,
        booking_date: '2026-03-16',
        amount: '300.00',
        currency: 'CHF',
        detail_count: 3,
      },
    ]);
    const after = await lineOf(id);
    assert.deepEqual(
      { ...after, details: [], detail_count: 0, explained_by_import_id: null },
      before,
      'what the statement said stays',
    );
    assert.equal(after.explained_by_import_id, result.id);
    assert.deepEqual(
      after.details.map((one: Wire) => [one.amount, one.counterparty_name, one.references, one.text]),
      [
        ['100.00', 'Ana Berg', ['210000000003139471430009017'], ''],
        ['150.00', 'Bo Lund', [], 'Invoice 7'],
        ['50.00', 'Cy Dahl', [], 'Third'],
      ],
    );
    assert.deepEqual(
      [after.details[1].counterparty_account, after.details[1].end_to_end_id],
      [payments[1]?.iban, 'E2E-7'],
    );
    const [listed] = (await call('list_bank_lines', { bank_account_id: id })).data;
    assert.deepEqual([listed.detail_count, listed.explained_by_import_id], [3, result.id]);
    assert.equal((await call('list_bank_imports', { bank_account_id: id })).data.length, 2);
  });

  test('waits for the line of a statement that comes after it', async () => {
    const { id, of } = await bankAccount();
    const first = await take(notificationOf([{ ...sepa, payments }], of));
    assert.deepEqual([told(first), first.explanations[0].verdict], [[0, 0, 1], 'waits']);
    assert.deepEqual((await call('list_bank_lines', { bank_account_id: id })).data, []);
    const statement = await take(statementOf([{ ...sepa, day: '2026-03-19' }], of));
    assert.deepEqual(told(statement), [1, 1, 0]);
    assert.deepEqual([(await lineOf(id)).detail_count, (await lineOf(id)).explained_by_import_id], [3, first.id]);
    await call('delete_bank_import', { id: statement.id });
    assert.deepEqual((await call('list_bank_lines', { bank_account_id: id })).data, []);
    assert.deepEqual(told(await take(statementOf([{ ...sepa, day: '2026-03-18' }], of))), [1, 1, 0], 'it waited again');
  });

  test('may come in one ZIP with the statement, and twice', async () => {
    const { id, of } = await bankAccount();
    const zipped = zipSync({
      'a.xml': notificationOf([{ ...sepa, payments }], of),
      'b.xml': statementOf([sepa], of),
    });
    assert.deepEqual(told(await take(zipped)), [1, 1, 0]);
    const before = await lineOf(id);
    for (const again of [zipped, notificationOf([{ ...sepa, payments }], { ...of, id: 'M2' })]) {
      const result = await take(again);
      assert.deepEqual([told(result), result.explanations[0].verdict], [[0, 0, 0], 'known']);
      assert.equal(result.explanations[0].line_id, before.id);
    }
    assert.deepEqual(await lineOf(id), before);
  });

  test('is gone with its import, and so are the details', async () => {
    const { id, of } = await bankAccount();
    await take(statementOf([sepa], of));
    const before = await lineOf(id);
    const { id: importId } = await take(notificationOf([{ ...sepa, payments }], of));
    await call('delete_bank_import', { id: importId });
    assert.deepEqual(await lineOf(id), before);
    assert.deepEqual(told(await take(notificationOf([{ ...sepa, payments }], of))), [0, 1, 0]);
  });

  test('lets the line be found by what its payments say, as long as it explains it', async () => {
    const { id, of } = await bankAccount({ currency: 'CHF' });
    const found = async (q: string) =>
      (await call('list_bank_lines', { bank_account_id: id, q })).data.map((one: Wire) => one.amount);
    const payer = ['Ana Berg', 'lund', 'DE75512108001245126199', '21000000000313', 'invoice 7', 'E2E-7'];
    const statement = await take(statementOf([qr], of));
    assert.deepEqual(await found('ZKB0001'), ['300.00']);
    for (const q of payer) assert.deepEqual(await found(q), [], q);
    const notice = await take(notificationOf([{ ...qr, payments }], of));
    // One word of the line and one of a payment are of the same line.
    for (const q of [...payer, 'zkb0001 berg']) assert.deepEqual(await found(q), ['300.00'], q);
    assert.deepEqual(await found('berg strange'), []);
    await call('delete_bank_import', { id: notice.id });
    for (const q of payer) assert.deepEqual(await found(q), [], q);
    assert.deepEqual(await found('ZKB0001'), ['300.00']);
    // It waits for the line where that is taken back, and says it again of the next one.
    await take(notificationOf([{ ...qr, payments }], of));
    await call('delete_bank_import', { id: statement.id });
    assert.deepEqual(await found('berg'), []);
    await take(statementOf([qr], of));
    assert.deepEqual(await found('berg'), ['300.00']);
  });

  test('of another amount explains nothing, and of payments that differ from it is a note', async () => {
    const { id, of } = await bankAccount();
    await take(statementOf([sepa], of));
    const other = await take(notificationOf([{ ...sepa, amount: '310.00', payments }], of));
    assert.deepEqual([told(other), (await lineOf(id)).detail_count], [[0, 0, 1], 0]);
    const short = await take(notificationOf([{ ...sepa, payments: payments.slice(1) }], of));
    assert.deepEqual([told(short), short.problems[0].code], [[0, 1, 1], 'details_differ']);
    const line = await lineOf(id);
    assert.deepEqual([line.detail_count, line.details_agree], [2, false]);
  });

  test('that fits two lines is joined with neither', async () => {
    const { id, of } = await bankAccount();
    const nameless = { amount: '300.00' };
    await take(
      statementOf(
        [
          { ...nameless, bankReference: 'A1' },
          { ...nameless, bankReference: 'A2' },
        ],
        of,
      ),
    );
    const result = await take(notificationOf([{ ...nameless, payments }], of));
    assert.deepEqual(told(result), [0, 0, 1]);
    assert.deepEqual([result.explanations[0].verdict, result.problems[0].code], ['unclear', 'explanation_unclear']);
    assert.match(result.problems[0].place, /Ntfctn\[1\]\/Ntry\[1\]/);
    const named = await take(notificationOf([{ ...nameless, bankReference: 'A2', payments }], of));
    assert.deepEqual(told(named), [0, 2, 0], 'which leaves one line for the other');
    const { data } = await call('list_bank_lines', { bank_account_id: id });
    assert.deepEqual(
      data.map((one: Wire) => one.detail_count),
      [3, 3],
    );
  });

  test('as others write it is read', { skip }, async () => {
    const { id } = await bankAccount({ currency: 'SEK', iban: undefined, account_number: 'CH2801234000123456789' });
    const file = await readFile(path.join(folder, 'genkgo-camt054.v2.xml'));
    assert.deepEqual(told(await take(file)), [0, 0, 1]);
    const csv = 'Buchungstag;Betrag;Verwendungszweck\n18.10.2007;-200.000,00;SAMMLER';
    const result = await call('import_bank_statement', { bank_account_id: id, content: csv });
    assert.deepEqual(told(result), [1, 1, 0]);
    const line = await lineOf(id);
    assert.deepEqual([line.detail_count, line.details[2].end_to_end_id], [3, 'MUELL/FINP/RA12345']);
  });

  test('of a stranger is of no account, and is nobody else’s', async () => {
    const strange = notificationOf([{ ...sepa, payments }], { iban: ibanOf(900) });
    await assert.rejects(take(strange), ({ kind }: Wire) => kind.code === 'bank_statement_of_others');
  });
});

describe('a line that is explained', () => {
  test('is matched with the invoices of each payment, and stays so without the details', async () => {
    const business = await bankBusiness(world);
    const { bank, sold, due, best } = business;
    const sales = await Promise.all(
      ['100.00', '150.00', '50.00'].map(async (total, at) => {
        const client = await business.call('create_client', {
          type: 'business',
          display_name: payments[at]?.name,
        });
        return sold(client.id, total);
      }),
    );
    const texts = payments.map((one, at) => ({ ...one, text: `Sale ${sales[at]?.['number']}` }));
    const taken = async (bytes: Uint8Array) => business.call('import_bank_statement', sent(bytes));
    const of = { iban: bank.iban };
    const { lines } = await taken(statementOf([sepa], of));
    const id = lines[0].line_id;
    const certain = async () => (await best({ id }))?.['is_certain'] ?? false;
    assert.equal(await certain(), false);
    const notes = await taken(notificationOf([{ ...sepa, payments: texts.slice(1) }], of));
    assert.equal(await certain(), false, 'payments that do not come to the line are notes');
    await business.call('delete_bank_import', { id: notes.id });
    const explained = await taken(notificationOf([{ ...sepa, payments: texts }], of));
    const suggestion = await best({ id });
    assert.deepEqual(
      suggestion['targets'].map((one: Wire) => [one.sale_id, one.amount]),
      sales.map((sale, at) => [sale['id'], payments[at]?.amount]),
    );
    const { matched } = await business.keyed('match_bank_lines', { id: bank.id });
    assert.equal(matched.length, 1);
    assert.deepEqual(await Promise.all(sales.map(due)), ['0.00', '0.00', '0.00']);
    const line = await business.call('get_bank_line', { id });
    assert.deepEqual([line.match_state, line.matches.length, line.detail_count], ['matched', 3, 3]);
    await business.call('delete_bank_import', { id: explained.id });
    const after = await business.call('get_bank_line', { id });
    assert.deepEqual([after.match_state, after.matches, after.detail_count], ['matched', line.matches, 0]);
    await taken(notificationOf([{ ...sepa, payments: texts }], of));
    assert.equal((await business.call('get_bank_line', { id })).detail_count, 3, 'also of a line that is matched');
    const { checks } = await business.call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  });
});

test('a line is found by the payments that its own statement has', async () => {
  const { id, of } = await bankAccount();
  await take(detailedStatementOf([{ ...sepa, payments }], of));
  const found = async (q: string) =>
    (await call('list_bank_lines', { bank_account_id: id, q })).data.map((one: Wire) => one.detail_count);
  for (const q of ['Ana Berg', 'cy third', 'NL91ABNA0417164300', 'PMT 2026 lund'])
    assert.deepEqual(await found(q), [3], q);
  assert.deepEqual(await found('Dora'), []);
});

test('a batch of more payments than are found by is kept, and found by the first of them', longTest, async () => {
  const { id, of } = await bankAccount();
  const many = Array.from({ length: 12_000 }, (_, at) => ({
    amount: '1.00',
    name: `${'Ж'.repeat(50)}${at} ${at % 2 === 0 ? 'Even' : 'Odd'}`,
    text: `T${at}`,
  }));
  const big = { ...sepa, amount: '12000.00' };
  await take(statementOf([big], of));
  assert.deepEqual(told(await take(notificationOf([{ ...big, payments: many }], of))), [0, 1, 0]);
  const found = async (q: string) => (await call('list_bank_lines', { bank_account_id: id, q })).data.length;
  assert.deepEqual([await found('T5 odd'), await found('T11999')], [1, 0]);
});
