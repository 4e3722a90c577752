/** One organisation never learns of another, whichever operation it tries with whichever id. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { dose } from '../support/dose.ts';
import { idFields, type IdField, withValue } from '../support/id-fields.ts';
import { masked } from '../support/masked.ts';
import { otherRecords } from '../support/other-records.ts';
import { asDryRun, restRequest } from '../support/rest-request.ts';
import type { HttpAnswer, SignedIn } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Shop } from '../support/shop/fill.ts';
import { tableSums } from '../support/table-sums.ts';

const { service, shop: rival, rival: acme } = await startSampledShops();
const samples = new Map<Operation, Sample>();
const among = dose(catalogue);
for (const operation of among) samples.set(operation, await sampleOf(rival, operation));

/** Tables of signing in, which has no preview. */
const sessionTables = ['sessions', 'refresh_tokens', 'attempts', 'audit_log'];

/** Kept as they are told and looked up by the sales that use them. */
const keptAsTold = /^(create|update)_client default_tax_rate_ids|^create_document_export client_id/;

const ofDeposit = { type: 'deposit_invoice', client_id: undefined, lines: undefined, deposit_percent: '30' };
const ofDebit = { type: 'debit_note', client_id: undefined };

/** Further input for ids that the sample cannot have, since it makes another kind of the same record. */
const fitting: Readonly<Record<string, object>> = {
  'create_document payment_id': { type: 'receipt', client_id: undefined, lines: undefined, issue: undefined },
  'create_document deposit_for_id': ofDeposit,
  'preview_document deposit_for_id': ofDeposit,
  'create_other_document file_id': { sha256: undefined },
  // That of the sample belongs to the other organisation.
  'set_client_templates id': { template_ids: [] },
  'get_report client_id': { name: 'client-statement' },
  'get_report account_id': { name: 'general-ledger' },
  'get_report product_id': { name: 'product-margin' },
  'get_report location_id': { name: 'inventory-valuation' },
  'get_report dimension_id': { name: 'profit-by-dimension' },
  'get_report dimension_value_id': { name: 'profit-and-loss' },
  'get_report without_dimension_id': { name: 'profit-and-loss' },
  'get_report budget_id': { name: 'budget-variance' },
  'get_report_drilldown dimension_id': { name: 'profit-by-dimension' },
  'get_report_drilldown budget_id': { name: 'budget-variance' },
  'reassign_dimensions expense_id': { sale_id: undefined },
  'reassign_dimensions entry_id': { sale_id: undefined },
  'create_schedule account_id': { account_code: undefined },
  'create_accrual account_id': { account_code: undefined },
  'create_asset account_id': { account_code: undefined },
  'create_asset expense_id': { account_code: undefined, cost: undefined },
  'dispose_asset account_id': { account_code: undefined },
  'dispose_asset sale_id': { account_code: undefined, proceeds: undefined },
  'reconcile_payment account_id': { residual: 'account' },
  'pay_vat_return entry_id': { account_id: undefined },
  'create_document corrects_document_id': ofDebit,
  'preview_document corrects_document_id': ofDebit,
};

/** Samples whose code or challenge is one of the moment. */
const ages = new Set([
  'confirm_totp',
  'disable_totp',
  'login_with_passkey',
  'login_with_provider',
  'prove_second_factor',
  'prove_with_passkey',
  'prove_with_provider',
]);

type Probe = IdField & { readonly operation: Operation; readonly name: string };

const probes: Probe[] = among.flatMap((operation) =>
  idFields(operation).map((field) => ({ ...field, operation, name: `${operation.name} ${field.path.join('/')}` })),
);

function ask({ operation, ...field }: Probe, id: string, { token }: SignedIn, more = {}): Promise<HttpAnswer> {
  const sample = { ...samples.get(operation)?.input, ...fitting[field.name], ...more };
  const input = withValue(operation, sample, { path: field.path, value: id });
  const request = restRequest(operation, input);
  const previews = operation.effect !== 'read' && operation.previewable !== false;
  const caller = operation.permission === 'public' ? {} : { token };
  return service.send({ ...(previews ? asDryRun(request) : request), ...caller });
}

function ghostOf({ prefix }: IdField): string {
  return typeIdFrom(prefix, randomUUID());
}

const made = await otherRecords(acme);

function idOf(shop: Shop, { prefix, name }: Probe): string {
  const id = shop.ids[prefix] ?? made.get(prefix);
  assert.ok(id, `the shop has no ${prefix}, which ${name} takes`);
  return id;
}

function withoutAddress({ status, text }: HttpAnswer, id: string): string {
  return `${status} ${masked(text.replaceAll(id, '*'))}`;
}

const isPathId = ({ operation, path }: Probe) => path.length === 1 && operation.http.includes(`{${path[0]}}`);

test('in every place an id of another organisation answers exactly as one that nobody has', async () => {
  assert.ok(probes.length >= among.length / 2);
  const before = await tableSums(service.owner, sessionTables);
  for (const probe of probes) {
    const [foreign, ghost] = [idOf(acme, probe), ghostOf(probe)];
    const answer = await ask(probe, foreign, rival.who);
    const expected = await ask(probe, ghost, rival.who);
    assert.equal(withoutAddress(answer, foreign), withoutAddress(expected, ghost), probe.name);
    assert.ok(!answer.text.includes(acme.mark), probe.name);
  }
  assert.deepEqual(await tableSums(service.owner, sessionTables), before);
});

test('such an id is not found, nor taken for a filter', async () => {
  const wrong: string[] = [];
  for (const probe of probes) {
    const { status, text, body } = await ask(probe, ghostOf(probe), rival.who);
    const isFilter = probe.operation.effect === 'read' && !isPathId(probe);
    const isRefused = isFilter && status === 422 && body.errors[0]?.code === 'not_found';
    // The filters answered all the same are listed in filters.test.ts.
    const isTaken = isRefused || (status === 200 && (isFilter || keptAsTold.test(probe.name)));
    if (!isTaken && status !== 404) wrong.push(`${probe.name}: ${status} ${text}`);
  }
  assert.deepEqual(wrong, []);
});

/** The other ids of the path, as the first organisation has them. */
function ownPath({ operation }: Probe): Record<string, string> {
  const inPath = probes.filter((one) => one.operation === operation && isPathId(one));
  return Object.fromEntries(inPath.map((one) => [one.path[0] ?? '', idOf(acme, one)]));
}

/** The entry of the shop was written by a person, and its file is a paper and no picture of its product. */
const notThere = /^(?:undo_mcp_|get_product_picture )/;

test('control: whoever may see the record is answered otherwise than with a ghost', async () => {
  const same: string[] = [];
  for (const probe of probes.filter((one) => isPathId(one) && !notThere.test(one.name))) {
    const [own, ghost] = [idOf(acme, probe), ghostOf(probe)];
    const around = ownPath(probe);
    const answer = await ask(probe, own, acme.who, around);
    const other = await ask(probe, ghost, acme.who, around);
    if (withoutAddress(answer, own) === withoutAddress(other, ghost)) same.push(`${probe.name}: ${answer.text}`);
  }
  assert.deepEqual(same, []);
});

test('nothing that another organisation is answered bears the mark or an id of the first', async () => {
  const ids = Object.values(acme.ids);
  for (const operation of among) {
    const known = ages.has(operation.name) ? undefined : samples.get(operation);
    const { input, caller } = known ?? (await sampleOf(rival, operation));
    const headers = { 'idempotency-key': randomUUID() };
    const token = operation.permission === 'public' ? undefined : caller.token;
    const answer = await service.send({ ...restRequest(operation, input), token, headers });
    assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
    assert.ok(!answer.text.includes(acme.mark), operation.name);
    assert.deepEqual(
      ids.filter((id) => answer.text.includes(id)),
      [],
      operation.name,
    );
  }
});

test('a search for the mark of another organisation finds nothing', async () => {
  const lists = catalogue.filter(
    ({ http, input }) => /^GET [^{]*$/.test(http) && 'shape' in input && 'q' in (input.shape as object),
  );
  assert.ok(lists.length >= 5);
  let found = 0;
  for (const operation of lists) {
    const request = restRequest(operation, { q: acme.mark });
    const { body } = await service.send({ ...request, token: rival.who.token });
    assert.deepEqual(rowsIn(body), [], operation.name);
    found += rowsIn((await service.send({ ...request, token: acme.who.token })).body).length;
  }
  assert.ok(found >= 5, 'control: its own organisation finds it');
});

/** Of a list, or of the search over everything. */
function rowsIn({ data, results }: HttpAnswer['body']): readonly unknown[] {
  return data ?? results;
}
