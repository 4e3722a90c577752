/** One organisation does its worst, and another hardly notices: of which a measure is who is answered first. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { isComplete } from '../support/dose.ts';
import { eventually } from '../support/embedded-service.ts';
import { formOf } from '../support/uploading.ts';
import type { HttpRequest } from '../support/running-service.ts';
import { startShop } from '../support/shop-service.ts';
import { restRequest } from '../support/rest-request.ts';

const every = isComplete ? 1 : 6;
/** Of a turn that a test takes. */
const deadlineMs = 120_000;
const flood = 8;
/** One that is being worked at, one that ends in the same moment, and one that was handed out between. */
const overtakenMax = 3;

const { service, shop } = await startShop();
const calm = await service.register('Calm');
const glance: HttpRequest = { method: 'GET', path: '/api/clients?limit=1', token: calm.token };

/** By a connection of its own. */
async function ask({ method, path, token, body, headers = {} }: HttpRequest): Promise<number> {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : null;
  const authorization = `Bearer ${token}`;
  const answer = await fetch(`${service.url}${path}`, { method, headers: { ...headers, authorization }, body: sent });
  await answer.arrayBuffer();
  return answer.status;
}

/** Calls of the flood that were answered before the last call was. */
async function overtaken(requests: readonly HttpRequest[], last: HttpRequest): Promise<number> {
  let answered = 0;
  // Its connection is open, as theirs are.
  await ask(glance);
  // A caller refused before the end of a long body sees the connection end.
  const sent = requests.map((request) =>
    service
      .send(request)
      .catch(ignored)
      .then(() => void (answered += 1)),
  );
  const status = await ask(last);
  assert.ok(status < 300, `${last.path} answered ${status}`);
  const before = answered;
  await Promise.all(sent);
  return before;
}

const ignored = () => undefined;

/** Operations that answer with a file and need nothing but an id. */
const filing = catalogue.filter(
  ({ effect, input }) =>
    effect === 'read' &&
    ['xlsx', 'package'].some((format) => input.safeParse({ format }, { reportInput: true }).success),
);

test('files of whichever operation wait for a turn of their organisation, and for no other', async (t) => {
  assert.ok(filing.length > 10, 'control: the operations that make files are found');
  const { heavy } = service.app;
  const organization = uuidFrom('org', shop.who.organization) ?? '';
  for (const operation of filing.filter((_, index) => index % every === 0)) {
    const format = operation.input.safeParse({ format: 'xlsx' }).success ? 'xlsx' : 'package';
    const asked = (token: string): HttpRequest => ({ ...restRequest(operation, { format }), token });
    const busy = Promise.withResolvers<void>();
    const turn = heavy.run({ organization, deadlineMs }, () => busy.promise);
    let isAnswered = false;
    const waiting = ask(asked(shop.who.token)).finally(() => (isAnswered = true));
    await eventually(() => assert.equal(heavy.waiting(), 1, operation.name));
    assert.equal(await ask(asked(calm.token)), 200, operation.name);
    assert.equal(isAnswered, false, operation.name);
    busy.resolve();
    await turn;
    assert.equal(await waiting, 200, operation.name);
  }
  t.diagnostic(`${filing.length} operations make files`);
});

/** An e-invoice of so many lines that reading it takes long, and no two of the same content. */
function slowInvoice(): Buffer {
  const lines = '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:Note>x</cbc:Note></cac:InvoiceLine>'.repeat(40_000);
  const root = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">';
  return Buffer.from(`${root}<!-- ${randomUUID()} -->${lines}</Invoice>`);
}

const sending = (token: string, bytes: Buffer): HttpRequest => {
  const form = formOf([{ name: 'file', value: bytes, filename: 'bill.xml' }]);
  return { method: 'POST', path: '/api/files', token, ...form };
};

test('files made to be slow keep their sender waiting, and nobody else', async () => {
  const files = () => Array.from({ length: flood }, () => sending(shop.who.token, slowInvoice()));
  const small = Buffer.from('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"></Invoice>');
  assert.ok((await overtaken(files(), sending(calm.token, small))) <= overtakenMax);
});
