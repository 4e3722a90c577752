/** A filter by what there is not is refused, and never answered as if nothing had happened. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { shapeOf } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { idFields, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { startService } from '../support/running-service.ts';
import { sampleOf } from '../support/samples.ts';
import { openShop } from '../support/shop.ts';
import { callOf } from './call-of.ts';

const service = await startService();
const shop = await openShop(service, 'Zirkonia');
const rival = await openShop(service, 'Quarzit');
const reads = catalogue.filter(({ http, permission }) => http.startsWith('GET ') && permission !== 'public');

/** Filters by ids that nothing reads a record by, and why their empty answers stand. */
const untold: Readonly<Record<string, string>> = {
  'export_audit_log actor_id': 'People who left are in no list: the log alone knows who acted.',
  'export_audit_log session_id': 'Sessions that ended are kept nowhere but in the log.',
  'list_audit_log actor_id': 'People who left are in no list: the log alone knows who acted.',
  'list_audit_log session_id': 'Sessions that ended are kept nowhere but in the log.',
};

/** Words that a list takes freely: nothing says which there are, and that there are none is the answer. */
const free = new Set(
  `q tag number reference external_id email sku barcode code custom_fields country currency key name sha256
  content_type folder supplier_invoice_number channel reason_code mcp_client request_id record_type`.split(/\s+/),
);

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
    const any = ['target_id', 'object_id'].filter((name) => name in shapeOf(operation));
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
  assert.deepEqual([...new Set(answered)].toSorted(), Object.keys(untold));
  assert.ok(refused > 200, `${refused} refused`);
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
  assert.ok(refused > 200, `${refused} refused`);
});
