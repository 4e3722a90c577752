/** What is true of every operation by its declaration alone. What it does is tried in `test/laws/`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../src/catalogue.ts';
import { hasSample, samplesWithout } from './support/samples.ts';

test('every operation has a sample by which the laws try it', () => {
  assert.deepEqual(
    catalogue.filter((operation) => !hasSample(operation)).map(({ name }) => name),
    [],
  );
});
test('no sample stays when its operation goes', () => {
  assert.deepEqual(samplesWithout(catalogue), []);
});
