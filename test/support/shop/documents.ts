import type { Fill } from './fill.ts';

export const fillDocuments: Fill = async ({ call, fresh }, { client, variant }) => {
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const draft = { type: 'quote', client_id: client.id, lines, title: fresh('quote'), terms: fresh('terms') };
  const { id } = await call('create_document', draft);
  const template = await call('create_document_template', { name: fresh('template'), layout: { design: 'maison' } });
  return {
    document_template: template,
    document: await call('issue_document', { id }),
  };
};
