/** A draft that its author may not issue is handed in, and issued or sent back by somebody who may. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { register } from '../../../../test/support/people.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const { client, keyed } = shopOf(world);
const author = {
  ...withPermissions(
    ana,
    [...ana.permissions].filter((one) => one !== 'documents:issue'),
  ),
  userId: (await register(world, 'Author')).actor.userId,
  name: 'Author',
};

const types = () => world.emitted().map(({ type }) => type);
const issue = ({ id }: Wire, more: object = {}): Promise<Wire> =>
  call('issue_document', { id, ...more }, { key: randomUUID() });
const submit = ({ id }: Wire, more: object = {}): Promise<Wire> =>
  call('submit_document', { id, ...more }, { as: author });
const ids = async (status: string): Promise<string[]> =>
  (await call('list_documents', { status: [status], fields: ['id'], limit: 100 })).data.map(({ id }: Wire) => id);

async function draft(type = 'invoice', more: object = {}): Promise<Wire> {
  const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
  return call('create_document', { type, client_id: (await client()).id, lines, ...more }, { as: author });
}

describe('submitting', () => {
  test('a draft that is handed in awaits approval, with who handed it in and their note', async () => {
    const { id } = await draft();
    types();
    const handed = await submit({ id }, { note: 'For Monday, please.' });
    assert.deepEqual(types(), ['document.submitted']);
    assert.deepEqual(
      [handed.status, handed.submit_note, handed.submitted_by.name, handed.number],
      ['submitted', 'For Monday, please.', 'Author', null],
    );
    assert.deepEqual(await ids('submitted'), [id]);
    assert.ok(!(await ids('draft')).includes(id));
    await assert.rejects(
      submit({ id }),
      refused('invalid_state_transition', ({ status, allowed }) => {
        assert.equal(status, 'submitted');
        assert.deepEqual(allowed.slice(0, 3), ['issue_document', 'reject_document', 'withdraw_document']);
      }),
    );
    await call('withdraw_document', { id }, { as: author });
  });

  test('whoever may not issue can neither issue nor reject it', async () => {
    const { id } = await submit(await draft());
    await assert.rejects(call('issue_document', { id }, { as: author, key: randomUUID() }), refused('forbidden'));
    await assert.rejects(call('reject_document', { id, reason: 'No' }, { as: author }), refused('forbidden'));
  });

  test('every type that is drafted can be handed in and issued', async () => {
    const invoice = await draft('invoice');
    const note = (more: object) => call('create_document', more, { as: author });
    await issue(invoice);
    const { sale_id } = await call('get_document', { id: invoice.id });
    const drafts = [
      await draft('quote'),
      await draft('proforma'),
      await draft('deposit_invoice'),
      await note({ type: 'delivery_note', sale_id }),
      await note({
        type: 'debit_note',
        corrects_document_id: invoice.id,
        lines: [{ name: 'More', quantity: '1', unit_price: '5' }],
      }),
      await note({ type: 'credit_note', sale_id: (await keyed('return_sale', { id: sale_id })).id }),
    ];
    for (const one of drafts) {
      await submit(one);
      types();
      const issued = await issue(one);
      assert.ok(types().includes('document.approved'), issued.type);
      assert.deepEqual([issued.submitted_by.name, issued.issued_at !== null], ['Author', true], issued.type);
    }
  });

  test('what is issued, or issues itself on a day, is not handed in', async () => {
    const issued = await issue(await draft('quote'));
    await assert.rejects(submit(issued), refused('invalid_state_transition'));
    const { id } = await draft('quote');
    await call('update_document', { id, issue_at: '2090-01-01' });
    await assert.rejects(
      submit({ id }),
      refused('invalid_state_transition', ({ status }) => assert.equal(status, 'scheduled')),
    );
  });
});

describe('approval', () => {
  test('a rejected draft says by whom and why, and can be changed, handed in again and issued', async () => {
    const { id } = await submit(await draft());
    types();
    const back = await call('reject_document', { id, reason: 'The discount is missing.' });
    assert.deepEqual(types(), ['document.rejected']);
    assert.deepEqual(
      [back.status, back.reject_reason, back.rejected_by.name, back.submitted_at, back.submitted_by],
      ['rejected', 'The discount is missing.', ana.name, null, null],
    );
    assert.ok((await ids('rejected')).includes(id));
    await assert.rejects(call('reject_document', { id, reason: 'Again' }), refused('invalid_state_transition'));
    await call('update_document', { id, discounts: [{ type: 'percent', value: '10' }] }, { as: author });
    assert.equal((await call('get_document', { id })).status, 'rejected', 'until it is handed in again');
    assert.equal((await submit({ id })).reject_reason, 'The discount is missing.', 'the approver sees what was wrong');
    const issued = await issue({ id });
    assert.deepEqual([issued.status, issued.total], ['open', '90.00']);
  });

  test('an approver may correct what was handed in, and it still waits', async () => {
    const { id } = await submit(await draft());
    const lines = [{ name: 'Consulting', quantity: '3', unit_price: '50' }];
    const corrected = await call('update_document', { id, lines });
    assert.deepEqual([corrected.status, corrected.total], ['submitted', '150.00']);
    assert.equal((await issue({ id })).submitted_by.name, 'Author');
  });

  test('what its author changes is not what they handed in any more', async () => {
    for (const type of ['invoice', 'quote']) {
      const { id } = await submit(await draft(type));
      types();
      const unprinted = await call('update_document', { id, tags: ['fair'] }, { as: author });
      assert.equal(unprinted.status, 'submitted', 'a tag is not printed');
      const changed = await call('update_document', { id, notes: 'Thank you' }, { as: author });
      assert.deepEqual([changed.status, changed.submitted_at, changed.submit_note], ['draft', null, null]);
      assert.ok(types().includes('document.withdrawn'));
    }
  });

  test('a sale that is changed takes its invoice back from approval, and approvers see that it changed', async () => {
    const { id, sale_id, version } = await submit(await draft());
    const lines = [{ name: 'Consulting', quantity: '9', unit_price: '50' }];
    await call('update_sale', { id: sale_id, lines }, { as: author });
    const { status, total } = await call('get_document', { id });
    assert.deepEqual([status, total], ['draft', '450.00']);
    await assert.rejects(issue({ id }, { version }), refused('version_conflict'));
  });

  test('other lines of the same words and sum are another invoice', async () => {
    const { id, sale_id, version } = await submit(await draft());
    const lines = [{ name: 'Consulting', quantity: '1', unit_price: '100' }];
    assert.equal((await call('update_sale', { id: sale_id, lines }, { as: author })).total, '100.00');
    assert.deepEqual((await call('get_document', { id })).status, 'draft');
    await assert.rejects(issue({ id }, { version }), refused('version_conflict'));
  });

  test('confirming its sale changes nothing that was handed in', async () => {
    const { id, sale_id } = await submit(await draft());
    await keyed('confirm_sale', { id: sale_id });
    assert.equal((await call('get_document', { id })).status, 'submitted');
  });

  test('an approver who has it issue itself on a day has approved it', async () => {
    const { id } = await submit(await draft('quote'));
    const planned = await call('update_document', { id, issue_at: '2090-01-01' });
    assert.equal(planned.status, 'scheduled');
    assert.ok(!(await ids('submitted')).includes(id));
    await call('update_document', { id, issue_at: null });
    assert.equal((await call('get_document', { id })).status, 'submitted');
    types();
    await issue({ id });
    assert.ok(types().includes('document.approved'));
  });

  test('what nobody handed in is issued without telling anybody that it was approved', async () => {
    const made = await draft('quote');
    types();
    await issue(made);
    assert.deepEqual(types(), ['quote.issued']);
  });

  test('a withdrawn draft is as it was, and neither it nor another state is withdrawn', async () => {
    const before = await draft('quote');
    await submit(before, { note: 'Look' });
    const after = await call('withdraw_document', { id: before.id }, { as: author });
    const { version: _, updated_at: __, warnings: ___, ...rest } = before;
    for (const [field, value] of Object.entries(rest)) assert.deepEqual(after[field], value, field);
    await assert.rejects(
      call('withdraw_document', { id: before.id }, { as: author }),
      refused('invalid_state_transition'),
    );
  });

  test('a client who sees the issued document learns nothing of its approval', async () => {
    const { id } = await submit(await draft('quote'), { note: 'Internal word' });
    await issue({ id });
    const { url } = await call('share_document', { id });
    const shared = await call('get_shared_document', { token: url.split('/').at(-1) });
    assert.doesNotMatch(JSON.stringify(shared), /Internal word|submit|reject/);
  });
});
