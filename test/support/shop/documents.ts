import type { Fill } from './fill.ts';

export const fillDocuments: Fill = async ({ call, fresh }, { client, variant }) => {
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const draft = { type: 'quote', client_id: client.id, lines, title: fresh('quote'), terms: fresh('terms') };
  const { id } = await call('create_document', draft);
  const document = await call('issue_document', { id });
  return { document, share: await call('share_document', { id }) };
};
