import { uuidFrom } from '../../../src/wire/type-id.ts';
import type { Make, Samples } from './make.ts';

/** An invoice of its own that somebody may be reminded of. */
const newInvoice: Make = async ({ call, fresh, ids }) => {
  const lines = [{ variant_id: ids['variant'], quantity: '1' }];
  const { id } = await call('create_document', {
    type: 'invoice',
    client_id: ids['client'],
    title: fresh('owed'),
    lines,
    issue: true,
  });
  return { id };
};

const withMore =
  (more: object): Make =>
  async (shop, person) => ({ ...(await newInvoice(shop, person)), ...more });

export const remindersSamples: Samples = {
  update_reminder_policy: ({ fresh }) => ({
    steps: [{ days: -2 }, { days: 5, texts: { '*': { subject: fresh('subject') } } }],
    hour: 10,
    late_fees: { steps: [{ days: 9, percent: '1.25' }] },
  }),
  get_document_reminders: async (shop, person) => {
    await shop.call('update_reminder_policy', { enabled: true, steps: [{ days: 5 }] });
    return newInvoice(shop, person);
  },
  remind_document: newInvoice,
  chase_overdue: async ({ call, ids }) => {
    const lines = [{ variant_id: ids['variant'], quantity: '1' }];
    const days = { sale_date: '2026-01-02', due_date: '2026-01-09' };
    const { id: sale_id } = await call('create_sale', { client_id: ids['client'], lines, ...days, confirm: true });
    const { id } = await call('create_document', { type: 'invoice', sale_id, issue: true });
    return { document_ids: [id] };
  },
  set_document_reminders: withMore({ hold: 'disputed', reason: 'It never came.' }),
  set_client_reminders: async ({ call, fresh }) => {
    const { id } = await call('create_client', { type: 'business', display_name: fresh('client') });
    return { id, enabled: false, late_fees: [{ days: 9, amount: '2.50' }] };
  },
  bounce_document_mail: async (shop, person) => {
    const { mails } = await shop.call('remind_document', { ...(await newInvoice(shop, person)) });
    // The answer of a mail server is recorded by the mail job, which does not run here.
    const taken = `update document_mails set status = 'sent', ended_at = now() where id = $1`;
    await shop.service.owner.query(taken, [uuidFrom('dmail', mails[0].id)]);
    return { id: mails[0].id, reason: '5.1.1 no such user' };
  },
};
