import { eInvoiceOf } from '../../../src/einvoice/e-invoice.ts';
import { sampleFacts } from '../einvoice/facts.ts';
import { pdfOf, upload } from '../uploading.ts';
import { type Make, of, type Samples } from './make.ts';

/** Content that nobody has yet. A preview keeps it for a day, and makes no file of it. */
export const newContent: Make = async ({ service, who, fresh }) => {
  const answer = await upload(service, { ...who, bytes: pdfOf(fresh('content')), path: '/files?dry_run=true' });
  return { sha256: answer.body.sha256 };
};

export const newFile: Make = async (shop, person) => ({
  ...(await newContent(shop, person)),
  name: shop.fresh('paper'),
  folder: shop.fresh('folder'),
  tags: [shop.fresh('tag')],
});

/** An e-invoice of a number of its own, as nobody has sent it yet. */
export const newEInvoice: Make = async ({ service, who, fresh }) => {
  const { xml } = eInvoiceOf(sampleFacts({ number: fresh('bill') }), { profile: 'en16931' });
  const answer = await upload(service, { ...who, bytes: Buffer.from(xml ?? ''), path: '/files?dry_run=true' });
  return { sha256: answer.body.sha256 };
};

export const filesSamples: Samples = {
  create_file: newFile,
  read_einvoice: of('create_file', newEInvoice),
  update_file: of('create_file', newFile, { kind: 'contract', folder: null }),
  delete_file: of('create_file', newFile),
  restore_file: async (shop, person) => {
    const { id } = await shop.call('create_file', await newFile(shop, person));
    await shop.call('delete_file', { id });
    return { id };
  },
};
