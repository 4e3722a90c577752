/** What a write answers through MCP is short, leads on to its record, and says how to have the rest. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { catalogue } from '../../src/catalogue.ts';
import { type Action, actionOf } from '../../src/doors/mcp/action.ts';
import { propertiesOf, stringsIn } from '../../src/doors/mcp/json-schema.ts';
import { nextSteps } from '../../src/doors/mcp/writing/next-steps.ts';
import { prefixOf } from '../../src/wire/index.ts';
import { dose, isComplete } from '../support/dose.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();
const token: string = (await shop.call('create_mcp_token', { name: 'Claude', preset: 'full' })).token;
// Answers of one sample hold notes, after which the writes of others would wait for a person.
await service.api(shop.who.token, 'PATCH', '/mcp/settings', { ask_after: 'nothing' });
const offered = catalogue.flatMap((operation) => actionOf(operation) ?? []);
/** Their samples are of another organisation, or of what another token has written. */
const ofAnother: ReadonlySet<string> = new Set(['change_costing_method', 'undo_mcp_write', 'undo_mcp_conversation']);
const writes = offered.filter(({ name, operation }) => operation.effect !== 'read' && !ofAnother.has(name));

/** A record can be read again; what a call did is told once, and gets more room. */
const tokensMax = { record: 150, result: 200 };

type Answered = {
  readonly main: Wire;
  readonly text: string;
  readonly whole: Wire;
  /** Both answers tell of one record: a preview, and a write that keeps no key, make one each. */
  readonly isSame: boolean;
};

/** A sample, done once and answered twice: with its main fields, and by its key with the whole record. */
async function answered({ name, operation }: Action, input: object): Promise<Answered | undefined> {
  const tool = `run_${operation.effect}_action`;
  const given = { name, arguments: input, idempotency_key: randomUUID() };
  let written = await service.tool(token, tool, given);
  const waits = written.structuredContent.code === 'approval_required';
  if (waits && operation.previewable === false) return undefined;
  const preview = waits ? { dry_run: true } : {};
  if (waits) written = await service.tool(token, tool, { ...given, ...preview });
  const again = await service.tool(token, tool, { ...given, ...preview, full: true });
  assert.notEqual(written.isError, true, `${name}: ${written.content[0].text}`);
  assert.notEqual(again.isError, true, `${name}: ${again.content[0].text}`);
  // That it is practised is said beside it.
  const { preview: _, practice: __, ...main } = written.structuredContent;
  const { preview: ___, practice: ____, ...whole } = again.structuredContent;
  return { main, whole, text: written.content[0].text, isSame: !waits && operation.secretInput === undefined };
}

/** Practices are of the token that asks: its own test has them. */
const ofPractice = ({ operation }: Action): boolean => operation.ofPractice === true;

function costOf({ main }: Answered): number {
  // A warning is worth what it costs.
  const { warnings: _, ...cool } = main;
  return countTokens(JSON.stringify(cool));
}

function faultsOf(action: Action, answer: Answered): string[] {
  const { name } = action;
  const { main, text, whole, isSame } = answer;
  const wrong: string[] = [];
  const cost = costOf(answer);
  const isRecord = 'version' in whole || offered.some((one) => one.name === main['more']);
  if (cost > tokensMax[isRecord ? 'record' : 'result']) wrong.push(`${name} costs ${cost}: ${text}`);
  const { warnings: _, ...cool } = main;
  const { warnings: __, ...told } = JSON.parse(text);
  assert.deepEqual(told, cool, name);
  for (const field of ['id', 'number', 'status', 'total', 'currency', 'url', 'version']) {
    if ((whole[field] ?? null) === null) continue;
    if (!(field in main) || (isSame && main[field] !== whole[field])) wrong.push(`${name} lacks ${field}`);
  }
  for (const field of ['warnings', 'problems', 'refused']) {
    const said = whole[field] ?? [];
    if (Array.isArray(said) && said.length > 0 && main[field] === undefined) wrong.push(`${name} lacks ${field}`);
  }
  const left = Object.entries(whole).filter(([field, value]) => !isEmpty(value) && !(field in main));
  if (left.length > 0 && main['more'] === undefined) wrong.push(`${name} keeps back ${left.join()}`);
  const fits = z.fromJSONSchema(action.outputSchema).safeParse(main);
  if (!fits.success) wrong.push(`${name}: ${z.prettifyError(fits.error)}`);
  const listed = z.fromJSONSchema(action.tool.outputSchema as never).safeParse(main);
  if (!listed.success) wrong.push(`${name} as listed: ${z.prettifyError(listed.error)}`);
  return wrong;
}

test('a write answers in few tokens with what leads on and every warning, and says how to have the rest', async (t) => {
  const costs: number[] = [];
  const wrong: string[] = [];
  for (const action of dose(writes.filter((one) => !ofPractice(one)))) {
    const { input } = await sampleOf(shop, action.operation);
    const answer = await answered(action, input);
    if (answer === undefined) continue;
    costs.push(costOf(answer));
    wrong.push(...faultsOf(action, answer));
  }
  const sorted = costs.toSorted((one, other) => one - other);
  t.diagnostic(
    `${costs.length} writes: median ${sorted[Math.floor(sorted.length / 2)]}, at most ${sorted.at(-1)} tokens`,
  );
  assert.deepEqual(wrong, []);
  if (isComplete) assert.ok(costs.length > 200, `${costs.length}`);
});

test('so does a practice of the token that asks', async () => {
  const taken = async (name: string, input: object): Promise<string> => {
    const action = writes.find((one) => one.name === name) ?? assert.fail(name);
    const answer = (await answered(action, input)) ?? assert.fail(name);
    assert.deepEqual(faultsOf(action, answer), []);
    return answer.main['id'];
  };
  const id = await taken('start_practice', {});
  await taken('create_client_group', { name: 'Bakers' });
  await taken('rewind_practice', { id, keep: 0 });
  await taken('create_client_group', { name: 'Bakers' });
  await taken('promote_practice', { id });
  await taken('end_practice', { id: await taken('start_practice', {}) });
});

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

test('what comes next is an action on such a record, and each state that it waits for is one that it can be in', () => {
  for (const [kind, steps] of Object.entries(nextSteps)) {
    for (const { where, next } of steps) {
      for (const name of next)
        assert.ok(
          offered.some((action) => action.name === name),
          name,
        );
      const reader = offered.find(
        ({ operation: { http, input } }) =>
          /^GET \/[^{}]+\/\{id\}$/.test(http) && 'shape' in input && prefixOf((input.shape as Wire)['id']) === kind,
      );
      for (const [field, values] of Object.entries(where)) {
        const schema = propertiesOf(reader?.outputSchema ?? {})[field];
        const choices = [schema, ...((schema?.['anyOf'] ?? []) as Wire[])].flatMap((one) => stringsIn(one?.['enum']));
        for (const value of values) assert.ok(choices.includes(value), `${kind} ${field} ${value}`);
      }
    }
  }
});
