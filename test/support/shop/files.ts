import { pdfOf, upload } from '../uploading.ts';
import type { Fill } from './fill.ts';

/** Receipts enough for more than one page of them. */
const receipts = 3;

export const fillFiles: Fill = async ({ service, who, fresh }, { expense }) => {
  const path = `/expenses/${expense.id}/receipts`;
  const sent = [];
  for (let made = 0; made < receipts; made += 1) {
    sent.push(await upload(service, { ...who, path, bytes: pdfOf(fresh('receipt')), fields: { name: fresh('scan') } }));
  }
  return { file: sent[0]?.body };
};
