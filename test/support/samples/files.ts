import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { eInvoiceOf } from '../../../src/einvoice/e-invoice.ts';
import { sampleFacts } from '../einvoice/facts.ts';
import { pdfOf, upload } from '../uploading.ts';
import type { Shop } from '../shop/fill.ts';
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

/** The id of a file that holds an image which nobody has yet. */
export async function newImage({ service, who, fresh }: Shop): Promise<string> {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(fresh('image')).digest();
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return (await upload(service, { ...who, bytes, filename: 'photo.png' })).body.id;
}

export const filesSamples: Samples = {
  get_file_thumbnail: async (shop) => ({ id: await newImage(shop) }),
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
