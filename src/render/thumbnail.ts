import type sharp from 'sharp';

/** As many as may be kept of an image, so that nothing small unpacks to more. */
const pixelsMax = 50_000_000;
const quality = 80;

let library: typeof sharp | undefined;

/** A small picture of an image, upright as it was taken, without what a camera wrote beside it, such as the place. */
export async function thumbnail(image: Uint8Array, widthPx: number): Promise<Uint8Array> {
  library ??= await load();
  return library(image, { limitInputPixels: pixelsMax, pages: 1, failOn: 'error' })
    .autoOrient()
    .resize({ width: widthPx, height: 2 * widthPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

/** With the first image, since most of what is rendered is none. */
async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  // Two processes share the cores already, and no two images are alike.
  loaded.concurrency(1);
  loaded.cache(false);
  return loaded;
}
