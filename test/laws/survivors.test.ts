/**
 * References to a client, a product or a variant follow its merge, those of new tables too: concurrent writes go to the
 * survivor, and guards allow the change of reference.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Goods move with the pool of their variant, which a merge locks. Lines of the ledger have a trigger of their own. */
const covered = ['stock_movements', 'stock_layers', 'stock_reservations', 'journal_lines'];

const references = `
  select relation, relation::text as table, name, 'clients' as target from client_references()
  union all select relation, relation::text, name, 'products' from product_references()
  union all select relation, relation::text, name, 'variants' from variant_references()`;

describe('what refers to a record that is merged', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const rows = (text: string) =>
    asOwner(database.ownerUrl, async (owner) => (await owner.query<Record<string, string>>(text)).rows);

  test('is written for the survivor', async () => {
    const found = await rows(`
      select reference.table, name, trigger.tgname as trigger from (${references}) as reference
      left join pg_trigger as trigger on trigger.tgrelid = reference.relation
        and trigger.tgname = 'aa_' || name || '_survivor' and trigger.tgenabled = 'O'
      where reference.table <> target order by 1, 2`);
    const asked = found.filter(({ table = '' }) => !covered.includes(table));
    assert.ok(asked.length > 15, 'control: references are found');
    assert.deepEqual(
      asked.filter(({ trigger }) => trigger === null),
      [],
    );
  });

  test('may change whose it is, however frozen', async () => {
    const guards = await rows(`
      select distinct trigger.tgrelid::regclass::text as table, trigger.tgname as trigger,
        pg_get_triggerdef(trigger.oid) as definition
      from (${references}) as reference join pg_trigger as trigger on trigger.tgrelid = reference.relation
      join pg_proc on pg_proc.oid = trigger.tgfoid
      where not trigger.tgisinternal and trigger.tgtype & 16 <> 0 and pg_proc.proname like 'refuse%' order by 1, 2`);
    assert.ok(guards.length > 20, 'control: guards are found');
    // A guard of other columns is not asked when a reference changes.
    const guardsReference = ({ definition = '' }) =>
      !/ UPDATE OF (?!.*\b(?:client|supplier|product|variant)_id\b.* ON )/.test(definition);
    assert.deepEqual(
      guards
        .filter(guardsReference)
        .filter(({ definition = '' }) => !/NOT moves_(client|records)\(\)/.test(definition)),
      [],
    );
  });
});
