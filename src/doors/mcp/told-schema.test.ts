/** Descriptions of actions stay short, and no field is lost by it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { longTest } from '../../../test/support/dose.ts';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import { catalogue } from '../../catalogue.ts';
import { actionOf } from './action.ts';
import { propertiesOf } from './json-schema.ts';
import { schemaAt, toldSchema } from './told-schema.ts';

const actions = catalogue.map(actionOf).filter((action) => action !== undefined);
const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();

test('no action costs more than 800 tokens to read, its answer left aside', longTest, async (t) => {
  const costs = new Map<string, number>();
  for (const { name } of actions) {
    const { structuredContent } = await service.tool(token, 'describe_action', { name });
    costs.set(name, countTokens(JSON.stringify(structuredContent)));
  }
  const most = Math.max(...costs.values());
  t.diagnostic(`${costs.size} actions, at most ${most} tokens`);
  assert.deepEqual(
    [...costs].filter(([, tokens]) => tokens > 800),
    [],
  );
});

test('every field of an action stands in what is told of it or is named among what is folded', () => {
  for (const { name, inputSchema } of actions) {
    const { schema, folded } = toldSchema(inputSchema);
    const told = new Set([...Object.keys(propertiesOf(schema)), ...folded]);
    const missing = Object.keys(propertiesOf(inputSchema)).filter((field) => !told.has(field));
    assert.deepEqual(missing, [], name);
    for (const path of folded) assert.notEqual(schemaAt(inputSchema, path), undefined, `${name} ${path}`);
  }
});

test('what is folded is opened by its path, and what is not there is refused with what is', async () => {
  const told = (await service.tool(token, 'describe_action', { name: 'create_document' })).structuredContent;
  assert.ok(told.folded.includes('lines'));
  assert.match(told.input_schema.properties.lines.description, /quantity\*/);
  const lines = await service.tool(token, 'describe_action', { name: 'create_document', field: 'lines' });
  const { quantity, discount, variant_id: variant } = lines.structuredContent.schema.properties;
  assert.deepEqual([quantity.format, variant.format, discount.type], ['decimal', 'variant_…', ['object', 'null']]);
  const within = await service.tool(token, 'describe_action', { name: 'create_document', field: 'lines.discount' });
  assert.deepEqual(within.structuredContent.schema.properties.type.enum, ['percent', 'amount']);
  const none = await service.tool(token, 'describe_action', { name: 'create_document', field: 'line' });
  assert.equal(none.isError, true);
  assert.ok(none.structuredContent.similar.includes('lines'));
});

test('choices, ids, amounts, bounds and nothing are told in few words', () => {
  const schema = (name: string) => toldSchema(actions.find((one) => one.name === name)?.inputSchema ?? {}).schema;
  const { status, client_id: client, total, sale_date: date } = propertiesOf(schema('list_sales'));
  const choices = { type: 'string', enum: ['draft', 'confirmed', 'completed', 'voided'] };
  assert.deepEqual(status?.['items'], choices);
  assert.deepEqual(client, { type: 'string', format: 'client_…' });
  const bounds = 'Or {gte, gt, lte, lt}.';
  assert.deepEqual(total, { type: ['string', 'object'], format: 'decimal', description: bounds });
  const withPeriod = 'Or {gte, lte, period=last_month}.';
  assert.deepEqual(date, { type: ['string', 'object'], format: 'date', description: withPeriod });
  const { negative_stock: negative } = propertiesOf(schema('update_variant'));
  assert.deepEqual(negative, { type: ['string', 'null'], enum: ['deny', 'warn', 'allow', null] });
});
