import { pdfOf, upload } from '../uploading.ts';
import type { Fill } from './fill.ts';

/** Receipts enough for more than one page of them. */
const receipts = 3;

export const fillFiles: Fill = async ({ service, who, fresh }, { expense, client }) => {
  const path = `/expenses/${expense.id}/receipts`;
  const sent = [];
  for (let made = 0; made < receipts; made += 1) {
    sent.push(await upload(service, { ...who, path, bytes: pdfOf(fresh('receipt')), fields: { name: fresh('scan') } }));
  }
  const fields = { title: fresh('contract'), tags: fresh('tag'), client_ids: client.id };
  const other = await upload(service, { ...who, path: '/other-documents', bytes: pdfOf(fresh('contract')), fields });
  return { file: sent[0]?.body, other_document: other.body };
};
