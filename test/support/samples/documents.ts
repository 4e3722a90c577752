import assert from 'node:assert/strict';
import { pdfOf, pngOf, upload } from '../uploading.ts';
import { newContent } from './files.ts';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const draftOf =
  (type: string, more: object = {}): Make =>
  ({ fresh, ids }) => ({
    type,
    client_id: ids['client'],
    title: fresh(type),
    notes: fresh('offer'),
    ...more,
    lines: [{ variant_id: ids['variant'], quantity: '1' }],
  });

const newTemplate: Make = ({ fresh }) => ({
  name: fresh('template'),
  document_types: ['quote'],
  languages: ['de'],
  layout: { design: 'atelier', texts: { '*': { note: fresh('note') } } },
});

/** A paper from elsewhere, with content that nobody has yet. */
const newOther: Make = async (shop, person) => ({
  ...(await newContent(shop, person)),
  title: shop.fresh('contract'),
  tags: [shop.fresh('tag')],
  client_ids: [shop.ids['client']],
});

const newQuote = draftOf('quote');
const newInvoice = draftOf('invoice');

/** A document that has come as far as these steps lead. */
const after =
  (make: Make, steps: readonly string[], more: object = {}): Make =>
  async (shop, person) => {
    const { id } = await shop.call('create_document', { ...(await make(shop, person)) });
    for (const step of steps) await shop.call(step, { id });
    return { id, ...more };
  };

/** Token of a share link to a new quote. */
const linked =
  (more: object = {}): Make =>
  async (shop, person) => {
    const { id } = await after(newQuote, ['issue_document'])(shop, person);
    const { url } = await shop.call('share_document', { id });
    return { token: String(url).split('/').at(-1), ...more };
  };

/** The same, of a quote that was issued with a logo. */
const linkedWithLogo: Make = async (shop, person) => {
  const logo = await upload(shop.service, { ...shop.who, bytes: pngOf(), filename: 'logo.png' });
  const look = { document_types: ['quote'], logo_file_id: logo.body.id, is_default: true };
  const { id } = await shop.call('create_document_template', { name: shop.fresh('template'), ...look });
  await shop.call('publish_document_template', { id });
  const link = await linked()(shop, person);
  await shop.call('archive_document_template', { id });
  return link;
};

/** A draft with a file that goes with it. */
const withFile: Make = async (shop, person) => {
  const file = { bytes: pdfOf(shop.fresh('hours')), filename: `${shop.fresh('hours')}.pdf` };
  const { body, text } = await upload(shop.service, { ...shop.who, ...file });
  assert.ok(body?.id, text);
  return { ...(await newQuote(shop, person)), attachment_ids: [body.id] };
};

const newRecurring: Make = async (shop, person) => {
  const { id } = await shop.call('create_document', { ...(await newInvoice(shop, person)) });
  return { name: shop.fresh('retainer'), document_id: id, frequency: 'month', mode: 'issue' };
};

export const documentsSamples: Samples = {
  ...lifecycle('document_template', newTemplate, { layout: { design: 'bold' } }),
  preview_template_changes: ({ ids }) => ({
    template_id: ids['tmpl'],
    layout: { design: 'swiss', colors: { accent: '#14213d' } },
  }),
  publish_document_template: of('create_document_template', newTemplate),
  delete_document_template: of('create_document_template', newTemplate),
  duplicate_document_template: async (shop, person) => ({
    id: (await shop.call('create_document_template', { ...(await newTemplate(shop, person)) })).id,
    name: shop.fresh('copy'),
  }),
  set_client_templates: async ({ call, fresh, ids }) => {
    const { id } = await call('create_client', { type: 'business', display_name: fresh('client') });
    return { id, template_ids: [ids['tmpl']] };
  },
  create_document: draftOf('invoice', { issue: true }),
  preview_document: draftOf('invoice'),
  update_document: of('create_document', newInvoice, { terms: 'Half of it in advance.', due_date: '2090-01-31' }),
  delete_document: of('create_document', newInvoice),
  issue_document: of('create_document', newInvoice),
  submit_document: of('create_document', newInvoice, { note: 'For Monday, please.' }),
  withdraw_document: after(newQuote, ['submit_document']),
  reject_document: after(newQuote, ['submit_document'], { reason: 'The discount is missing.' }),
  accept_document: after(newQuote, ['issue_document'], { accepted_by: 'Bea Buyer' }),
  decline_document: after(newQuote, ['issue_document'], { reason: 'Too dear.' }),
  convert_document: after(newQuote, ['issue_document', 'accept_document'], { issue: true }),
  correct_invoice: after(newInvoice, ['issue_document'], { po_number: 'PO-2026-7', correction_reason: 'No order.' }),
  credit_document: after(newInvoice, ['issue_document'], { correction_reason: 'Too many.' }),
  // A draft, of which nothing is kept: a read leaves no trace.
  // It was written when the document was issued: a read leaves no trace.
  get_document_einvoice: async (shop) => {
    const { call, fresh, ids } = shop;
    await call('update_organization', {
      tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
      address: { city: 'Berlin', postal_code: '10115', country: 'DE' },
    });
    const { id: client_id } = await call('create_client', {
      type: 'business',
      display_name: fresh('client'),
      billing_address: { city: 'Bonn', country: 'DE' },
      e_invoicing: { format: 'en16931-ubl' },
    });
    const lines = [{ variant_id: ids['variant'], quantity: '1', tax_rate_ids: [ids['tax']] }];
    return { id: (await call('create_document', { type: 'invoice', client_id, lines, issue: true })).id };
  },
  get_document_pages: of('create_document', newInvoice),
  get_document_pdf: of('create_document', newInvoice),
  get_document_attachment: async (shop, person) => {
    const { id, attachments } = await shop.call('create_document', { ...(await withFile(shop, person)) });
    return { id, file_id: attachments[0].file_id };
  },
  get_shared_document_attachment: async (shop, person) => {
    const { id } = await shop.call('create_document', { ...(await withFile(shop, person)) });
    await shop.call('issue_document', { id });
    const { url } = await shop.call('share_document', { id });
    return { token: String(url).split('/').at(-1), place: '1' };
  },
  update_numbering_series: async ({ call, fresh }) => {
    const [{ id }] = (await call('list_numbering_series', { record_type: 'other' })).data;
    return { id, pattern: `PAPER${fresh('').split(' ').at(-1)}-{YYYY}-{SEQ:4}` };
  },
  create_recurring_document: newRecurring,
  update_recurring_document: of('create_recurring_document', newRecurring, { due_in_days: 3 }),
  pause_recurring_document: of('create_recurring_document', newRecurring),
  cancel_recurring_document: of('create_recurring_document', newRecurring),
  run_recurring_document: of('create_recurring_document', newRecurring),
  resume_recurring_document: async (shop, person) => {
    const { id } = await shop.call('create_recurring_document', { ...(await newRecurring(shop, person)) });
    await shop.call('pause_recurring_document', { id });
    return { id };
  },
  void_document: after(newQuote, ['issue_document'], { reason: 'By mistake.' }),
  send_document: after(newQuote, ['issue_document'], { to: [{ email: 'bea@example.com', name: 'Bea Buyer' }] }),
  share_document: after(newQuote, ['issue_document']),
  revoke_document_share: of('share_document', after(newQuote, ['issue_document'])),
  ...lifecycle('other_document', newOther, { notes: 'In the safe.', sale_ids: [] }),
  get_shared_document: linked(),
  get_shared_document_logo: linkedWithLogo,
  // Its pages are kept when they are first made, and a read leaves no trace.
  get_shared_document_pdf: async (shop, person) => {
    const given = await linked()(shop, person);
    await shop.call('get_shared_document_pdf', given);
    return given;
  },
  view_shared_document: linked(),
  accept_shared_document: linked({ name: 'Bea Buyer' }),
  decline_shared_document: linked({ name: 'Bea Buyer', reason: 'Too dear.' }),
};
