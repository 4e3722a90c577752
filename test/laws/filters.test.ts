/** A filter by what there is not is refused, and never answered as if nothing had happened. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { shapeOf } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { dose, isComplete, namesIn } from '../support/dose.ts';
import { idFields, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { sampleOf } from '../support/samples.ts';
import { startShops } from '../support/shop-service.ts';
import { callOf } from './call-of.ts';

const { service, shop, rival } = await startShops();
const reads = dose(catalogue.filter(({ http, permission }) => http.startsWith('GET ') && permission !== 'public'));
const refusedMin = isComplete ? 200 : 20;

/** Filters by ids that nothing reads a record by, and why their empty answers stand. */
const untold: Readonly<Record<string, string>> = {
  'export_audit_log actor_id': 'People who left are in no list: the log alone knows who acted.',
  'export_audit_log session_id': 'Sessions that ended are kept nowhere but in the log.',
  'list_audit_log actor_id': 'People who left are in no list: the log alone knows who acted.',
  'list_audit_log session_id': 'Sessions that ended are kept nowhere but in the log.',
};

/** Unique or searched values: an empty list is a true answer to them. */
const free = new Set(
  `q number name reference external_id email sku barcode custom_fields sha256 content_type supplier_invoice_number
  request_id end_to_end_id`.split(/\s+/),
);

/** Words of the organisation's own, and one that it does not use, of the form that each takes. */
const words: Readonly<Record<string, string>> = {
  tag: 'zzz_no_such_tag',
  currency: 'ZMW',
  code: '99999',
  channel: 'zzz_no_such_channel',
  folder: 'Zzz',
  country: 'ZW',
  category: 'G',
  reason_code: 'zzz_none',
  record_type: 'zzz_none',
  key: 'zzz_none',
  mcp_client: 'zzz_none',
};
/** SKUs of the subject of the rows, and not of the rows. */
const named = new Set(['list_stock_levels sku', 'list_stock_alerts sku']);

async function asked(operation: Operation, query: object) {
  const { input, caller } = await sampleOf(shop, operation);
  return service.send(callOf(operation, { caller, input: { ...input, ...query } }));
}

test('an id that names no record here is refused where a list or a report is narrowed by it', async () => {
  const answered: string[] = [];
  let refused = 0;
  for (const operation of reads) {
    const fields = idFields(operation).flatMap(({ path, prefix }) =>
      path.length === 1 ? { name: path.join(), prefix } : [],
    );
    const any = ['target_id', 'object_id', 'source_id'].filter((name) => name in shapeOf(operation));
    const all = [...fields, ...any.map((name) => ({ name, prefix: 'sale' }))];
    for (const { name, prefix } of all) {
      const filter = `${operation.name} ${name}`;
      const foreign = rival.ids[prefix];
      for (const value of [typeIdFrom(prefix, randomUUID()), ...(foreign === undefined ? [] : [foreign])]) {
        const { status, body, text } = await asked(operation, { [name]: value });
        if (status < 400) answered.push(filter);
        else {
          refused += 1;
          assert.ok([404, 422].includes(status), `${filter}: ${text}`);
          if (status === 422) assert.equal(body.errors[0].pointer, `/${name}`, `${filter}: ${text}`);
        }
      }
      const own = shop.ids[prefix];
      if (own === undefined || operation.http.includes('{')) continue;
      const control = await asked(operation, { [name]: own });
      assert.notEqual(control.body?.errors?.[0]?.code, 'not_found', `control: ${filter} ${control.text}`);
    }
  }
  assert.deepEqual([...new Set(answered)].toSorted(), namesIn(reads, Object.keys(untold)));
  assert.ok(refused > refusedMin, `${refused} refused`);
});

test('a word that a filter does not know is refused, but where words are free', async () => {
  const answered = new Set<string>();
  let refused = 0;
  for (const operation of reads.filter((one) => 'limit' in shapeOf(one))) {
    const properties = (wireSchemaOf(operation.input)['properties'] ?? {}) as Record<string, Schema>;
    for (const name of Object.keys(properties).filter((one) => !free.has(one))) {
      const { status, text } = await asked(operation, { [name]: 'zzz_no_such_word' });
      if (status < 400) answered.add(`${operation.name} ${name}`);
      else {
        refused += 1;
        assert.ok([400, 404, 422].includes(status), `${operation.name} ${name}: ${text}`);
      }
    }
  }
  assert.deepEqual([...answered], []);
  assert.ok(refused > refusedMin, `${refused} refused`);
});

/** Inputs that name one record instead of narrowing a list, so that nothing is found where there is none. */
const ofOneRecord = new Set(['lookup_variant code']);

test('a word of the organisation that nothing has is refused with those that come near', async () => {
  const answered: string[] = [];
  let refused = 0;
  let offered = 0;
  for (const operation of reads) {
    const filters = Object.keys(wireSchemaOf(operation.input)['properties'] ?? {}).filter(
      (name) => (name in words || named.has(`${operation.name} ${name}`)) && !operation.http.includes(`{${name}}`),
    );
    for (const name of filters) {
      const about = `${operation.name} ${name}`;
      if (ofOneRecord.has(about)) continue;
      const word = words[name] ?? 'zzz-none';
      const { status, body, text } = await asked(operation, { [name]: word });
      if (status < 400) {
        answered.push(about);
        continue;
      }
      refused += 1;
      assert.equal(status, 422, `${about}: ${text}`);
      assert.equal(body.errors[0].pointer, `/${name}`, `${about}: ${text}`);
      if (body.errors[0].code !== 'not_found') continue;
      for (const known of body.candidates ?? []) {
        offered += 1;
        const control = await asked(operation, { [name]: known });
        assert.equal(control.status, 200, `control: ${about} takes ${known}: ${control.text}`);
      }
    }
  }
  // A file without rows is a file: the list beside it tells of the word.
  assert.deepEqual(answered.toSorted(), namesIn(reads, ['export_audit_log mcp_client']));
  assert.ok(!isComplete || (refused > 40 && offered > 10), `${refused} refused, ${offered} offered`);
});
