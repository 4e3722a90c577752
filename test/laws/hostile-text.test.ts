/** Text that has broken other software, in every place of every call that takes text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { cleanse } from '../../src/operation/cleanse.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { withValue } from '../support/id-fields.ts';
import { asDryRun } from '../support/rest-request.ts';
import type { Sample } from '../support/samples.ts';
import { tableSums } from '../support/table-sums.ts';
import { type Attack, faultsOf, openAttack } from './attack.ts';
import { callOf } from './call-of.ts';
import { oddTexts } from './odd-texts.ts';
import { type InputValue, placesOf, pointerOf, valueAt } from './places.ts';

/** Share of all texts sent to each call; 1 sends all of them to all, which takes half an hour. */
const share = Number(process.env['DAYBOOK_HOSTILE_SHARE'] ?? 0.01);
/** Calls that hash a password for each try. */
const slow = new Set(['login', 'register', 'change_password', 'reset_password']);
const slowTexts = 6;

const attack: Attack = await openAttack();
const { service, samples, send, each } = attack;

type Put = { readonly place: InputValue; readonly text: string };
type Shot = { readonly operation: Operation; readonly sample: Sample; readonly puts: readonly Put[] };

function placed({ operation, sample, puts }: Shot): Sample {
  const input = puts.reduce((so, { place, text }) => {
    const value = place.isMap ? Object.fromEntries([[text, 'x']]) : text;
    return withValue(operation, so, { path: place.path, value });
  }, sample.input);
  return { ...sample, input };
}

function isTaken(operation: Operation, sample: Sample, put: Put): boolean {
  try {
    return operation.input.safeParse(cleanse(placed({ operation, sample, puts: [put] }).input)).success;
  } catch {
    return false;
  }
}

/** Every call with as many texts as its share: each place meets another text each time, and all texts are met. */
function shots(): { taken: Shot[]; refused: Shot[] } {
  const [taken, refused]: [Shot[], Shot[]] = [[], []];
  let next = 0;
  for (const [operation, sample] of samples) {
    const places = placesOf(operation).filter(({ takesText, isMap }) => takesText || isMap);
    const rounds = slow.has(operation.name) ? slowTexts : Math.ceil(oddTexts.length * Math.min(share, 1));
    for (let round = 0; round < rounds && places.length > 0; round += 1) {
      next += 1;
      const puts = places.map((place, index) => {
        return { place, text: oddTexts[(next + index * 7) % oddTexts.length] ?? '' };
      });
      const good = puts.filter((put) => isTaken(operation, sample, put));
      const bad = puts.filter((put) => !good.includes(put));
      if (good.length > 0) taken.push({ operation, sample, puts: good });
      for (let at = 0; at < bad.length; at += 8) refused.push({ operation, sample, puts: bad.slice(at, at + 8) });
    }
  }
  return { taken: mixed(taken), refused: mixed(refused) };
}

/** So that calls about one record, which wait for each other, do not all come at once. */
function mixed(all: readonly Shot[]): Shot[] {
  const stride = 97;
  return Array.from({ length: stride }, (_, first) => all.filter((_shot, index) => index % stride === first)).flat();
}

const { taken, refused } = shots();

/** Tables written even by a failing call: attempts are counted, and failed sign-ins logged. */
const countedTables = ['attempts', 'audit_log'];

test('text that does not fit is refused in its place, and nothing changes', async (context) => {
  const before = await tableSums(service.owner, countedTables);
  const lines = await auditLines();
  const wrong: string[] = [];
  await each(refused, async (shot) => {
    const { operation, puts } = shot;
    const { status, body, text } = await send(operation, callOf(operation, placed(shot)));
    const inPath = puts.some(({ place }) => operation.http.includes(`{${place.path[0]}}`));
    if (operation.effect === 'read' || inPath) return;
    const pointers = (body?.errors ?? []).map((error: { pointer: string }) => error.pointer);
    const isThere = puts.some(({ place }) => pointers.some((one: string) => areAlong(one, pointerOf(place))));
    const isUnread = status === 400 && body.code === 'malformed_request';
    if (!isUnread && !isThere) wrong.push(`${operation.name}: ${JSON.stringify(puts)} ${text}`.slice(0, 2_000));
  });
  assert.deepEqual(wrong.slice(0, 5), []);
  assert.deepEqual(attack.found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, countedTables), before);
  assert.equal(await auditLines(), lines);
  context.diagnostic(`${attack.sent()} requests`);
});

/** Lines of the audit log but for those of people who tried to sign in. */
async function auditLines(): Promise<number | null> {
  const { rowCount } = await service.owner.query(`select from audit_log where action not in ('login', 'refresh')`);
  return rowCount;
}

function areAlong(pointer: string, place: string): boolean {
  return pointer.startsWith(place) || place.startsWith(pointer);
}

/** Fields that are kept in capitals, those of banks without spaces, and why. */
const inCapitals: Readonly<Record<string, string>> = {
  'create_location code': 'A code is the same however it is typed.',
  'update_location code': 'A code is the same however it is typed.',
  'create_bank_account bic': 'A BIC is the same however it is typed.',
  'update_bank_account bic': 'A BIC is the same however it is typed.',
};

function typedAs(about: string, text: string): string {
  const capitals = text.normalize('NFC').toUpperCase();
  return about.endsWith(' bic') ? capitals.replaceAll(/\s+/g, '') : capitals;
}

/** Fields that are shown with an ending which the text need not have, and why. */
const withEnding: Readonly<Record<string, string>> = {
  'create_file name': 'A file is named by what it holds, whatever it calls itself.',
  'update_file name': 'A file is named by what it holds, whatever it calls itself.',
};

/** Amounts of which zero is shown as none, and why. */
const noneForZero: Readonly<Record<string, string>> = Object.fromEntries(
  ['create_payment_method', 'update_payment_method'].flatMap((name) =>
    ['fee_percent', 'fee_fixed'].map((field) => [`${name} ${field}`, 'A fee of nothing is no fee.']),
  ),
);

/** Changes of what every other call holds on to: with a new short name they wait until nobody does. */
const alone = new Set(['update_organization']);

const stored = /^(create|update|record)_/;

test('text that fits is kept as it is, in one form of Unicode, and never breaks anything', async (context) => {
  const wrong: string[] = [];
  let kept = 0;
  const all = taken.filter(({ operation }) => !alone.has(operation.name));
  const keep = async (shot: Shot) => {
    const { operation, puts } = shot;
    const request = callOf(operation, placed(shot));
    const previews = operation.effect !== 'read' && operation.previewable !== false && !stored.test(operation.name);
    const answer = await send(operation, previews ? asDryRun(request) : request);
    if (!stored.test(operation.name) || answer.status >= 300) return;
    const reader = catalogue.find(({ name }) => name === operation.name.replace(stored, 'get_'));
    const again =
      // A record that is changed from several sides at once shows the last change, so only new ones are read again.
      reader === undefined || answer.body.id === undefined || !operation.name.startsWith('create_')
        ? answer
        : await send(reader, callOf(reader, { ...shot.sample, input: { id: answer.body.id } }));
    for (const { place, text } of puts.filter((put) => !put.place.isMap)) {
      const about = `${operation.name} ${place.path.join('/')}`;
      const shown = valueAt(again.body, place.path);
      if (shown === undefined) continue;
      kept += 1;
      if (about in noneForZero && shown === null && Number(text) === 0) continue;
      const clean = about in inCapitals ? typedAs(about, text) : text.normalize('NFC');
      const stem = about in withEnding && typeof shown === 'string' ? shown.replace(/\.pdf$/, '') : shown;
      if (stem !== clean.trim() && stem !== clean && !areOneNumber(shown, clean))
        wrong.push(`${about}: ${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`);
    }
  };
  await each(all, keep);
  for (const shot of taken) if (alone.has(shot.operation.name)) await keep(shot);
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.deepEqual(attack.found.splice(0).slice(0, 10), []);
  assert.ok(kept >= 1_000, `${kept} texts were kept`);
  context.diagnostic(`${attack.sent()} requests, ${kept} texts kept`);
});

/** `0.00` is kept as the number it says. */
function areOneNumber(shown: unknown, text: string): boolean {
  return typeof shown === 'string' && /^-?\d+(\.\d+)?$/.test(text) && Number(shown) === Number(text);
}

test('control: an answer of 5xx, a leak and a problem that is none are noticed', () => {
  const headers = { 'content-type': 'application/problem+json' };
  const answer = { status: 500, headers, text: '{}', body: {} };
  const expected = { operation: undefined, hidden: ['Quarzit'] };
  assert.equal(faultsOf(answer, expected).length, 1);
  assert.equal(faultsOf({ ...answer, status: 200, text: '"Quarzit"' }, expected).length, 1);
  assert.ok(faultsOf({ ...answer, status: 404 }, expected).length >= 6);
  assert.ok(faultsOf({ ...answer, status: 404, headers: {}, text: 'Oops' }, expected).length >= 1);
});
