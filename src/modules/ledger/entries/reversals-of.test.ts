import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { book, soldOn } from '../../../../test/support/books.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { operation } from '../../../operation/operation.ts';
import { run } from '../../../operation/run.ts';
import { Id } from '../../../wire/index.ts';
import { post, reversalsOf } from '../index.ts';

const world = await createWorld();

/** Takes back what a source posted, as the operation that voids it would; answers how many entries that took. */
async function takeBack(id: string): Promise<number> {
  const takingBack = operation({
    name: 'take_back',
    summary: 'Takes back what a test posted.',
    http: 'POST /tests/reversals',
    effect: 'write',
    permission: 'signed_in',
    mcp: 'hidden',
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
    async run(context) {
      const why = { date: context.today, memo: 'Void of S-1' };
      const reversals = await reversalsOf(context, { type: 'sale', id, event: 'sale.voided' }, why);
      post(context, reversals);
      return { count: reversals.length };
    },
  });
  const origin = { door: 'job', requestId: randomUUID() } as const;
  const { output } = await run(world.runtime, takingBack, { actor: world.ana, input: {}, origin });
  return (output as { count: number }).count;
}

test('what a record posted is taken back today, line by line, once', async () => {
  world.setNow('2026-05-10T12:00:00Z');
  const [id, clientId] = [randomUUID(), randomUUID()];
  const header = { source: { type: 'sale', id } };
  const lines = [
    { code: '1100', sum: '119.00', clientId },
    { code: '4000', sum: '-100.00', foreign: { minor: -110_00n, currency: 'USD' } },
    { code: '2200', sum: '-19.00', taxBase: -100_00n },
  ];
  await book(world, [
    { date: '2026-03-05', header, lines },
    { ...soldOn('2026-03-05', '5.00'), header },
    soldOn('2026-03-05', '7.00', 'Another sale'),
  ]);
  assert.equal(await takeBack(id), 2);
  const { data } = await world.call('list_journal_entries', {
    source_id: z.encode(Id('sale'), id),
    kind: ['reversal'],
  });
  assert.deepEqual(
    data.map((one: Wire) => one.entry_date),
    ['2026-05-10', '2026-05-10'],
  );
  const whole = data.find((one: Wire) => one.total === '119.00');
  const { lines: back } = await world.call('get_journal_entry', { id: whole.id });
  assert.deepEqual(
    back.map((line: Wire) => [line.account_code, line.side, line.amount, line.original_amount, line.tax_base]),
    [
      ['1100', 'credit', '119.00', null, null],
      ['4000', 'debit', '100.00', '110.00', null],
      ['2200', 'debit', '19.00', null, '100.00'],
    ],
  );
  assert.equal(back[0].client_id, z.encode(Id('client'), clientId));
  assert.equal(await takeBack(id), 0);
});
