import { uuidFrom } from '../../../src/wire/type-id.ts';
import { pdfOf, upload } from '../uploading.ts';
import type { Fill, ShopActions } from './fill.ts';

export const fillDocuments: Fill = async (hands, { client, variant, payment }) => {
  const { call, fresh, service, who } = hands;
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const draft = { client_id: client.id, lines, title: fresh('document'), terms: fresh('terms'), issue: true };
  const hours = await upload(service, { ...who, bytes: pdfOf(fresh('hours')), fields: { name: fresh('hours') } });
  const quote = await call('create_document', { type: 'quote', ...draft, attachment_ids: [hours.body.id] });
  const invoice = await call('create_document', { type: 'invoice', ...draft });
  await call('create_document', { type: 'receipt', payment_id: payment.id, title: fresh('receipt') });
  const recurring_document = await call('create_recurring_document', {
    name: fresh('retainer'),
    document_id: invoice.id,
    frequency: 'month',
    start_date: '2099-01-01',
  });
  const template = await call('create_document_template', { name: fresh('template'), layout: { design: 'maison' } });
  for (const days of [1, 2]) await call('share_document', { id: quote.id, valid_days: days });
  const share = await call('share_document', { id: quote.id });
  const to = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name: fresh(name) }));
  const { mails } = await call('send_document', { id: quote.id, to });
  const [series] = (await call('list_numbering_series', { record_type: 'quote' })).data;
  for (const _ of [1, 2]) await call('remind_document', { id: invoice.id });
  const reminder = await call('remind_document', { id: invoice.id });
  await chargeFees(hands, invoice.id);
  for (const type of ['quote', 'invoice']) await call('create_document_export', { type: [type] });
  const archive = await call('create_export');
  const documentExport = await call('create_document_export', { status: ['draft'] });
  return {
    job: { id: documentExport.job_id },
    documentExport,
    archive,
    document_template: template,
    document: quote,
    recurring_document,
    series,
    share,
    mail: mails[0],
    reminder,
  };
};

/** As if the invoice was paid late three times, which takes weeks. */
async function chargeFees({ service, who }: ShopActions, invoice: string): Promise<void> {
  await service.owner.query(
    `insert into late_fees (organization_id, id, document_id, client_id, due_date, days, currency, amount_due, amount,
      fee_document_id, charged_at, created_by)
    select invoice.organization_id, gen_random_uuid(), invoice.id, invoice.client_id, '2020-01-01',
      row_number() over (order by other.id), invoice.currency, 1000, 50, other.id,
      now() - make_interval(hours => (row_number() over (order by other.id))::int), invoice.created_by
    from documents as invoice join documents as other on other.organization_id = invoice.organization_id
      and other.created_by = invoice.created_by
    where invoice.id = $1 and invoice.organization_id = $2 limit 3`,
    [uuidFrom('doc', invoice), uuidFrom('org', who.organization)],
  );
}
