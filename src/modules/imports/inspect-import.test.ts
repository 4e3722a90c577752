import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const inspect = (input: Wire): Promise<Wire> => world.call('inspect_import', input);
const columns = ({ columns: all }: Wire) => all.map(({ name, field, nearest }: Wire) => [name, field, nearest]);

const german = 'Kundennr;Firma;PLZ;Umsatz;Telefn\nK-1;Mühle Süd;50667;1;\nK-2;Hof Nord;;2;0221 555\n';

test('each column is told with its first cells and the field that it is read as', async () => {
  const seen = await inspect({ kind: 'clients', content_base64: Buffer.from(german, 'latin1').toString('base64') });
  assert.deepEqual(seen.reading, { encoding: 'windows-1252', delimiter: 'semicolon' });
  assert.equal(seen.total, 2);
  assert.deepEqual(seen.problems, []);
  assert.deepEqual(
    columns(seen).filter(([, field]: [string, string | null]) => field !== null),
    [
      ['Firma', 'company', null],
      ['PLZ', 'postal_code', null],
    ],
  );
  assert.deepEqual(
    columns(seen).find(([name]: [string]) => name === 'Telefn'),
    ['Telefn', null, 'phone'],
  );
  assert.deepEqual(seen.columns[1].samples, ['Mühle Süd', 'Hof Nord']);
  assert.deepEqual(seen.columns[4].samples, ['0221 555']);
});

test('its problems are those for which the import refuses it, and a mapping that has none is taken', async () => {
  const content = 'Order,On,How many,What\n1,02/03/2026,2,Paper\n';
  const tried: readonly Wire[] = [
    {},
    { mapping: { sale: 'Order', date: 'On' } },
    { mapping: { sale: 'Order', date: 'On', quantity: 'How many', colour: 'What' } },
    { mapping: { sale: 'Order', date: 'Day', quantity: 'How many' } },
    { mapping: { sale: 'Order', date: 'On', quantity: 'How many', description: 'What' } },
    { mapping: { sale: 'Order', date: 'On', quantity: 'How many', description: 'What' }, date_format: 'day_first' },
  ];
  for (const [at, given] of tried.entries()) {
    const input = { kind: 'sales', content, ...given };
    const { problems } = await inspect(input);
    const answer: Wire = await world.call('create_import', { ...input, is_trial: true }).catch((error: Wire) => error);
    const pointers = (all: readonly Wire[] = []) => all.map(({ pointer }) => pointer);
    const told = pointers(problems);
    for (const pointer of pointers(answer.details?.errors)) assert.ok(told.includes(pointer), `${at}: ${pointer}`);
    assert.equal(problems.length === 0, answer.details === undefined, `${at}`);
    assert.equal(problems.length === 0, at === tried.length - 1, `${at}: ${JSON.stringify(problems)}`);
  }
});

test('a field that is mapped to nothing is not read, also where a column has its name', async () => {
  const content = 'name,notes\nMill,secret\n';
  const mapping = { notes: '' };
  const seen = await inspect({ kind: 'clients', content, mapping });
  assert.deepEqual(columns(seen), [
    ['name', 'name', null],
    ['notes', null, 'notes'],
  ]);
  const { mapping: read, ignored } = await world.call('create_import', {
    kind: 'clients',
    content,
    mapping,
    is_trial: true,
  });
  assert.deepEqual([read, ignored], [{ name: 'name' }, [{ column: 'notes', nearest: 'notes' }]]);
  const { problems } = await inspect({ kind: 'clients', content, mapping: { name: '' } });
  assert.deepEqual(
    problems.map(({ pointer }: Wire) => pointer),
    ['/mapping/name'],
  );
});

test('what is no table is refused, and so is whoever may not import', async () => {
  await assert.rejects(inspect({ kind: 'clients', content: '"' }), refused('file_unreadable'));
  await assert.rejects(inspect({ kind: 'clients', content: 'name\nx\n', heads: 'a' }), refused('validation_failed'));
  const other = withPermissions(world.ana, ['clients:write']);
  await assert.rejects(
    world.call('inspect_import', { kind: 'clients', content: 'a' }, { as: other }),
    refused('forbidden'),
  );
  const { total_count: none } = await world.call('list_imports', { include: ['total_count'] });
  assert.equal(none, 2, 'only those that were taken above');
});
