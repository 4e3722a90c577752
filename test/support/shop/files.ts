import { pdfOf, upload } from '../uploading.ts';
import type { Fill } from './fill.ts';

/** Receipts enough for more than one page of them. */
const receipts = 3;

export const fillFiles: Fill = async ({ service, who, fresh, call }, { expense, client, document }) => {
  const path = `/expenses/${expense.id}/receipts`;
  // The file that goes with the document is a receipt too.
  const { file_id: attached } = document.attachments[0];
  const file = await call('create_expense_receipt', { id: expense.id, file_id: attached });
  for (let made = 1; made < receipts; made += 1) {
    await upload(service, { ...who, path, bytes: pdfOf(fresh('receipt')), fields: { name: fresh('scan') } });
  }
  const fields = { title: fresh('contract'), tags: fresh('tag'), client_ids: client.id };
  const other = await upload(service, { ...who, path: '/other-documents', bytes: pdfOf(fresh('contract')), fields });
  return { file, other_document: other.body };
};
