/** Dimensions and their values as records: how many there may be, and what they are called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();

async function business(name: string) {
  const as = await world.found(name);
  return (operation: string, input: object = {}) => world.call(operation, input, { as });
}

test('an organisation has five dimensions in use at most', async () => {
  const call = await business('Limits');
  const made: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    made.push((await call('create_dimension', { name })).id);
  }
  await assert.rejects(call('create_dimension', { name: 'Six' }), refused('limit_exceeded'));
  await call('archive_dimension', { id: made[0] });
  await call('create_dimension', { name: 'Six' });
  await assert.rejects(call('restore_dimension', { id: made[0] }), refused('limit_exceeded'));
});

test('names, codes and external ids are unique', async () => {
  const call = await business('Names');
  const project = await call('create_dimension', { name: 'Project', external_id: 'p' });
  const centre = await call('create_dimension', { name: 'Cost centre' });
  await assert.rejects(call('create_dimension', { name: 'PRÓJECT' }), refused('dimension_name_taken'));
  await assert.rejects(
    call('create_dimension', { name: 'Else', external_id: 'p' }),
    refused('dimension_external_id_taken'),
  );
  const value = { dimension_id: project.id, code: 'P-1', name: 'First', external_id: 'v' };
  await call('create_dimension_value', value);
  await assert.rejects(
    call('create_dimension_value', { ...value, code: 'p-1', external_id: 'w' }),
    refused('dimension_code_taken'),
  );
  await assert.rejects(
    call('create_dimension_value', { ...value, code: 'P-2' }),
    refused('dimension_value_external_id_taken'),
  );
  await call('create_dimension_value', { dimension_id: centre.id, code: 'P-1', name: 'First' });
});
