/** Lines are told apart by the values that they name, however many lines and values there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { scansOf } from '../../../../test/support/plan.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { sql } from '../../../db/sql.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { isAsked } from './dimension-filter.ts';

const world = await createWorld();
const { call } = world;

test('a report by a dimension reads its values once, not for each line', async () => {
  const dimension = await call('create_dimension', { name: 'Project' });
  const values: string[] = [];
  for (let code = 0; code < 60; code += 1) {
    // Most are parts of others.
    const parent_id = code % 6 === 0 ? undefined : values[code - (code % 6)];
    const value = { dimension_id: dimension.id, code: `P-${code}`, name: `Project ${code}`, parent_id };
    values.push((await call('create_dimension_value', value)).id);
  }
  const count = 120;
  const lines = Array.from({ length: count }, (_, at) => {
    return { account_code: '6000', debit: '1', dimension_value_ids: values.slice(at % 60, (at % 60) + 1) };
  });
  const credit = { account_code: '1010', credit: String(count) };
  await call('create_journal_entry', { memo: 'Wages', lines: [...lines, credit], post: true });
  await asOwner(world.database.ownerUrl, (owner) => owner.query('analyze journal_lines, dimension_values'));
  const organization = world.ana.organization?.id ?? '';
  const filters = [
    { dimension_value_id: uuidFrom('dimv', values[0] ?? '') },
    { without_dimension_id: uuidFrom('dim', dimension.id) },
  ];
  for (const filter of filters) {
    const isLeft = isAsked(organization, filter, sql`dimension_value_ids`);
    const summed = sql`select count(*), count(*) filter (where ${isLeft}) as left from journal_lines
      where organization_id = ${organization}`;
    const left = sql`select count(*) from journal_lines where organization_id = ${organization} and ${isLeft}`;
    for (const query of [summed, left]) {
      const scans = await world.db.transaction({ organization }, (db) => scansOf(db, query));
      const rows = scans.filter(({ table }) => table === 'dimension_values').map((scan) => scan.rows);
      assert.equal(rows.length, 1);
      assert.ok((rows[0] ?? 0) <= values.length, `${rows[0]} rows of ${values.length} values`);
    }
  }
});
