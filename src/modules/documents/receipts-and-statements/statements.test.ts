import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous } from '../../../operation/actor.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-20T10:00:00.000Z');

const statement = (client_id: string, more: object = {}): Promise<Wire> =>
  call('create_document', { type: 'statement', client_id, ...more });
const readable = needing('pdftotext');
const textOf = async ({ id }: Wire) => pdfText(Buffer.from((await call('get_document_pdf', { id })).content, 'base64'));
const pointed = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));

/** A client that was invoiced 100.00 and has paid 40.00 of it. */
async function owing(more: object = {}): Promise<{ id: string; invoice: Wire }> {
  const { id } = await shop.client({
    contacts: [{ name: 'Bea', email: 'bea@example.com', receives: ['statement'] }],
    ...more,
  });
  const invoice = await invoiced({ client_id: id, due_date: '2026-03-25' });
  await keyed('pay_sale', { id: invoice.sale_id, method: 'Bank transfer', amount: '40' });
  return { id, invoice };
}

describe('a statement', () => {
  test('says what the report says, by the documents that the client knows, and stays so', readable, async () => {
    const { id, invoice } = await owing();
    const report = await call('get_client_statement', { client_id: id, from: '2026-03-01', to: '2026-03-20' });
    const made = await statement(id, { from: '2026-03-01', to: '2026-03-20', title: 'March' });
    assert.match(made.number, /^ST-2026-\d{5}$/);
    assert.deepEqual([made.status, made.total, made.currency], ['final', '60.00', report.currency]);
    const { rows, ...head } = made.statement;
    for (const field of ['type', 'period', 'opening', 'closing', 'ageing', 'other_currencies']) {
      assert.deepEqual(head[field], report[field], field);
    }
    for (const [index, { entry_id: _, ...row }] of report.rows.entries()) {
      const { document_id: __, document_number: ___, document_type: ____, ...told } = rows[index];
      assert.deepEqual(told, row);
    }
    assert.deepEqual([rows[0].document_id, rows[0].document_number], [invoice.id, invoice.number]);
    assert.equal(rows.length, report.rows.length);
    await shop.pay({ id: invoice.sale_id });
    const { warnings, ...kept } = made;
    assert.deepEqual(warnings, []);
    assert.deepEqual(await document(made), kept);
    const text = await textOf(made);
    for (const said of ['Statement of account', invoice.number, '100.00', '40.00', '60.00', 'March 20, 2026']) {
      assert.match(text, new RegExp(said, 'i'));
    }
  });

  test('is in the language of the client, and of what is open alone where that is asked for', readable, async () => {
    const { id, invoice } = await owing({ language: 'de' });
    const open = await statement(id, { statement_type: 'outstanding_only' });
    assert.deepEqual(
      open.statement.rows.map(({ amount }: Wire) => amount),
      ['60.00'],
    );
    const text = await textOf(open);
    assert.match(text, new RegExp(`Rechnung ${invoice.number}`));
    assert.doesNotMatch(text, /Anfangssaldo|Eröffnungssaldo|Saldovortrag/);
    const sums = await statement(id, { statement_type: 'balance_forward' });
    assert.deepEqual(
      sums.statement.rows.map(({ kind, date }: Wire) => [kind, date]),
      [
        ['sale', null],
        ['payment', null],
      ],
    );
    assert.match(await textOf(sums), /60,00/);
  });

  test('of a client that has paid in advance is below zero, with no account to pay to', readable, async () => {
    const client_id = (await shop.client()).id;
    await keyed('create_payment', { client_id, method: 'Cash', amount: '75', auto_allocate: 'none' });
    await call('update_organization', { bank_account: { iban: 'DE89370400440532013000', holder: 'Acme' } });
    const made = await statement(client_id);
    assert.deepEqual([made.total, made.statement.closing, made.statement.ageing.credit], ['-75.00', '-75.00', '75.00']);
    assert.doesNotMatch(await textOf(made), /IBAN/);
    const { id } = await owing();
    assert.match(await textOf(await statement(id)), /IBAN/);
    const low = await call('list_documents', { type: ['statement'], total: { lt: '0' } });
    assert.deepEqual(
      low.data.map((one: Wire) => one.id),
      [made.id],
    );
  });

  test('ends today at the latest, and is of a client that there is', async () => {
    const { id } = await shop.client();
    assert.deepEqual((await statement(id)).statement.period, { from: '2026-03-01', to: '2026-03-20' });
    await assert.rejects(statement(id, { from: '2026-03-01', to: '2026-03-21' }), pointed('/to', 'in_future'));
    await assert.rejects(statement(id, { from: '2026-04-01' }), refused('validation_failed'));
    await assert.rejects(statement(id.slice(0, -4) + 'zzzz'), refused('not_found'));
    await assert.rejects(call('create_document', { type: 'statement' }), pointed('/client_id', 'required'));
    const clerk = withPermissions(world.ana, ['documents:write', 'documents:read', 'clients:read']);
    await assert.rejects(
      call('create_document', { type: 'statement', client_id: id }, { as: clerk }),
      refused('forbidden'),
    );
    const blind = withPermissions(world.ana, ['documents:write', 'documents:issue', 'documents:read', 'clients:read']);
    await assert.rejects(
      call('create_document', { type: 'statement', client_id: id }, { as: blind }),
      refused('forbidden'),
    );
  });

  test('is neither voided nor credited, and a list leaves its rows to whoever reads it', async () => {
    const { id } = await owing();
    const made = await statement(id);
    await assert.rejects(keyed('void_document', { id: made.id }), refused('invalid_state_transition'));
    await assert.rejects(call('delete_document', { id: made.id }), refused('invalid_state_transition'));
    const [listed] = (await call('list_documents', { client_id: id, type: ['statement'], status: ['final'] })).data;
    assert.deepEqual([listed.statement.rows, listed.statement.closing], [null, '60.00']);
    const noted = await call('update_document', { id: made.id, tags: ['sent'] });
    assert.deepEqual([noted.tags, noted.statement], [['sent'], made.statement]);
  });

  test('is sent to who receives statements, and a link shows it without what only colleagues know', async () => {
    const { id, invoice } = await owing();
    const made = await statement(id);
    const { mails } = await call('send_document', { id: made.id }, { key: randomUUID() });
    assert.deepEqual(
      mails.map(({ recipient }: Wire) => recipient),
      ['bea@example.com'],
    );
    const { url } = await call('share_document', { id: made.id });
    const seen = await call('get_shared_document', { token: url.split('/').at(-1) }, { as: anonymous });
    assert.equal(seen.statement.rows[0].document_number, invoice.number);
    for (const hidden of ['sale_', 'pay_', 'doc_', 'description']) {
      assert.equal(JSON.stringify(seen.statement).includes(hidden), false, hidden);
    }
  });

  test('in another currency says nothing of its worth in that of the books', async () => {
    const { id } = await shop.client({ currency: 'USD' });
    await shop.sold('10', { client_id: id, currency: 'USD', exchange_rate: '0.9' });
    const made = await statement(id);
    assert.deepEqual([made.currency, made.total, made.base_total, made.exchange_rate], ['USD', '10.00', null, null]);
  });
});
