import type { Fill } from './fill.ts';

export const fillDocuments: Fill = async ({ call, fresh }, { client, variant }) => {
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const draft = { client_id: client.id, lines, title: fresh('document'), terms: fresh('terms'), issue: true };
  const quote = await call('create_document', { type: 'quote', ...draft });
  const invoice = await call('create_document', { type: 'invoice', ...draft });
  const recurring_document = await call('create_recurring_document', {
    ...{ name: fresh('retainer'), document_id: invoice.id, frequency: 'month', start_date: '2099-01-01' },
  });
  const template = await call('create_document_template', { name: fresh('template'), layout: { design: 'maison' } });
  for (const days of [1, 2]) await call('share_document', { id: quote.id, valid_days: days });
  const share = await call('share_document', { id: quote.id });
  const to = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name: fresh(name) }));
  const { mails } = await call('send_document', { id: quote.id, to });
  const [series] = (await call('list_numbering_series', { record_type: 'quote' })).data;
  return { document_template: template, document: quote, recurring_document, series, share, mail: mails[0] };
};
