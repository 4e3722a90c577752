import type { ImportContext, Step } from './import-context.ts';
import { categoryId } from './find.ts';
import type { ImportRecord } from './import-record.ts';

/** The parent is above it in the file, or was there before. */
export async function categorySteps({ rows: [values = {}] }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { external_id, name, parent } = values;
  const parentId = parent === undefined ? undefined : await categoryId(context, parent, 'parent');
  return [{ operation: 'create_product_category', input: { external_id, name, parent_id: parentId } }];
}
