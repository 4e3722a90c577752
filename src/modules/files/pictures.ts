import { type Sql, sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import type { Afterwards } from '../../operation/afterwards.ts';
import type { Context } from '../../operation/operation.ts';
import type { FileOutput } from '../../wire/index.ts';
import { isShown, thumbnailOf, type Width } from './thumbnail.ts';

type Picture = { readonly id: string; readonly content_type: string; readonly deleted: boolean };

/** Refuses pictures that are not there, or no images, and keeps them from going away meanwhile. */
export async function checkPictures(context: Context, ids: readonly string[] | undefined): Promise<void> {
  if (ids === undefined || ids.length === 0) return;
  const rows = await context.db.many<Picture>(sql`
    select id, content_type, deleted_at is not null as deleted from files
    where organization_id = ${context.organization} and id = any(${ids}::uuid[]) order by id for key share`);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [place, id] of ids.entries()) {
    const pointer = `/picture_ids/${place}`;
    const row = found.get(id);
    const message = 'The file was not found.';
    if (row === undefined || row.deleted) throw notFound({ errors: [{ pointer, code: 'not_found', message }] });
    if (!isShown(row.content_type)) throw fault(pointer, 'not_a_picture', 'Send a JPEG, PNG or WebP image.');
  }
}

/** Gives a product these pictures and no others, in this order, without waiting. The files themselves stay. */
export function writePictures({ db, organization, now }: Context, productId: string, ids?: readonly string[]): void {
  if (ids === undefined) return;
  db.later(sql`delete from file_links where organization_id = ${organization} and product_id = ${productId}`);
  if (ids.length === 0) return;
  db.later(sql`
    insert into file_links (organization_id, file_id, product_id, position, created_at)
    select ${organization}, file_id, ${productId}, position, ${now}
    from unnest(${ids}::uuid[]) with ordinality as picture (file_id, position)`);
}

/** The ids of the pictures of a product, the main one first; for a statement that knows its id. */
export function picturesOf({ organization, id }: { readonly organization: Sql; readonly id: Sql }): Sql {
  return sql`array(select link.file_id from file_links link
    where link.organization_id = ${organization} and link.product_id = ${id} order by link.position)`;
}

/** The id of the main one, or null. */
export function mainPictureOf({ organization, id }: { readonly organization: Sql; readonly id: Sql }): Sql {
  return sql`(select link.file_id from file_links link
    where link.organization_id = ${organization} and link.product_id = ${id} order by link.position limit 1)`;
}

/** A picture of a product, made small. A file in the bin is no picture of any. */
export function pictureOf(
  context: Context,
  { id, fileId, width }: { readonly id: string; readonly fileId: string; readonly width: Width },
): Promise<Afterwards<FileOutput>> {
  const from = sql`file_links link
    join files f on f.organization_id = link.organization_id and f.id = link.file_id`;
  return thumbnailOf(context, { from, where: sql`link.product_id = ${id} and link.file_id = ${fileId}` }, width);
}
