/** Values of the wrong kind, too large, too deep or of another organisation, in every place of every body. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { cleanse } from '../../src/operation/cleanse.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { idFields, withValue } from '../support/id-fields.ts';
import { asDryRun } from '../support/rest-request.ts';
import type { HttpRequest } from '../support/running-service.ts';
import type { Sample } from '../support/samples.ts';
import { tableSums } from '../support/table-sums.ts';
import { inTurn, openAttack } from './attack.ts';
import { callOf } from './call-of.ts';
import { placesOf } from './places.ts';

const { service, rival, samples, send, each, found, sent } = await openAttack();

const raw = (text: string) => `@@${text}@@`;
/** JSON that `JSON.stringify` would not write. */
const numbers = ['1e400', '-1e400', '-0', '0.1', '1e-30', '9223372036854775808', '1.0000000000000001', '1E2', '007'];
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  '',
  [],
  [null],
  [[]],
  [[[]]],
  {},
  { a: 1 },
  { '': '' },
  { toString: 1 },
  { gte: null },
  { length: 1e9 },
  ['a', 1, {}],
  ...numbers.map(raw),
];

/** A body in which those numbers stand as they are. */
function withRaw(request: HttpRequest): HttpRequest {
  const text = JSON.stringify(request.body) ?? '';
  return text.includes('@@') ? { ...request, body: text.replaceAll(/"@@([^"]*)@@"/g, '$1') } : request;
}

function isTaken(operation: Operation, input: Record<string, unknown>): boolean {
  const read = JSON.stringify(input)
    .replaceAll(/"@@007@@"/g, '7')
    .replaceAll(/"@@([^"]*)@@"/g, '$1');
  return operation.input.safeParse(cleanse(JSON.parse(read))).success;
}

type Shot = { readonly operation: Operation; readonly sample: Sample; readonly taken: boolean };

const placesAtOnce = 8;
/** Reading a huge body is no operation's own work, so that few of them are sent one. */
const hugeLength = 50_000;

/** The values in every place; those that do not fit several at once, those that fit all at once. */
function shots(): Shot[] {
  return [...samples].flatMap(([operation, { input, caller }], at) => {
    const paths = placesOf(operation).flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1)));
    const places = [...new Map(paths.map((path) => [path.join('/'), path])).values()];
    return inTurn(values, { at, parts: 4 }).flatMap((value): Shot[] => {
      const put = (so: Record<string, unknown>, path: readonly string[]) => withValue(operation, so, { path, value });
      const good = places.filter((path) => isTaken(operation, put(input, path)));
      const bad = places.filter((path) => !good.includes(path));
      const groups = Array.from({ length: Math.ceil(bad.length / placesAtOnce) }, (_, index) =>
        bad.slice(index * placesAtOnce, (index + 1) * placesAtOnce),
      );
      return [
        ...groups.map((group) => ({ operation, sample: { input: group.reduce(put, input), caller }, taken: false })),
        ...good.slice(0, 1).map(() => ({ operation, sample: { input: good.reduce(put, input), caller }, taken: true })),
      ];
    });
  });
}

test('a value of another kind is refused or harmless, and a refusal changes nothing', async (context) => {
  const all = shots();
  const before = await tableSums(service.owner, ['attempts', 'audit_log']);
  const accepted: string[] = [];
  await each(all, async ({ operation, sample, taken }) => {
    const request = withRaw(callOf(operation, sample));
    const previews = operation.effect !== 'read' && operation.previewable !== false;
    if (taken && operation.effect !== 'read' && !previews) return;
    const answer = await send(operation, taken && previews ? asDryRun(request) : request);
    const { body } = request;
    if (!taken && answer.status < 300 && operation.effect !== 'read')
      accepted.push(`${operation.name} ${String(body)}`);
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(accepted.slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['attempts', 'audit_log']), before);
  context.diagnostic(`${sent()} requests`);
});

test('a number, a list or an object beyond its limits is refused, however deep or long', async () => {
  const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const bodies = [
    ...[33, 1_000, 10_000, 100_000].flatMap((depth) => [deep(depth, '[', ']'), deep(depth, '{"a":', '}')]),
    `[${'0,'.repeat(100_000)}0]`,
    `{${Array.from({ length: 12_000 }, (_, index) => `"k${index}":1`).join()}}`,
    `"${'x'.repeat(900_000)}"`,
    `"${'\\u0000'.repeat(1_000)}"`,
    `"\\ud800"`,
    `{"\\ud800":1}`,
    `{"a\\u0000":1}`,
    `1${'0'.repeat(10_000)}`,
    `0.${'0'.repeat(10_000)}1`,
  ];
  const [small, huge] = [
    bodies.filter(({ length }) => length < hugeLength),
    bodies.filter(({ length }) => length >= hugeLength),
  ];
  const before = await tableSums(service.owner, ['attempts', 'audit_log']);
  const writes = [...samples].filter(([{ effect }]) => effect !== 'read');
  await each(
    writes.flatMap((write, at) =>
      [...inTurn(small, { at, parts: 4 }), ...inTurn(huge, { at, parts: 32 })].map((body) => ({ write, body })),
    ),
    async ({ write: [operation, sample], body }) => {
      const request = callOf(operation, sample);
      const [field] = placesOf(operation).map(({ path }) => path[0]);
      const text = `{"${field ?? 'a'}":${body}}`;
      const { status } = await send(operation, { ...request, body: text });
      assert.ok(status >= 400, `${operation.name} took ${text.slice(0, 100)}`);
    },
  );
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['attempts', 'audit_log']), before);
});

test('an id of another organisation, of nobody or of another kind opens nothing in any place', async (context) => {
  const before = await tableSums(service.owner, ['attempts', 'audit_log']);
  const shotsById = [...samples].flatMap(([operation, sample], at) =>
    idFields(operation).flatMap(({ path, prefix }) => {
      const foreign = rival.ids[prefix] ?? typeIdFrom(prefix, randomUUID());
      const other = rival.ids[prefix === 'client' ? 'sale' : 'client'];
      const nobody = typeIdFrom(prefix, randomUUID());
      const odd = [
        `${foreign} `,
        foreign.toUpperCase(),
        foreign.slice(0, -1),
        `${foreign}0`,
        foreign.replace('_', '-'),
        `${prefix}_${'z'.repeat(26)}`,
        `${prefix}_`,
      ];
      return [foreign, nobody, other, ...inTurn(odd, { at, parts: 4 })].map((id) => {
        return { operation, sample: { ...sample, input: withValue(operation, sample.input, { path, value: id }) } };
      });
    }),
  );
  await each(shotsById, async ({ operation, sample }) => {
    const request = callOf(operation, sample);
    const previews = operation.effect !== 'read' && operation.previewable !== false;
    await send(operation, previews ? asDryRun(request) : request);
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['attempts', 'audit_log']), before);
  context.diagnostic(`${sent()} requests`);
});
