import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidStateTransition, versionConflict } from '../operation/errors.ts';
import { problemOf } from './problem.ts';

test('a refusal becomes a problem with its remedy, and a record’s status never takes the place of the answer’s', () => {
  const problem = problemOf(invalidStateTransition({ status: 'archived', allowed: ['restore'] }), 'req_1', '/api/x');
  assert.equal(problem.status, 409);
  assert.equal(problem['current_status'], 'archived');
  assert.deepEqual(problem['allowed'], ['restore']);
  assert.equal(problem['instance'], '/api/x');
  assert.equal(problem.request_id, 'req_1');
  assert.equal(problemOf(versionConflict({ current_version: 4 }), 'req_2')['current_version'], 4);
});

test('what is no refusal tells nothing of its cause', () => {
  const problem = problemOf(new Error('relation "secrets" does not exist'), 'req_3');
  assert.equal(problem.status, 500);
  assert.equal(problem.code, 'internal');
  assert.equal(JSON.stringify(problem).includes('secrets'), false);
});
