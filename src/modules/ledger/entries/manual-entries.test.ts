import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-04-15T10:00:00Z');
const shop = shopOf(world);
const { call } = world;

const depreciation = (more: object = {}) => ({
  memo: 'Depreciation of the van',
  lines: [
    { account_code: '6700', debit: '250.00', memo: 'April' },
    { account_code: '1500', credit: '250' },
  ],
  ...more,
});
const posted = (more: object = {}): Promise<Wire> =>
  call('create_journal_entry', depreciation({ post: true, ...more }));

test('an entry is drafted, corrected and posted, and only then is in the books', async () => {
  world.emitted();
  const draft = await call('create_journal_entry', depreciation({ entry_date: '2026-04-10' }));
  assert.deepEqual([draft.status, draft.number, draft.posted_at, draft.total], ['draft', null, null, '250.00']);
  assert.deepEqual(
    draft.lines.map((line: Wire) => [line.account_code, line.side, line.amount, line.memo]),
    [
      ['6700', 'debit', '250.00', 'April'],
      ['1500', 'credit', '250.00', null],
    ],
  );
  assert.equal(await shop.balance('1500'), 0n);
  assert.equal((await call('list_journal_entries', {})).data.length, 0);
  assert.deepEqual(
    (await call('list_journal_entries', { status: 'draft' })).data.map(({ id }: Wire) => id),
    [draft.id],
  );
  const byNumber = call('list_journal_entries', { status: 'draft', number: 'J-1' });
  await assert.rejects(byNumber, refused('validation_failed'));
  const lines = [
    { account_code: '6700', debit: '300.00' },
    { account_code: '1500', credit: '300.00' },
  ];
  const changed = await call('update_journal_entry', { id: draft.id, lines, version: 1 });
  assert.deepEqual([changed.version, changed.total, changed.entry_date], [2, '300.00', '2026-04-10']);
  const entry = await shop.keyed('post_journal_entry', { id: draft.id });
  assert.deepEqual([entry.id, entry.status, entry.kind, entry.total], [draft.id, 'posted', 'manual', '300.00']);
  assert.match(entry.number, /^J-2026-0*\d+$/);
  assert.equal(await shop.balance('1500'), -300_00n);
  assert.deepEqual(await call('get_journal_entry', { id: draft.id }), entry);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['journal_entry.created', 'journal_entry.updated', 'journal_entry.posted'],
  );
});

test('a draft can be deleted, what is posted can neither be changed, deleted nor posted again', async () => {
  const { id } = await call('create_journal_entry', depreciation());
  assert.deepEqual(await call('delete_journal_entry', { id }), { id, deleted: true });
  await assert.rejects(call('get_journal_entry', { id }), refused('not_found'));
  const entry = await posted();
  const closed = refused('invalid_state_transition', ({ allowed }) =>
    assert.deepEqual(allowed, ['reverse_journal_entry']),
  );
  await assert.rejects(call('update_journal_entry', { id: entry.id, memo: 'x' }), closed);
  await assert.rejects(call('delete_journal_entry', { id: entry.id }), closed);
  await assert.rejects(shop.keyed('post_journal_entry', { id: entry.id }), closed);
  await assert.rejects(
    call('update_journal_entry', { id: entry.id, memo: 'x', version: 7 }),
    refused('version_conflict'),
  );
});

test('an entry by hand carries what is yours, and is found by it, as a draft and once it is posted', async () => {
  const own = { external_id: 'payroll-4', metadata: { run: '4' }, custom_fields: { checked: true }, tags: ['wages'] };
  const draft = await call('create_journal_entry', { ...depreciation(), ...own });
  const shown = ({ external_id, metadata, custom_fields, tags }: Wire) => ({
    external_id,
    metadata,
    custom_fields,
    tags,
  });
  assert.deepEqual(shown(draft), own);
  const found = async (filter: object) =>
    (await call('list_journal_entries', filter)).data.map(({ id }: Wire) => id as string);
  for (const filter of [{ external_id: 'payroll-4' }, { tag: 'wages' }]) {
    assert.deepEqual(await found({ ...filter, status: 'draft' }), [draft.id]);
    assert.deepEqual(await found(filter), []);
  }
  await shop.keyed('post_journal_entry', { id: draft.id });
  const changed = await call('update_journal_entry', { id: draft.id, tags: ['wages', 'checked'], external_id: null });
  assert.deepEqual(shown(changed), { ...own, external_id: null, tags: ['wages', 'checked'] });
  assert.deepEqual([changed.status, changed.version, changed.memo], ['posted', 3, draft.memo]);
  assert.deepEqual(shown(await call('get_journal_entry', { id: draft.id })), shown(changed));
  assert.deepEqual(await found({ tag: 'checked' }), [draft.id]);
  assert.deepEqual(await found({ external_id: 'payroll-4' }), []);
  const reversal = await shop.keyed('reverse_journal_entry', { id: draft.id });
  assert.deepEqual(shown(reversal), { external_id: null, metadata: {}, custom_fields: {}, tags: [] });
  await call('create_journal_entry', { ...depreciation(), external_id: 'taken' });
  const taken = refused('journal_entry_external_id_taken');
  await assert.rejects(call('create_journal_entry', { ...depreciation(), external_id: 'taken' }), taken);
  await assert.rejects(call('update_journal_entry', { id: draft.id, external_id: 'taken' }), taken);
});

test('an entry that cannot be is refused with what is wrong with it, and nothing is posted', async () => {
  const before = await call('list_journal_entries', {});
  const attempt = (lines: object[], more: object = {}) =>
    call('create_journal_entry', { memo: 'Wrong', lines, post: true, ...more });
  const debit = { account_code: '6700', debit: '10.00' };
  const credit = { account_code: '1500', credit: '10.00' };
  await assert.rejects(
    attempt([debit, { ...credit, credit: '9.99' }]),
    refused('entry_unbalanced', ({ difference }) => assert.equal(difference, '0.01')),
  );
  await assert.rejects(attempt([debit]), refused('entry_too_short'));
  const unfit = (code: string, pointer: string) =>
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]),
    );
  await assert.rejects(attempt([debit, { ...credit, credit: '0' }]), unfit('zero', '/lines/1'));
  await assert.rejects(attempt([debit, { ...credit, credit: '10.001' }]), unfit('wrong_scale', '/lines/1/credit'));
  await assert.rejects(attempt([debit, { ...credit, debit: '10.00' }]), unfit('one_of', '/lines/1'));
  await assert.rejects(attempt([debit, { credit: '10.00' }]), unfit('one_of', '/lines/1'));
  await assert.rejects(attempt([debit, { ...credit, currency: 'USD' }]), refused('validation_failed'));
  await assert.rejects(attempt([debit, credit], { entry_date: '2028-01-01' }), unfit('in_future', '/entry_date'));
  await assert.rejects(attempt([debit, { ...credit, account_code: '1599' }]), refused('not_found'));
  const [{ id: foreign }] = (await call('list_accounts', {}, { as: world.rival })).data;
  await assert.rejects(attempt([debit, { account_id: foreign, credit: '10.00' }]), refused('not_found'));
  const client = await call('create_client', { type: 'individual', display_name: 'Kim' }, { as: world.rival });
  await assert.rejects(
    attempt([debit, { ...credit, client_id: client.id }]),
    refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/lines/1/client_id')),
  );
  assert.deepEqual(await call('list_journal_entries', {}), before);
});

test('an account that is archived takes no entry, not even one that was drafted before', async () => {
  const account = await call('create_account', { code: '6950', name: 'Old', type: 'expense' });
  const lines = [
    { account_id: account.id, debit: '1.00' },
    { account_code: '1500', credit: '1.00' },
  ];
  const { id } = await call('create_journal_entry', { memo: 'Drafted', lines });
  await call('archive_account', { id: account.id });
  await assert.rejects(call('create_journal_entry', { memo: 'Late', lines }), refused('validation_failed'));
  await assert.rejects(
    shop.keyed('post_journal_entry', { id }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'archived')),
  );
});

test('what clients, suppliers and members are owed, and what lies in stock, is not entered by hand', async () => {
  for (const code of ['1100', '1200', '1320', '2000', '2050', '2300', '2310']) {
    const lines = [
      { account_code: code, debit: '1.00' },
      { account_code: '1500', credit: '1.00' },
    ];
    await assert.rejects(
      call('create_journal_entry', { memo: 'By hand', lines, kind: 'opening' }),
      refused('control_account', ({ account, hint }) => {
        assert.equal(account, code);
        assert.match(hint, /create_/);
      }),
    );
  }
});

test('the database itself lets nothing entered by hand onto such an account', async () => {
  const { id } = await call('create_journal_entry', depreciation());
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query(`select set_config('daybook.organization', $1, false)`, [world.ana.organization?.id]);
    await client.query(
      `update manual_entry_lines set account_id = (select id from accounts where code = '1100'
         and organization_id = manual_entry_lines.organization_id)
       where position = 2 and entry_id = (select id from manual_entries where status = 'draft'
         order by created_at desc, id desc limit 1)`,
    );
  });
  await assert.rejects(
    shop.keyed('post_journal_entry', { id }),
    refused('control_account', ({ account }) => assert.equal(account, '1100')),
  );
  await call('delete_journal_entry', { id });
});

test('an entry is reversed once, on the day that is asked for, and each names the other', async () => {
  const entry = await posted({ entry_date: '2026-03-31' });
  const before = await shop.balance('6700');
  const reversal = await shop.keyed('reverse_journal_entry', { id: entry.id, date: '2026-05-01', memo: 'Accrual' });
  assert.deepEqual(
    [reversal.kind, reversal.reverses_id, reversal.entry_date, reversal.memo],
    ['reversal', entry.id, '2026-05-01', 'Accrual'],
  );
  assert.equal(await shop.balance('6700'), before - 250_00n);
  const original = await call('get_journal_entry', { id: entry.id });
  assert.deepEqual([original.status, original.reversed_by_id], ['reversed', reversal.id]);
  await assert.rejects(
    shop.keyed('reverse_journal_entry', { id: entry.id }),
    refused('invalid_state_transition', ({ status }) => assert.equal(status, 'reversed')),
  );
  await assert.rejects(shop.keyed('reverse_journal_entry', { id: reversal.id }), refused('entry_of_record'));
  const another = await posted({ entry_date: '2026-04-10' });
  await assert.rejects(
    shop.keyed('reverse_journal_entry', { id: another.id, date: '2026-04-09' }),
    refused('validation_failed'),
  );
  assert.equal((await shop.keyed('reverse_journal_entry', { id: another.id })).entry_date, '2026-04-15');
});

test('of two reversals at once one is refused', async () => {
  const { id } = await posted();
  const both = await Promise.allSettled([1, 2].map(() => shop.keyed('reverse_journal_entry', { id })));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('what a sale posted is taken back by voiding the sale, and by nothing else', async () => {
  const sale = await shop.sold('10.00');
  const [{ id }] = (await call('list_journal_entries', { source_id: sale.id })).data;
  for (const name of ['reverse_journal_entry', 'update_journal_entry', 'delete_journal_entry', 'post_journal_entry']) {
    await assert.rejects(call(name, { id }, { key: randomUUID() }), refused('entry_of_record'));
  }
  await assert.rejects(
    shop.keyed('reverse_journal_entry', { id: id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')) }),
    refused('not_found'),
  );
});

test('the tax lock closes entries by hand that concern taxes, and no others', async () => {
  const as = await world.found('Taxed');
  const own = shopOf(world, as);
  await call('set_period_locks', { tax: '2026-03-31' }, { as });
  const adjust = (code: string, more: object = {}) =>
    call(
      'create_journal_entry',
      {
        memo: 'Adjustment',
        entry_date: '2026-03-31',
        post: true,
        lines: [
          { account_code: code, debit: '5.00' },
          { account_code: '6700', credit: '5.00' },
        ],
      },
      { as, ...more },
    );
  assert.equal((await adjust('1500')).status, 'posted');
  for (const code of ['1300', '2200']) {
    await assert.rejects(
      adjust(code),
      refused('period_locked', ({ lock, open_from }) => assert.deepEqual([lock, open_from], ['tax', '2026-04-01'])),
    );
  }
  await assert.rejects(adjust('2200', { dryRun: true }), refused('period_locked'));
  const exception = await call(
    'create_lock_exception',
    { lock: 'tax', until_date: '2026-02-28', expires_at: '2026-04-16T00:00:00Z', reason: 'Amended return.' },
    { as },
  );
  await adjust('2200');
  assert.equal((await call('get_lock_exception', { id: exception.id }, { as })).entry_count, 1);
  await call('set_period_locks', { soft: '2026-03-31' }, { as });
  await assert.rejects(adjust('1500'), refused('period_locked'));
  await own.booksAgree();
});

test('a client that an entry names is not deleted', async () => {
  const client = await call('create_client', { type: 'individual', display_name: 'Named' });
  const lines = depreciation().lines.map((line) => ({ ...line, client_id: client.id }));
  await posted({ lines });
  await assert.rejects(call('delete_client', { id: client.id }), refused('has_history'));
});

test('an account is deleted only as long as nothing refers to it', async () => {
  const unused = await call('create_account', { code: '6960', name: 'Unused', type: 'expense' });
  assert.deepEqual(await call('delete_account', { id: unused.id }), { id: unused.id, deleted: true });
  await assert.rejects(call('get_account', { id: unused.id }), refused('not_found'));
  const used = await call('create_account', { code: '6961', name: 'Used', type: 'expense' });
  const lines = [
    { account_id: used.id, debit: '1.00' },
    { account_code: '1500', credit: '1.00' },
  ];
  await posted({ lines });
  await assert.rejects(call('delete_account', { id: used.id }), refused('has_history'));
  await assert.rejects(call('update_account', { id: used.id, type: 'fixed_asset' }), refused('account_posted'));
  const [receivable] = (await call('list_accounts', { code: '1100' })).data;
  await assert.rejects(call('delete_account', { id: receivable.id }), refused('account_is_system'));
});

test('goods are kept on accounts of the type inventory, and nothing else is', async () => {
  const bank = (await call('list_accounts', { code: '1010' })).data[0].id;
  const stock = (await call('create_account', { code: '1210', name: 'Wine', type: 'inventory' })).id;
  const product = (more: object) => call('create_product', { name: `P ${randomUUID()}`, price: '1.00', ...more });
  await assert.rejects(product({ inventory_account_id: bank }), refused('validation_failed'));
  await product({ inventory_account_id: stock });
  const rate = { name: 'R', percentage: '5', receivable_account_id: stock };
  await assert.rejects(call('create_tax_rate', rate), refused('validation_failed'));
});
