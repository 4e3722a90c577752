import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../test/support/running-service.ts';
import { catalogue } from '../catalogue.ts';
import { refusals } from '../operation/errors.ts';

const service = await startService();
const { body, status } = await service.send({ method: 'GET', path: '/api/errors' });
const listed = new Map<string, (typeof body.data)[number]>(
  body.data.map((one: { code: string }) => [one.code, one] as const),
);

test('every code there is stands in the list, with what it means, what to do, and who answers it', () => {
  assert.equal(status, 200);
  assert.deepEqual(new Set(listed.keys()), new Set(refusals().map(({ code }) => code)));
  assert.equal(listed.size, body.data.length);
  for (const { code, status: its, title, hint, operations } of body.data) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(its >= 400 && its < 600, code);
    assert.ok(title.length > 10 && title.endsWith('.'), code);
    assert.ok(hint.length > 0, code);
    assert.ok(Array.isArray(operations), code);
  }
});

test('the list names each operation that refuses so', () => {
  for (const { name, refuses = [] } of catalogue) {
    for (const { code } of refuses) assert.ok(listed.get(code).operations.includes(name), `${name}: ${code}`);
  }
});

test('codes that any caller may meet keep their names', () => {
  for (const [code, itsStatus] of [
    ['validation_failed', 422],
    ['malformed_request', 400],
    ['invalid_cursor', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['insufficient_scope', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['has_history', 409],
    ['invalid_state_transition', 409],
    ['request_in_progress', 409],
    ['version_conflict', 412],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['idempotency_key_required', 400],
    ['idempotency_key_reused', 422],
    ['limit_exceeded', 422],
    ['rate_limited', 429],
    ['signup_closed', 403],
    ['totp_required', 401],
    ['internal', 500],
    ['unavailable', 503],
    ['overloaded', 503],
  ] as const) {
    assert.equal(listed.get(code)?.status, itsStatus, code);
  }
});
