/** A bank account agrees with its statements, and stays so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

/** Statements of an account as MT940, which bear balances. */
function statement(of: { opening: string; closing: string; to: string; lines: readonly [string, string, string][] }) {
  const comma = (amount: string) => amount.replace('-', '').replace('.', ',');
  const mark = (amount: string) => (amount.startsWith('-') ? 'D' : 'C');
  const rows = of.lines.map(
    ([day, amount, text], at) =>
      `:61:${day}${day.slice(2)}${mark(amount)}${comma(amount)}NTRF${of.to}${at}\n:86:${text}`,
  );
  const balance = (field: string, day: string, amount: string) => `:${field}:C${day}EUR${comma(amount)}`;
  return [
    ':20:START',
    ':25:50010517/0001',
    `:28C:${Number(of.to.slice(2, 4))}/1`,
    balance('60F', of.lines[0]?.[0] ?? of.to, of.opening),
    ...rows,
    balance('62F', of.to, of.closing),
    '-',
  ].join('\n');
}

async function business() {
  const as = await world.found('Reconciled');
  const shop = shopOf(world, as);
  const call = async (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
  const { data: chart } = await call('list_accounts', { limit: 100 });
  const account = (code: string): string => chart.find((one: Wire) => one.code === code).id;
  const bank = await call('create_bank_account', { name: 'Current', account_id: account('1010') });
  const opening = [
    { account_code: '1010', debit: '4000.00' },
    { account_code: '3000', credit: '4000.00' },
  ];
  await shop.keyed('create_journal_entry', { entry_date: '2025-12-31', memo: 'Opening', lines: opening, post: true });
  const entry = (day: string, amount: string): Promise<Wire> => {
    const out = amount.startsWith('-');
    const plain = amount.replace('-', '');
    const lines = [
      { account_code: '1010', [out ? 'credit' : 'debit']: plain },
      { account_code: '6700', [out ? 'debit' : 'credit']: plain },
    ];
    return shop.keyed('create_journal_entry', { entry_date: day, memo: 'Cheque', lines, post: true });
  };
  const bring = async (content: string): Promise<Wire[]> =>
    (await call('import_bank_statement', { bank_account_id: bank.id, content })).lines;
  const book = (line: Wire): Promise<Wire> =>
    shop.keyed('match_bank_line', { id: line['line_id'], targets: [{ account_id: account('4800') }] });
  return { as, shop, call, account, bank, entry, bring, book };
}

const january = (lines: readonly [string, string, string][] = [['260112', '820.00', 'Interest']]) =>
  statement({ opening: '4000.00', closing: '4820.00', to: '260131', lines });

test('a cheque that is not presented yet is outstanding, and after it January stays as it is', async () => {
  const { shop, call, bank, entry, bring, book } = await business();
  const cheque = await entry('2026-01-28', '-200.00');
  const [line] = await bring(january());
  assert.ok(line);
  const before = await call('preview_bank_reconciliation', { id: bank.id });
  assert.deepEqual([before.obstacles, before.open_count, before.open_total], [['open_lines'], 1, '820.00']);
  await assert.rejects(shop.keyed('reconcile_bank_account', { id: bank.id }), refused('bank_not_reconcilable'));
  await book(line);
  const kept = await shop.keyed('reconcile_bank_account', { id: bank.id, through: '2026-01-31' });
  const { report, ...record } = await call('get_bank_reconciliation', { id: kept.id });
  assert.deepEqual(record, kept);
  const told = [report.statement_balance, report.outstanding_total, report.ledger_balance, report.difference];
  assert.deepEqual(told, ['4820.00', '-200.00', '4620.00', '0.00']);
  assert.deepEqual(
    report.outstanding.map(({ entry_id, amount }: Wire) => [entry_id, amount]),
    [[cheque.id, '-200.00']],
  );
  assert.equal((await call('get_bank_account', { id: bank.id })).reconciled_through, '2026-01-31');
  await assert.rejects(
    entry('2026-01-20', '-1.00'),
    refused('reconciled_period', ({ reconciled_through }) => assert.equal(reconciled_through, '2026-01-31')),
  );
  await assert.rejects(shop.keyed('unmatch_bank_line', { id: line.line_id }), refused('reconciled_period'));
  await entry('2026-02-01', '-1.00');
  const february = statement({
    opening: '4820.00',
    closing: '4619.00',
    to: '260228',
    lines: [
      ['260203', '-200.00', 'Cheque'],
      ['260204', '-1.00', 'Fee'],
    ],
  });
  const lines = await bring(february);
  for (const one of lines) {
    const { data } = await call('suggest_bank_matches', { id: one['line_id'] });
    const targets = data[0]?.targets.map(({ entry_id }: Wire) => ({ entry_id })) ?? [{ entry_id: cheque.id }];
    await shop.keyed('match_bank_line', { id: one['line_id'], targets });
  }
  const next = await shop.keyed('reconcile_bank_account', { id: bank.id });
  assert.deepEqual([next.through, next.previous, next.ledger_balance], ['2026-02-28', '2026-01-31', '4619.00']);
  await assert.rejects(
    call('reopen_bank_reconciliation', { id: kept.id, reason: 'x' }),
    refused('bank_reconciled_later'),
  );
  const reopened = await call('reopen_bank_reconciliation', { id: next.id, reason: 'A line was wrong' });
  assert.deepEqual([reopened.status, reopened.reopen_reason], ['reopened', 'A line was wrong']);
  await assert.rejects(
    call('reopen_bank_reconciliation', { id: next.id, reason: 'x' }),
    refused('bank_reconciliation_reopened'),
  );
  assert.equal((await call('get_bank_account', { id: bank.id })).reconciled_through, '2026-01-31');
  await entry('2026-02-10', '-1.00');
  assert.deepEqual(
    (await call('list_bank_reconciliations', { status: ['standing'] })).data.map(({ id }: Wire) => id),
    [kept.id],
  );
});

test('an account whose opening balance is not in the books says so, as do a gap and a broken statement', async () => {
  const { call, bank, bring, book } = await business();
  const [line] = await bring(
    statement({ opening: '9000.00', closing: '9820.00', to: '260131', lines: [['260112', '820.00', 'x']] }),
  );
  assert.ok(line);
  await book(line);
  const first = await call('preview_bank_reconciliation', { id: bank.id });
  assert.deepEqual(
    [first.obstacles, first.opening_difference, first.difference],
    [['opening_difference'], '-5000.00', '0.00'],
  );
  await bring(statement({ opening: '1.00', closing: '5.00', to: '260331', lines: [['260312', '3.00', 'y']] }));
  const { obstacles } = await call('preview_bank_reconciliation', { id: bank.id });
  assert.deepEqual(obstacles, ['open_lines', 'statement_gap', 'statement_broken', 'opening_difference', 'difference']);
  await assert.rejects(
    call('preview_bank_reconciliation', { id: bank.id, through: '2026-02-15' }),
    faultOf('no_statement'),
  );
});

test('what is excluded and what was taken back again is told of, and the books still agree', async () => {
  const { shop, call, bank, entry, bring } = await business();
  const lines = await bring(january([['260112', '820.00', 'Booked twice by the bank']]));
  await call('exclude_bank_line', { id: lines[0]?.['line_id'], reason: 'The bank took it back' });
  const { id } = await entry('2026-01-14', '-50.00');
  await shop.keyed('reverse_journal_entry', { id, date: '2026-01-15' });
  const late = await entry('2026-01-16', '-60.00');
  await shop.keyed('reverse_journal_entry', { id: late.id, date: '2026-02-02' });
  const report = await call('preview_bank_reconciliation', { id: bank.id });
  assert.deepEqual([report.excluded_total, report.outstanding_total], ['820.00', '-60.00']);
  assert.deepEqual([report.ledger_balance, report.difference, report.obstacles], ['3940.00', '0.00', []]);
  await shop.keyed('reconcile_bank_account', { id: bank.id });
  await assert.rejects(call('restore_bank_line', { id: lines[0]?.['line_id'] }), refused('reconciled_period'));
  await assert.rejects(
    call('delete_bank_import', { id: (await call('get_bank_line', { id: lines[0]?.['line_id'] })).import_id }),
    refused('reconciled_period'),
  );
  assert.deepEqual(
    (await call('check_books')).checks.filter((one: Wire) => !one['ok']),
    [],
  );
});
