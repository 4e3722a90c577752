/** Files of a bank as people bring them in, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationOf, statementOf } from '../support/camt-batch.ts';
import { fill, key, pick, press, save } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

/** As if a person dropped it. */
const drop = (name: string, text: string) => `(() => {
  const files = new DataTransfer();
  files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
  const place = document.querySelector('.panel label.drop');
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
})()`;

const rows = ['02.03.2026;-3,20;Café Müller', '03.03.2026;1.190,00;RE 2026-0042'];
const csv = ['Buchungstag;Betrag;Verwendungszweck', ...rows].join('\n');

test('a dropped file shows what is new, is imported, and a second time nothing is', async (t) => {
  const tab = await open(t, 'A bank file');
  if (tab === undefined) return;
  const account = (await call('list_accounts', { code: '1010' })).data[0].id;
  const { id } = await call('create_bank_account', { name: 'Giro', account_id: account });
  await tab.visit(at(`/bank?open=${id}`));
  await tab.comes(`${idle} && ${heading} === 'Bank accounts' && document.querySelector('.panel label.drop') !== null`);
  await tab.read(drop('march.csv', csv));
  await tab.comes(`${shown('2 lines read: 2 new, 0 known')} && ${shown('Café Müller')}`);
  assert.deepEqual((await call('list_bank_lines', { bank_account_id: id })).data, [], 'shown and not kept');
  assert.deepEqual(await violationsIn(tab.settled), []);
  await press(tab, 'Import');
  await tab.comes(`${shown('Take the import back')} && ${shown('Statements')}`);
  assert.equal((await call('list_bank_lines', { bank_account_id: id })).data.length, 2);
  await press(tab, 'Choose another file');
  await tab.comes(`document.querySelector('.panel label.drop') !== null`);
  await tab.read(drop('march.csv', csv));
  await tab.comes(shown('2 lines read: 0 new, 2 known'));
  await tab.visit(at(`/bank/lines?bank_account_id=${id}`));
  await tab.comes(`${idle} && ${heading} === 'Bank lines' && ${shown('RE 2026-0042')} && ${shown('1,190.00')}`);
});

test('a file that can be read in two ways is asked about', async (t) => {
  const tab = await open(t, 'An unclear bank file');
  if (tab === undefined) return;
  const { id: account } = await call('create_account', { code: '1015', name: 'Savings', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Savings', account_id: account });
  await tab.visit(at(`/bank?open=${id}`));
  await tab.comes(`${idle} && document.querySelector('.panel label.drop') !== null`);
  await tab.read(drop('odd.csv', 'Date,Description,Amount\n01/02/2026,Tea,-1.00\n'));
  await tab.comes(`${shown('The file can be read in more than one way')} && ${shown('Dates')}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

test('lines are matched with what they pay, by hand and all that are certain, and unmatched', async (t) => {
  const tab = await open(t, 'Matching');
  if (tab === undefined) return;
  const { id: account } = await call('create_account', { code: '1016', name: 'Main', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Main', account_id: account });
  const client = await call('create_client', { type: 'business', display_name: 'Ångström & Müller GmbH' });
  const sold = (unit_price: string) =>
    call('create_sale', {
      client_id: client.id,
      lines: [{ name: 'Work', quantity: '1', unit_price }],
      sale_date: '2026-03-01',
      confirm: true,
    });
  const [first, second] = [await sold('1190.00'), await sold('123456.78')];
  const { lines } = await call('import_bank_statement', {
    bank_account_id: id,
    mapping: { booking_day: 'Tag', amount: 'Betrag', text: 'Zweck', name: 'Name' },
    content: [
      'Tag;Betrag;Zweck;Name',
      `12.03.2026;1190,00;Re ${first.number.replaceAll('-', ' ')};Angstroem Mueller`,
      `12.03.2026;123456,78;${second.number};Ångström & Müller`,
      '13.03.2026;-8,90;Kontoführung;',
    ].join('\n'),
  });
  const [one, two, fee] = lines.map(({ line_id }: { line_id: string }) => line_id);
  const opened = async (line: string, says: string): Promise<void> => {
    await tab.visit(at(`/bank/lines?view=all&open=${line}`));
    await tab.comes(`${idle} && ${shown(says)}`);
  };
  const stateOf = async (line: string) => (await call('get_bank_line', { id: line })).match_state;
  await opened(one, 'the amount');
  assert.deepEqual(await violationsIn(tab.settled), []);
  await key(tab, 'm');
  await tab.comes(`${shown('In the books')} && ${shown('Payment by Ångström')}`);
  assert.equal(await stateOf(one), 'matched');
  await press(tab, 'Unmatch');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Unmatch');
  await tab.comes(shown('What it may be'));
  assert.equal(await stateOf(one), 'open');
  await opened(fee, 'Nothing in the books looks like it');
  await press(tab, 'Exclude');
  await fill(tab, 'Reason', 'By mistake');
  await press(tab, 'Exclude');
  await tab.comes(shown('Restore'));
  assert.equal(await stateOf(fee), 'excluded');
  await tab.visit(at(`/bank?open=${id}`));
  await tab.comes(`${idle} && ${shown('Match what is certain')}`);
  await press(tab, 'Match what is certain');
  await tab.comes(`document.body.innerText.includes('Matched: 1. Left: 1.')`);
  assert.deepEqual([await stateOf(one), await stateOf(two)], ['open', 'matched'], 'what was unmatched is left');
});

test('a batch says what is in it: in the list, and with what to do about it in reach', async (t) => {
  const tab = await open(t, 'Batches');
  if (tab === undefined) return;
  const iban = 'CH9300762011623852957';
  const { id: account } = await call('create_account', { code: '1058', name: 'Batches', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Batches', account_id: account, iban, currency: 'EUR' });
  const payments = Array.from({ length: 25 }, (_, n) => ({ amount: '2.00', name: `Payer ${n + 1}`, text: `T${n}` }));
  const batches = [
    { amount: '50.00', batchId: 'B-ALL', payments },
    { amount: '70.00', batchId: 'B-OFF', payments: payments.slice(0, 2) },
  ];
  for (const file of [statementOf(batches, { iban }), notificationOf(batches, { iban })]) {
    await call('import_bank_statement', { content_base64: file.toString('base64') });
  }
  const { data } = await call('list_bank_lines', { bank_account_id: id, sort: 'amount' });
  await tab.visit(at(`/bank/lines?view=all&bank_account_id=${id}`));
  await tab.comes(`${idle} && ${shown('25 payments')} && ${shown('2 payments')}`);
  await tab.visit(at(`/bank/lines?view=all&open=${data[0].id}`));
  await tab.comes(`${idle} && ${shown('B-ALL')} && ${shown('Payer 10')} && ${shown('15 more payments')}`);
  assert.equal(await tab.read(`document.body.innerText.includes('Payer 25')`), false);
  await tab.read(`document.querySelector('details.reach summary').click()`);
  await tab.comes(shown('Payer 25'));
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.visit(at(`/bank/lines?view=all&open=${data[1].id}`));
  await tab.comes(`${idle} && ${shown('do not come to the amount')}`);
});

test('what a sale still owes after a line is discounted and written off, and shown with the match', async (t) => {
  const tab = await open(t, 'Settling');
  if (tab === undefined) return;
  const { id: account } = await call('create_account', { code: '1019', name: 'Late', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Late', account_id: account });
  const sale = await call('create_sale', {
    client_id: shop.ids['client'],
    lines: [{ name: 'Work', quantity: '1', unit_price: '1000' }],
    sale_date: '2026-03-01',
    confirm: true,
  });
  const content = 'Buchungstag;Betrag;Verwendungszweck\n12.03.2026;979,60;Abzüglich Skonto';
  const { lines } = await call('import_bank_statement', { bank_account_id: id, content });
  await tab.visit(at(`/bank/lines?view=all&open=${lines[0].line_id}`));
  await tab.comes(`${idle} && ${shown('Say what it is')}`);
  await press(tab, 'Say what it is');
  await tab.comes(`document.querySelector('dialog[open] select') !== null`);
  const choose = (label: string, value: string) =>
    tab.read(`(() => { const choice = [...document.querySelectorAll('dialog[open] select')]
      .find((one) => one.labels[0].innerText.startsWith('${label}')); choice.value = '${value}';
      choice.dispatchEvent(new Event('change', { bubbles: true })); choice.focus(); })()`);
  await choose('What it is', 'sale_id');
  await tab.comes(shown('What is still owed'));
  await pick(tab, 'Sale', sale.number);
  await fill(tab, 'Early-payment discount in %', '2');
  await choose('What is still owed', 'write_off');
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await tab.comes(`${shown('In the books')} && ${shown('Written off')} && ${shown('Early-payment discount')}`);
  const { adjustments } = await call('get_bank_line', { id: lines[0].line_id });
  assert.deepEqual(
    adjustments.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]),
    [
      ['discount', '20.00'],
      ['write_off', '0.40'],
    ],
  );
});

test('an account is reconciled with its statement and reopened, and says what keeps it from that', async (t) => {
  const tab = await open(t, 'Reconciling');
  if (tab === undefined) return;
  const { id: account } = await call('create_account', { code: '1017', name: 'Daily', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Daily', account_id: account });
  const content = [
    ':20:S',
    ':25:1/2',
    ':28C:1/1',
    ':60F:C260301EUR0,00',
    ':61:2603020302C1234567,89NTRFNONREF',
    ':86:Interest',
    ':62F:C260302EUR1234567,89',
    '-',
  ].join('\n');
  const { lines } = await call('import_bank_statement', { bank_account_id: id, content });
  await tab.visit(at(`/bank?open=${id}`));
  await tab.comes(`${idle} && ${shown('1 line is neither matched nor excluded')}`);
  const income = (await call('list_accounts', { code: '4800' })).data[0].id;
  await call('match_bank_line', { id: lines[0].line_id, targets: [{ account_id: income }] });
  await tab.visit(at(`/bank?open=${id}`));
  await tab.comes(`${idle} && ${shown('Reconcile until')}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await press(tab, 'Reconcile until');
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, 'Reconcile until');
  await tab.comes(`${shown('Reopen')} && ${shown('Reconciled until')}`);
  assert.equal((await call('get_bank_account', { id })).reconciled_through, '2026-03-02');
  await press(tab, 'Reopen');
  await fill(tab, 'Reason', 'A line was wrong');
  await press(tab, 'Reopen');
  await tab.comes(shown('Reconcile until'));
  assert.equal((await call('get_bank_account', { id })).reconciled_through, null);
});

test('a rule is made with its lines in sight, changed, and books what fits', async (t) => {
  const tab = await open(t, 'A bank rule');
  if (tab === undefined) return;
  const { id: account } = await call('create_account', { code: '1018', name: 'Cards', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Cards', account_id: account });
  await call('create_account', { code: '6777', name: 'Fees of cards', type: 'expense' });
  const { lines } = await call('import_bank_statement', {
    bank_account_id: id,
    mapping: { booking_day: 'Tag', amount: 'Betrag', text: 'Zweck', name: 'Name' },
    content: [
      'Tag;Betrag;Zweck;Name',
      '14.03.2026;-8,90;Kartenentgelt 03/26;',
      '15.03.2026;-9,10;Miete;Haus & Grund',
    ].join('\n'),
  });
  const [fee, rent] = lines.map(({ line_id }: { line_id: string }) => line_id);
  await tab.visit(at('/bank/rules/new'));
  await tab.comes(`${idle} && ${shown('Name a condition')}`);
  await fill(tab, 'Name', 'Card fees');
  await fill(tab, 'Words in the text', 'kartenentgelt');
  await pick(tab, 'Account', 'Fees of cards');
  await tab.comes(`${shown('1 of the last')} && ${shown('would be recorded')} && ${shown('Kartenentgelt 03/26')}`);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await tab.comes(`location.search.startsWith('?open=brule_') && ${shown('Lines that it fits')}`);
  const rule = (await tab.read(`new URLSearchParams(location.search).get('open')`)) as string;
  const { mode, targets } = await call('get_bank_rule', { id: rule });
  assert.deepEqual([mode, targets.length, targets[0].percent], ['suggest', 1, null]);
  await tab.visit(at(`/bank/lines?view=all&open=${fee}`));
  await tab.comes(`${idle} && ${shown('Rule: Card fees')}`);
  // What only suggests leaves the line to people; what books does not.
  const match = async (says: string) => {
    await tab.visit(at(`/bank?open=${id}`));
    await tab.comes(`${idle} && ${shown('Match what is certain')}`);
    await press(tab, 'Match what is certain');
    await tab.comes(`document.body.innerText.includes('${says}')`);
  };
  await match('Matched: 0. Left: 2.');
  await tab.visit(at(`/bank/rules?open=${rule}`));
  await tab.comes(`${idle} && ${shown('Lines that it fits')}`);
  await key(tab, 'e');
  await tab.comes(`document.querySelector('dialog[open] select') !== null`);
  await tab.read(`(() => { const choice = [...document.querySelectorAll('dialog[open] select')]
    .find((one) => one.labels[0].innerText.startsWith('When')); choice.value = 'book';
    choice.dispatchEvent(new Event('change', { bubbles: true })); choice.focus(); })()`);
  await save(tab);
  await tab.comes(`document.querySelector('dialog[open]') === null && ${shown('Record it')}`);
  assert.deepEqual((await call('get_bank_rule', { id: rule })).targets, targets, 'what was not changed stays');
  await match('Matched: 1. Left: 1.');
  const stateOf = async (line: string) => (await call('get_bank_line', { id: line })).match_state;
  assert.deepEqual([await stateOf(fee), await stateOf(rent)], ['matched', 'open']);
});
