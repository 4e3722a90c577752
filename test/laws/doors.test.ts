/** REST and MCP are doors of one house: both answer a working call alike, and take no field they do not know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose, isComplete } from '../support/dose.ts';
import { isSchema, choicesOf, type Schema, withValue, wireSchemaOf } from '../support/id-fields.ts';
import { masked } from '../support/masked.ts';
import { asDryRun } from '../support/rest-request.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();
const mcpToken = await service.mcpToken(shop.who);
/** Of each operation one, which is previewed or refused, and so never used up. */
const samples = new Map<Operation, Sample>();

async function sampleFor(operation: Operation): Promise<Sample> {
  const sample = samples.get(operation) ?? (await sampleOf(shop, operation));
  samples.set(operation, sample);
  return sample;
}

/** Answers that differ between the doors, and why. */
const differs: Readonly<Record<string, string>> = {
  change_costing_method: 'Its sample is of an organisation where nothing has moved, and the token is of another.',
  connector_doctor: 'A token learns of itself alone, and this is another.',
  get_approval: 'A token sees what it asked for itself, and this is of another.',
  list_approvals: 'A token sees what it asked for itself, and this is of another.',
  get_practice: 'A token sees its own practice, and this is of another.',
  list_practices: 'A token sees its own practices, and these are of another.',
  start_practice: 'A token puts itself into practice, and this is another.',
  rewind_practice: 'A token goes on with its own practice, and this is of another.',
  end_practice: 'A token ends its own practice, and this is of another.',
  promote_practice: 'A token promotes its own practice, and this is of another.',
  undo_mcp_conversation: 'A token undoes what it wrote itself, and this is of another.',
  undo_mcp_write: 'A token undoes what it wrote itself, and this is of another.',
  export_client: 'What is kept about the client of the sample is more than a model is handed at once.',
  export_ledger: 'The books of the shop are more than a model is handed at once.',
  export_datev: 'The books of the shop are more than a model is handed at once.',
  export_fec: 'The books of the shop are more than a model is handed at once.',
  export_saft: 'The books of the shop are more than a model is handed at once.',
  export_gobd: 'The books of the shop are more than a model is handed at once.',
  get_document_pdf: 'A model is given the address of the pages instead of their bytes.',
  get_file_thumbnail: 'Bytes of an image, which a model is given as text.',
  get_product_picture: 'Bytes of an image, which a model is given as text.',
  get_report: 'One tool for every report; in REST each report has a path of its own.',
};

/** Calls the action of an operation as a model would: by its own tool, or by the tool for actions of its effect. */
async function byTool({ name, effect, mcp, keyRequired }: Operation, input: object): Promise<Wire> {
  const key = keyRequired === true ? { idempotency_key: `law-${name}` } : {};
  // A write answers with its main fields, unless it is asked for all.
  const added = effect === 'read' ? {} : { dry_run: true, full: true, ...key };
  const given = { ...input, ...added };
  const answer =
    mcp === 'tool'
      ? await service.tool(mcpToken, name, given)
      : await service.tool(mcpToken, `run_${effect}_action`, { name, arguments: input, ...added });
  assert.ok(answer.structuredContent, `${name}: ${JSON.stringify(answer)} to ${JSON.stringify(given)}`);
  // A preview adds its effect on the books, and the plan that a write can be held to.
  const { preview, ...told } = answer.structuredContent;
  assert.equal(preview === undefined, effect === 'read' || answer.isError === true, name);
  return told;
}

/** Actors, ids and instants differ between doors. */
function comparable(value: unknown): string {
  const text = JSON.stringify(value, (key, item: unknown) => (key.endsWith('_by') ? null : item));
  return masked(text);
}

test('a working call is answered alike through both doors', async () => {
  const offered = catalogue.filter((operation) => actionOf(operation) !== undefined);
  assert.ok(offered.length >= 90);
  const wrong: string[] = [];
  for (const operation of dose(offered)) {
    const made = await sampleFor(operation);
    // A model is handed less of a long list at once.
    const few = 'shape' in operation.input && 'limit' in (operation.input.shape as object) ? { limit: 3 } : {};
    const sample = { ...made, input: { ...few, ...made.input } };
    const request = callOf(operation, sample);
    const rest = await service.send(operation.effect === 'read' ? request : asDryRun(request));
    assert.equal(rest.status, 200, `${operation.name}: ${rest.text}`);
    // Through MCP a list answers with the fields that matter, unless it is asked for all.
    const all = actionOf(operation)?.lean === undefined ? {} : { fields: ['*'] };
    const told = await byTool(operation, { ...all, ...sample.input });
    const isFile = operation.output.meta()?.['file'] === true;
    const [one, other] = [
      comparable(isFile ? rest.text : rest.body),
      comparable(isFile ? (told.content ?? told) : told),
    ];
    if ((one === other) === operation.name in differs) wrong.push(`${operation.name}: ${one} ${other}`);
  }
  assert.deepEqual(wrong, []);
});

const planted = [
  'tenant_id',
  'organization_id',
  'is_admin',
  'role_ids',
  'created_at',
  'paid',
  'password_hash',
  'owner',
];

/** Every object of the input that has fields of its own, by its path. */
function objectsIn(schema: Schema, path: readonly string[] = []): string[][] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...(schema['properties'] === undefined ? [] : [[...path]]),
    ...choicesOf(schema).flatMap((choice) => objectsIn(choice, path)),
    ...properties.flatMap(([name, inner]) => objectsIn(inner, [...path, name])),
    ...(isSchema(schema['items']) ? objectsIn(schema['items'], [...path, '*']) : []),
  ];
}

test('a field that a call does not have is refused by its place, however deep, and nothing is written', async () => {
  let places = 0;
  const tried = dose(catalogue);
  for (const operation of tried) await sampleFor(operation);
  const before = await tableSums(service.owner);
  for (const operation of tried) {
    const { input, caller } = await sampleFor(operation);
    const schema = wireSchemaOf(operation.input);
    const fields = Object.keys(schema['properties'] ?? {});
    const unknown = planted.filter((name) => !fields.includes(name));
    const flat = { ...input, ...Object.fromEntries(unknown.map((name) => [name, 'x'])) };
    const answer = await service.send(callOf(operation, { input: flat, caller }));
    assert.equal(answer.status, 422, `${operation.name}: ${answer.text}`);
    const pointers = answer.body.errors
      .filter(({ code }: Wire) => code === 'unknown_field')
      .map((one: Wire) => one.pointer);
    assert.deepEqual(
      pointers,
      unknown.map((name) => `/${name}`),
      operation.name,
    );
    for (const path of objectsIn(schema).filter((one) => one.length > 0)) {
      places += 1;
      const deep = withValue(operation, input, { path: [...path, 'surprise'], value: '1' });
      const refused = await service.send(callOf(operation, { input: deep, caller }));
      assert.equal(refused.body.code, 'validation_failed', `${operation.name} ${path.join('/')}: ${refused.text}`);
      const pointer = `/${path.join('/').replaceAll('*', '0')}`;
      assert.ok(
        refused.body.errors.some((error: Wire) => error.pointer.startsWith(pointer)),
        `${operation.name} ${pointer}: ${refused.text}`,
      );
    }
  }
  assert.deepEqual(await tableSums(service.owner), before);
  assert.ok(places >= (isComplete ? 80 : 10), `${places} places`);
});
