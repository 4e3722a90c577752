import type { Desk } from './bring-in.ts';
import { categoryId } from './find.ts';
import type { ImportRecord } from './records.ts';

/** The parent is above it in the file, or was there before. */
export async function bringInCategory({ rows: [values = {}] }: ImportRecord, desk: Desk): Promise<void> {
  const { external_id, name, parent } = values;
  const parentId = parent === undefined ? undefined : await categoryId(desk, parent, 'parent');
  await desk.write('create_product_category', 'category', { external_id, name, parent_id: parentId });
}
