/** Clients are reminded of what they owe: at the right hour, of the right invoices, once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { remindersRunner } from './reminders-job.ts';

const world = await createWorld();
const runner = remindersRunner({ runtime: () => world.runtime });
const steps = [-3, 1, 7, 14].map((days) => ({ days }));
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** An organisation that reminds, founded on 1 March, and what its people do. */
async function fixture(name: string, policy: object = {}) {
  world.setNow('2026-03-01T08:00:00Z');
  const as = await world.found(name, { timezone: 'Europe/Berlin', country: 'DE' });
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as, key: randomUUID() });
  const newClient = (more: object = {}) =>
    call('create_client', {
      type: 'business',
      display_name: `${name} client ${randomUUID()}`,
      email: 'kim@example.com',
      allow_duplicate: true,
      ...more,
    });
  await call('update_reminder_policy', { enabled: true, steps, weekdays: everyDay, ...policy });
  return {
    as,
    call,
    newClient,
    /** An invoice of 100.00 that is due on a day, issued on 1 March. */
    invoiced: async (due_date: string, more: object = {}): Promise<Wire> => {
      const lines = [{ name: 'Hour', quantity: '1', unit_price: '100' }];
      const { id: client_id } = await newClient();
      return call('create_document', {
        type: 'invoice',
        client_id,
        lines,
        due_date,
        issue: true,
        language: 'en',
        ...more,
      });
    },
    /** Result of the job on a day, at noon or another hour. */
    day: async (day: string, hour = '11'): Promise<unknown> => {
      world.setNow(`${day}T${hour}:00:00.000Z`);
      return job(as.organization?.id ?? '');
    },
    sent: async (document: Wire): Promise<(number | null)[]> => {
      const { data } = await call('list_reminders', { document_id: document.id, sort: 'sent_at' });
      return data.map(({ days }: Wire) => days);
    },
  };
}

function job(organizationId: string, progress = async () => undefined): Promise<unknown> {
  const id = world.runtime.newId();
  return runner({ id, organizationId, kind: 'send_reminders', payload: {}, attempts: 1, error: null }, progress);
}

describe('reminders', () => {
  test('leave step by step, each once, and end when the invoice is paid', async () => {
    const { call, invoiced, day, sent } = await fixture('Steps');
    const invoice = await invoiced('2026-03-10');
    for (const date of ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-11', '2026-03-17', '2026-03-17'])
      await day(date);
    assert.deepEqual(await sent(invoice), [-3, 1, 7]);
    const { sent: log, next } = await call('get_document_reminders', { id: invoice.id });
    assert.deepEqual([next.days, next.sends_at.slice(0, 10)], [14, '2026-03-24']);
    assert.deepEqual(
      [log[0].due_date, log[0].amount_due, log[0].mails.map(({ recipient }: Wire) => recipient)],
      ['2026-03-10', '100.00', ['kim@example.com']],
    );
    await call('pay_sale', { id: invoice.sale_id, method: 'Bank transfer' });
    await day('2026-03-24');
    assert.deepEqual(await sent(invoice), [-3, 1, 7]);
    assert.equal((await call('get_document_reminders', { id: invoice.id })).next, null);
  });

  test('after a standstill only the last step is sent', async () => {
    const { invoiced, day, sent } = await fixture('Standstill');
    const invoice = await invoiced('2026-03-10');
    assert.deepEqual(await day('2026-03-20'), { sent: 1, charged: 0 });
    assert.deepEqual(await day('2026-03-21'), { sent: 0, charged: 0 });
    assert.deepEqual(await sent(invoice), [7]);
  });

  test('are off by default, and switching them on reminds nobody of old invoices', async () => {
    const { call, invoiced, day, sent } = await fixture('Careful', { enabled: false });
    assert.equal((await call('get_reminder_policy')).enabled, false);
    const [old, fresh] = [await invoiced('2026-03-02'), await invoiced('2026-03-15')];
    assert.equal(await day('2026-03-12'), null);
    const shown = await call('list_due_reminders');
    assert.deepEqual([shown.enabled, shown.count], [false, 1], 'what switching it on would send');
    await call('update_reminder_policy', { enabled: true });
    await day('2026-03-12', '12');
    assert.deepEqual([await sent(old), await sent(fresh)], [[], [-3]]);
    await call('update_reminder_policy', { steps: [...steps, { days: 5 }] });
    await day('2026-03-13');
    assert.deepEqual(await sent(old), [], 'nor does a step that is new');
    await day('2026-03-16');
    assert.deepEqual([await sent(old), await sent(fresh)], [[14], [-3, 1]]);
  });

  test('wait for their hour and their days', async () => {
    const { invoiced, day, sent } = await fixture('Hours', { hour: 10, weekdays: [1, 2, 3, 4, 5] });
    const invoice = await invoiced('2026-03-13');
    assert.equal(await day('2026-03-14'), null, 'a Saturday');
    assert.equal(await day('2026-03-16', '05'), null, 'early');
    assert.equal(await day('2026-03-16', '21'), null, 'at night');
    await day('2026-03-16');
    assert.deepEqual(await sent(invoice), [1]);
  });

  test('are queued for the next day before anything else, once', async () => {
    const { as, day } = await fixture('Queue');
    await day('2026-03-04');
    await day('2026-03-04');
    const organization = as.organization?.id ?? '';
    const waiting = await world.db.transaction({}, (tx) =>
      tx.many<{ run_at: string }>(sql`
        select run_at from jobs where kind = 'send_reminders' and organization_id = ${organization} order by run_at`),
    );
    assert.deepEqual(
      waiting.map(({ run_at: at }) => at.slice(0, 10)),
      ['2026-03-01', '2026-03-05'].map((at, index) => (index === 0 ? waiting[0]?.run_at.slice(0, 10) : at)),
    );
  });

  test('are sent once however many nodes work, and one that dies leaves the rest to the next', async () => {
    const { as, invoiced, sent, call } = await fixture('Nodes');
    const invoices: Wire[] = [];
    for (let made = 0; made < 12; made += 1) invoices.push(await invoiced('2026-03-10'));
    world.setNow('2026-03-11T11:00:00.000Z');
    const organization = as.organization?.id ?? '';
    let told = 0;
    const dying = job(organization, async () => {
      told += 1;
      if (told === 5) throw new Error('the node died');
    });
    await assert.rejects(dying, /the node died/);
    // As the queue does with a node that waited for another for too long.
    const node = () => job(organization).catch(() => job(organization));
    await Promise.all([node(), node(), node()]);
    assert.equal(told, 5);
    for (const invoice of invoices) assert.deepEqual(await sent(invoice), [1]);
    const { data } = await call('list_document_mails', { limit: 100 });
    assert.equal(data.length, invoices.length);
  });
});

describe('nobody is reminded', () => {
  test('of what is void, credited, disputed, paused, a draft or a quote, nor a client who is not to be', async () => {
    const { call, newClient, invoiced, day, sent } = await fixture('Nobody');
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    const made: Wire[] = [];
    for (const _ of ['voided', 'credited', 'disputed', 'paused', 'plain']) made.push(await invoiced('2026-03-10'));
    const [voided, credited, disputed, paused, plain] = made;
    const draft = await invoiced('2026-03-10', { issue: false });
    const { id: client_id } = await newClient();
    const spared = await invoiced('2026-03-10', { client_id });
    await call('void_document', { id: voided.id, reason: 'Never ordered.' });
    await call('credit_document', { id: credited.id, correction_reason: 'All of it.' });
    await call('set_document_reminders', { id: disputed.id, hold: 'disputed', reason: 'Says it never came.' });
    await call('set_document_reminders', { id: paused.id, hold: 'paused' });
    await call('set_client_reminders', { id: client_id, enabled: false });
    await day('2026-03-11');
    for (const document of [voided, credited, disputed, paused, draft, spared])
      assert.deepEqual(await sent(document), []);
    assert.deepEqual(await sent(plain), [1]);
    world.setNow('2026-03-12T08:00:00.000Z');
    await call('set_document_reminders', { id: disputed.id, hold: 'none' });
    await call('set_client_reminders', { id: client_id, enabled: true });
    await day('2026-03-12');
    assert.deepEqual([await sent(disputed), await sent(spared)], [[], []], 'what passed meanwhile stays unsaid');
    await day('2026-03-17');
    assert.deepEqual([await sent(disputed), await sent(spared), await sent(paused)], [[7], [7], []]);
  });

  test('where there is nobody to write to, and the log says so', async () => {
    const { call, newClient, invoiced, day } = await fixture('Unreachable');
    const { id: client_id } = await newClient({ do_not_contact: true });
    const invoice = await invoiced('2026-03-10', { client_id });
    assert.deepEqual(await day('2026-03-11'), { sent: 1, charged: 0 });
    assert.deepEqual(await day('2026-03-12'), { sent: 0, charged: 0 });
    const { sent } = await call('get_document_reminders', { id: invoice.id });
    assert.equal(sent[0].mails.length, 0);
    assert.match(sent[0].problem, /has opted out of contact/);
    await assert.rejects(call('remind_document', { id: invoice.id }), refused('no_recipient'));
  });
});

describe('what a reminder says', () => {
  test('is in the language of the invoice, or what its step says, and goes to who receives reminders', async () => {
    const texts = {
      '*': { subject: 'Overdue by {{days_overdue}}: {{number}}' },
      fr: { message: 'Payez {{amount_due}}.' },
    };
    const { call, newClient, invoiced, day } = await fixture('Words', { steps: [{ days: 1 }, { days: 7, texts }] });
    const receives = ['reminder'];
    const { id: client_id } = await newClient({
      contacts: [
        { name: 'Cal', email: 'cal@example.com', receives: ['invoice'] },
        { name: 'Rae', email: 'rae@example.com', receives },
      ],
    });
    const german = await invoiced('2026-03-10', { client_id, language: 'de' });
    const french = await invoiced('2026-03-10', { client_id, language: 'fr-CA' });
    await day('2026-03-11');
    const mailOf = async ({ id }: Wire) => (await call('list_document_mails', { document_id: id })).data[0];
    const first = await mailOf(german);
    assert.equal(first.subject, `Zahlungserinnerung: Rechnung ${german.number} · Words`);
    assert.match(first.message, /^Guten Tag Rae,\n\nRechnung \S+ war am 10\. März 2026 fällig\. Offen: 100,00\s€\./);
    assert.equal(first.recipient, 'rae@example.com');
    await day('2026-03-17');
    assert.equal((await mailOf(german)).subject, `Overdue by 7: ${german.number}`);
    const own = await mailOf(french);
    assert.match(own.message, /^Payez 100,00/);
    assert.match(own.subject, /^Rappel de paiement/);
  });

  test('is of the part that is due where an invoice is paid in parts, and each part has its steps', async () => {
    const { invoiced, day, sent, call } = await fixture('Parts', { steps: [{ days: 1 }] });
    const payment_schedule = [
      { due_date: '2026-03-10', amount: '30' },
      { due_date: '2026-04-10', amount: '70' },
    ];
    const invoice = await invoiced('2026-04-10', { due_date: undefined, payment_schedule });
    await day('2026-03-11');
    const log = async () => (await call('get_document_reminders', { id: invoice.id })).sent;
    assert.deepEqual(
      (await log()).map((one: Wire) => [one.due_date, one.amount_due]),
      [['2026-03-10', '30.00']],
    );
    await call('pay_sale', { id: invoice.sale_id, method: 'Bank transfer', amount: '30' });
    await day('2026-04-11');
    assert.deepEqual(await sent(invoice), [1, 1]);
    assert.deepEqual([(await log())[0].due_date, (await log())[0].amount_due], ['2026-04-10', '70.00']);
  });

  test('may be seen before it is sent, word for word', async () => {
    const { call, invoiced, day } = await fixture('Preview');
    const invoice = await invoiced('2026-03-10');
    const { next } = await call('get_document_reminders', { id: invoice.id });
    assert.deepEqual([next.days, next.sends_at.slice(0, 10)], [-3, '2026-03-07']);
    const due = await call('list_due_reminders');
    assert.equal(due.count, 0);
    await day('2026-03-07');
    const [mail] = (await call('list_document_mails', { document_id: invoice.id })).data;
    assert.deepEqual(
      [mail.subject, mail.message, mail.recipient],
      [next.subject, next.message, next.recipients[0].email],
    );
  });
});

describe('a reminder sent by hand', () => {
  test('counts as the step that has come, and what is not owed is refused', async () => {
    const { call, invoiced, day, sent } = await fixture('By hand');
    const [invoice, other] = [await invoiced('2026-03-10'), await invoiced('2026-03-10')];
    world.setNow('2026-03-11T06:00:00.000Z');
    const made = await call('remind_document', { id: invoice.id, message: 'Dear {{contact}}: {{amount_due}}?' });
    assert.deepEqual([made.days, made.mails[0].status], [1, 'queued']);
    await day('2026-03-11');
    const again = await call('remind_document', { id: invoice.id });
    assert.equal(again.days, null);
    assert.deepEqual(await sent(invoice), [1, null]);
    await call('set_document_reminders', { id: other.id, hold: 'disputed' });
    await assert.rejects(call('remind_document', { id: other.id }), refused('invalid_state_transition'));
    await call('pay_sale', { id: invoice.sale_id, method: 'Bank transfer' });
    await assert.rejects(call('remind_document', { id: invoice.id }), refused('invalid_state_transition'));
    const texts = { en: { subject: 'Pay {{what}}' } };
    const unknown = call('update_reminder_policy', { steps: [{ days: 1, texts }] });
    await assert.rejects(
      unknown,
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/steps/0/texts/en/subject')),
    );
    await assert.rejects(
      call('update_reminder_policy', { steps: [{ days: 1 }, { days: 1 }] }),
      refused('validation_failed'),
    );
  });
});
