import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVatFixture } from '../../../../test/support/vat-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const vat = createVatFixture(world);
const german = () => vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
const told = ({ data }: Wire): string[] =>
  data.map((one: Wire) => [one.period_from.slice(5, 7), one.status, one.due, one.file_by].join(' '));

test('every period up to today is listed with what is due and by when, whether it has a return or not', async () => {
  const shop = await german();
  assert.deepEqual(told(await shop.call('list_vat_periods')), [
    '06 running  2026-07-10',
    '05 to_file  2026-06-10',
    '04 overdue  2026-05-10',
    '03 overdue  2026-04-10',
  ]);
  await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
  const filed = await shop.file(await shop.draft(), '2026-04-10');
  await shop.draft();
  const correction = await shop.call('correct_vat_return', { id: filed.id });
  await shop.draft({ scheme: 'oss', period_from: '2026-01-01' });
  const listed = await shop.call('list_vat_periods', { include: ['total_count'] });
  assert.deepEqual(told(listed), [
    '06 running  2026-07-10',
    '05 to_file  2026-06-10',
    '04 overdue 0.00 2026-05-10',
    '03 filed 190.00 2026-04-10',
    '01 overdue 0.00 2026-04-30',
  ]);
  assert.equal(listed.total_count, 5);
  const [march] = (await shop.call('list_vat_periods', { is_filed: true })).data;
  assert.deepEqual([march.return_id, march.correction_id, march.amount_due], [filed.id, correction.id, '190.00']);
  await shop.keyed('settle_vat_return', { id: filed.id });
  const first = await shop.call('list_vat_periods', { limit: 2, scheme: ['national'] });
  const rest = await shop.call('list_vat_periods', { limit: 2, scheme: ['national'], cursor: first.next_cursor });
  assert.deepEqual(
    [...first.data, ...rest.data].map(({ status }: Wire) => status),
    ['running', 'to_file', 'overdue', 'settled'],
  );
});

test('no period is listed twice when returns are filed by the quarter from now on', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-01-01' });
  await shop.file(await shop.draft(), '2026-02-10');
  await shop.file(await shop.draft(), '2026-03-10');
  await shop.file(await shop.draft(), '2026-04-10');
  await shop.call('update_vat_settings', { period: 'quarter' });
  const { data } = await shop.call('list_vat_periods');
  assert.deepEqual(
    data.map(({ period_from, period_to }: Wire) => [period_from, period_to].join(' ')),
    ['2026-04-01 2026-06-30', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  );
});
