import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationOf, statementOf } from '../../../../test/support/camt-batch.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { scansOf } from '../../../../test/support/plan.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { sql } from '../../../db/sql.ts';
import { hasWords } from '../../../operation/has-words.ts';

const world = await createWorld();
const { call } = world;

test('a search for words of payments reads the lines that it finds, and no others', async () => {
  const chart = await call('create_account', { code: '10999', name: 'Bank of batches', type: 'bank' });
  const iban = 'CH9300762011623852957';
  await call('create_bank_account', { name: 'Batches', account_id: chart.id, iban, currency: 'EUR' });
  const send = (bytes: Uint8Array) =>
    call('import_bank_statement', { content_base64: Buffer.from(bytes).toString('base64') });
  const batches = Array.from({ length: 2_000 }, (_, at) => ({ amount: `${at + 1}.00`, batchId: `B${at}` }));
  await send(statementOf(batches, { iban }));
  const explained = batches.slice(0, 100).map((one, at) => ({
    ...one,
    payments: [{ amount: one.amount, name: `Payer ${at}`, text: at % 10 === 0 ? 'Special' : 'Plain' }],
  }));
  await send(notificationOf(explained, { iban }));
  await asOwner(world.database.ownerUrl, (client) => client.query('vacuum analyze bank_lines'));
  const organization = world.ana.organization?.id ?? '';
  const query = sql`select id from bank_lines where organization_id = ${organization}
    and ${hasWords(sql`found_by`, 'payer special')} order by booking_date desc, id desc limit 51`;
  const scans = await world.db.transaction({ organization }, (db) => scansOf(db, query));
  assert.deepEqual(
    scans.map(({ table, rows }) => [table, rows]),
    [['bank_lines', 10]],
  );
  assert.equal((await call('list_bank_lines', { q: 'payer special' })).data.length, 10);
});
