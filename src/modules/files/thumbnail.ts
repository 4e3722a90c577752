import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { type AfterCommitContext, type Afterwards, afterwards } from '../../operation/afterwards.ts';
import { invalidStateTransition, notFound, refusal, unavailable } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { RenderFault } from '../../operation/renderer.ts';
import type { FileOutput } from '../../wire/index.ts';

const widths = [96, 320, 960] as const;
export type Width = (typeof widths)[number];

export const ThumbnailWidth = z
  .literal(widths)
  .default(320)
  .describe('Pixels: 96 for lists, 320 for cards, 960 for reading.');

export const noThumbnail = refusal(
  'no_thumbnail',
  422,
  'No thumbnail can be made of this file.',
  'Thumbnails are made of JPEG, PNG and WebP images. Get the file itself at /content.',
);

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
export const isShown = (contentType: string): boolean => imageTypes.includes(contentType);

type Image = {
  readonly sha256: string;
  readonly content_type: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly kept: Buffer | null;
};

/**
 * A small picture of an image, made when it is first asked for.
 *
 * @param of `from` with the file as `f`, and where it is found
 */
export async function thumbnailOf(
  { db, organization }: Context,
  { from, where }: { readonly from: Sql; readonly where: Sql },
  width: Width,
): Promise<Afterwards<FileOutput>> {
  const image = await db.maybe<Image>(sql`
    select f.sha256, f.content_type, f.name, f.deleted_at is not null as deleted, small.bytes as kept from ${from}
    left join thumbnails small on small.organization_id = f.organization_id and small.sha256 = f.sha256
      and small.width = ${width}
    where f.organization_id = ${organization} and ${where}`);
  if (image === undefined) throw notFound();
  if (image.deleted) throw invalidStateTransition({ status: 'deleted', allowed: ['restore_file'] });
  if (!isShown(image.content_type)) throw noThumbnail();
  return afterwards(async (afterCommit) => {
    const bytes = image.kept ?? (await makeThumbnail(afterCommit, image.sha256, width));
    return {
      filename: `${image.name.replace(/\.[^.]*$/, '')}-${width}.webp`,
      content_type: 'image/webp',
      content: Buffer.from(bytes).toString('base64'),
      encoding: 'base64' as const,
    };
  });
}

const main = '/image';

async function makeThumbnail(afterCommit: AfterCommitContext, sha256: string, widthPx: Width): Promise<Uint8Array> {
  const { renderer, organization, signal, write } = afterCommit;
  const image = await renderer.read({ organization, sha256 });
  if (image === undefined) throw new Error(`what was kept as ${sha256} is not there`);
  const output = { kind: 'thumbnail', widthPx } as const;
  const job = { organization, untrusted: true, files: { [main]: image }, main, fonts: [], ownFonts: [], output };
  const { bytes } = await renderer.render(job, signal).catch((error: unknown) => {
    throw asRefusal(error);
  });
  // Two may make the same one at once, and the image may be gone by now.
  await write(({ db, organization: own }) =>
    db.run(sql`
      insert into thumbnails (organization_id, sha256, width, bytes)
      select organization_id, sha256, ${widthPx}, ${Buffer.from(bytes)} from file_contents
      where organization_id = ${own} and sha256 = ${sha256} on conflict do nothing`),
  );
  return bytes;
}

/** A queue that is full passes; an image that cannot be read stays so. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof RenderFault)) return error;
  return error.kind === 'busy' || error.kind === 'closed' ? unavailable() : noThumbnail({ fault: error.kind });
}
