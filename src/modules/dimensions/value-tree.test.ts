/** Values below one another: what names one counts with all above it, and each line counts once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const year = { from: '2026-01-01', to: '2026-12-31' };

async function business(name: string) {
  world.setNow('2026-03-10T12:00:00Z');
  const as = await world.found(name);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const dimension = async (title: string): Promise<string> => (await call('create_dimension', { name: title })).id;
  const value = async (id: string, code: string, parent?: string): Promise<string> =>
    (await call('create_dimension_value', { dimension_id: id, code, name: code, parent_id: parent })).id;
  const spend = (amount: string, ids: readonly string[]) =>
    call('create_journal_entry', {
      memo: 'Wages',
      lines: [
        { account_code: '6000', debit: amount, dimension_value_ids: ids },
        { account_code: '1010', credit: amount },
      ],
      post: true,
    });
  return { call, dimension, value, spend };
}

describe('values below one another', () => {
  test('keep the way from the root, and move with all that is below them', async () => {
    const { call, dimension, value } = await business('Moves');
    const project = await dimension('Project');
    const town = await value(project, 'TOWN');
    const street = await value(project, 'STREET', town);
    const house = await value(project, 'HOUSE', street);
    const pathOf = async (id: string) => (await call('get_dimension_value', { id })).path;
    assert.deepEqual(await pathOf(house), ['TOWN', 'STREET', 'HOUSE']);
    const { data } = await call('list_dimension_values', { below_id: town });
    assert.deepEqual(data.map(({ code }: Wire) => code).toSorted(), ['HOUSE', 'STREET']);
    const moved = await call('update_dimension_value', { id: street, parent_id: null });
    assert.deepEqual([moved.parent_id, moved.path], [null, ['STREET']]);
    assert.deepEqual(await pathOf(house), ['STREET', 'HOUSE']);
  });

  test('are neither above themselves, too deep, of another dimension, nor below an archived one', async () => {
    const { call, dimension, value } = await business('Circles');
    const [project, centre] = [await dimension('Project'), await dimension('Cost centre')];
    const path = [await value(project, 'L1')];
    for (const code of ['L2', 'L3', 'L4', 'L5']) path.push(await value(project, code, path.at(-1)));
    await assert.rejects(value(project, 'L6', path.at(-1)), refused('dimension_value_too_deep'));
    for (const parent of path.slice(0, -1)) {
      const circle = call('update_dimension_value', { id: path[0], parent_id: parent });
      await assert.rejects(circle, refused('dimension_value_cycle'));
    }
    const above = await value(project, 'L0');
    await assert.rejects(
      call('update_dimension_value', { id: path[0], parent_id: above }),
      refused('dimension_value_too_deep'),
    );
    const other = await value(centre, '100');
    const at = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));
    await assert.rejects(value(project, 'X', other), at('other_dimension'));
    await assert.rejects(call('update_dimension_value', { id: above, parent_id: other }), at('other_dimension'));
    await call('archive_dimension_value', { id: above });
    await assert.rejects(value(project, 'X', above), at('archived'));
    const foreign = await business('Elsewhere');
    const theirs = await foreign.value(await foreign.dimension('Project'), 'A');
    await assert.rejects(value(project, 'X', theirs), refused('not_found'));
  });

  test('count in reports of those above them', async () => {
    const { call, dimension, value, spend } = await business('Rolled up');
    const project = await dimension('Project');
    const town = await value(project, 'TOWN');
    const street = await value(project, 'STREET', town);
    const house = await value(project, 'HOUSE', street);
    const field = await value(project, 'FIELD');
    for (const [amount, ids] of [
      ['1', [town]],
      ['10', [street]],
      ['100', [house]],
      ['1000', [field]],
      ['10000', []],
    ] as const) {
      await spend(amount, ids);
    }
    const netOf = async (id: string) =>
      (await call('get_profit_and_loss', { ...year, dimension_value_id: id })).totals.net_profit.amount;
    assert.deepEqual(await Promise.all([town, street, house, field].map(netOf)), [
      '-111.00',
      '-110.00',
      '-100.00',
      '-1000.00',
    ]);
    const rolled = async (levels?: number) => {
      const report = await call('get_profit_by_dimension', { ...year, dimension_id: project, levels });
      assert.equal(report.totals.net_profit, '-11111.00');
      for (const row of report.rows) {
        const drilled = await call('get_report_drilldown', {
          name: 'profit-by-dimension',
          ...year,
          dimension_id: project,
          levels,
          row: row.value_id ?? row.kind,
          column: 'net_profit',
        });
        assert.equal(drilled.total, row.net_profit);
      }
      return Object.fromEntries(report.rows.map((row: Wire) => [row.code ?? row.kind, row.net_profit]));
    };
    const none = '-10000.00';
    const each = { TOWN: '-1.00', STREET: '-10.00', HOUSE: '-100.00', FIELD: '-1000.00', none };
    assert.deepEqual(await rolled(), each);
    assert.deepEqual(await rolled(5), each);
    assert.deepEqual(await rolled(2), { TOWN: '-1.00', STREET: '-110.00', FIELD: '-1000.00', none });
    assert.deepEqual(await rolled(1), { TOWN: '-111.00', FIELD: '-1000.00', none });
    const { data } = await call('list_journal_entries', { dimension_value_id: street });
    assert.equal(data.length, 2);
    await call('create_budget', {
      name: '2026',
      starts_on: '2026-01-01',
      months: 12,
      lines: [
        { account_code: '6000', amount: '1200', dimension_value_id: town },
        { account_code: '6000', amount: '12', dimension_value_id: house },
      ],
    });
    const asked = { from: '2026-01-01', to: '2026-12-31', dimension_value_id: town };
    const { rows } = await call('get_budget_variance', asked);
    assert.deepEqual(
      rows.map((row: Wire) => [row.budget, row.actual]),
      [['1212.00', '111.00']],
    );
  });
});
