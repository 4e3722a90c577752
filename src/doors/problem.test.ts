import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidStateTransition, limitExceeded, versionConflict } from '../operation/errors.ts';
import { problemOf } from './problem.ts';

test('a refusal becomes a problem with its remedy, and a record’s status never takes the place of the answer’s', () => {
  const problem = problemOf(
    invalidStateTransition({ status: 'archived', allowed: ['restore_client'] }),
    'req_1',
    '/api/x',
  );
  assert.equal(problem.status, 409);
  assert.equal(problem['current_status'], 'archived');
  assert.deepEqual(problem['allowed'], ['restore_client']);
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

test('whatever was thrown becomes a problem that tells nothing of it', () => {
  for (const thrown of ['secret', { code: 'secret' }, null, undefined, 7, new TypeError('secret')]) {
    const problem = problemOf(thrown, 'req_4', '/api/x');
    assert.deepEqual([problem.status, problem.code, problem.type], [500, 'internal', '/api/errors#internal']);
    assert.equal(JSON.stringify(problem).includes('secret'), false);
  }
});

test('what a refusal tells beside stands beside, and never in place of what every problem has', () => {
  const details = { detail: 'Sharper.', hint: 'Do this.', max: 3, request_id: 'forged', errors: [] };
  const problem = problemOf(limitExceeded(details), 'req_5');
  assert.deepEqual([problem.detail, problem.hint, problem['max'], problem['errors']], ['Sharper.', 'Do this.', 3, []]);
  assert.equal(problem.request_id, 'req_5');
  assert.equal('instance' in problem, false);
  assert.equal(problemOf(limitExceeded(), 'req_6').hint, limitExceeded.hint);
});
