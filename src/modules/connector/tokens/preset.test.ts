import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../catalogue.ts';
import { presets, verdictOf } from './preset.ts';

const offered = catalogue.filter(({ mcp }) => mcp !== 'hidden');

test('every preset may read everything its member may', () => {
  for (const operation of offered.filter(({ effect }) => effect === 'read')) {
    for (const preset of presets) assert.equal(verdictOf(preset, operation), 'allowed', operation.name);
  }
});

test('read_only never writes, and full is stopped only at rights, redirected money and what is irreversible', () => {
  for (const operation of offered.filter(({ effect }) => effect !== 'read')) {
    assert.equal(verdictOf('read_only', operation), 'refused', operation.name);
    const { stepUp, givesRights, redirectsMoney } = operation;
    const isAsked = [stepUp, givesRights, redirectsMoney].includes(true);
    assert.equal(verdictOf('full', operation), isAsked ? 'needs_person' : 'allowed', operation.name);
  }
});

test('what cannot be taken back, money going out, and rights and settings need a person in standard and below', () => {
  const risky =
    /^(delete|void|refund|erase|merge|write_off|lock|unlock|reverse)_|_(organization|role|member|invite|webhook)$/;
  for (const operation of offered.filter(({ effect, name }) => effect !== 'read' && risky.test(name))) {
    for (const preset of ['standard', 'draft_only'] as const) {
      assert.equal(verdictOf(preset, operation), 'needs_person', `${preset} ${operation.name}`);
    }
  }
});

test('draft_only writes nothing that moves money, stock or numbers', () => {
  const keyed = offered.filter(({ keyRequired }) => keyRequired === true);
  // Steps decide each for itself, as their own tests have it, and those of a practice do when it is promoted.
  for (const operation of keyed.filter(({ steps, ofPractice }) => steps !== true && ofPractice !== true)) {
    assert.equal(verdictOf('draft_only', operation), 'needs_person', operation.name);
  }
});

test('what a call asks for can make it risky: writing off, forcing, confirming at once', () => {
  const named = (name: string) => offered.find((operation) => operation.name === name) ?? assert.fail(name);
  const movement = named('create_stock_movement');
  assert.equal(verdictOf('standard', movement, { type: 'purchase_receipt' }), 'allowed');
  assert.equal(verdictOf('standard', movement, { type: 'write_off' }), 'needs_person');
  assert.equal(verdictOf('standard', named('create_stock_count'), { force: true }), 'needs_person');
  const sale = named('create_sale');
  assert.equal(verdictOf('draft_only', sale, {}), 'allowed');
  assert.equal(verdictOf('draft_only', sale, { confirm: true }), 'needs_person');
  assert.equal(verdictOf('standard', sale, { confirm: true }), 'allowed');
  assert.equal(verdictOf('draft_only', named('create_expense'), { post: true }), 'needs_person');
  assert.equal(verdictOf('draft_only', named('create_document'), { issue_at: '2026-03-01' }), 'needs_person');
});

test('what writes to clients needs a person, also where it only asks for that', () => {
  const named = (name: string) => offered.find((operation) => operation.name === name) ?? assert.fail(name);
  for (const name of ['create_document', 'issue_document', 'update_document']) {
    assert.equal(verdictOf('standard', named(name), { send_when_issued: true }), 'needs_person', name);
    assert.equal(verdictOf('standard', named(name), { send_when_issued: false }), 'allowed', name);
  }
  const again = named('create_recurring_document');
  assert.equal(verdictOf('standard', again, { mode: 'issue_and_send' }), 'needs_person');
  assert.equal(verdictOf('standard', again, { mode: 'issue' }), 'allowed');
});

test('draft_only is never wider than standard, nor standard than full', () => {
  for (const operation of offered) {
    if (verdictOf('draft_only', operation) === 'allowed') assert.equal(verdictOf('standard', operation), 'allowed');
    if (verdictOf('standard', operation) === 'allowed') assert.equal(verdictOf('full', operation), 'allowed');
  }
});
