import { nameKey } from '../../core/fold.ts';
import type { ImportContext, Step } from './import-context.ts';
import { categoryCalled } from './find-category.ts';
import { missing } from './find.ts';
import type { ImportRecord } from './import-record.ts';

/** The parent is above it in the file, or was there before. */
export async function categorySteps({ rows: [values = {}] }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { external_id, name = '', parent } = values;
  const parentId = parent === undefined ? undefined : await categoryCalled(context, parent);
  if (parent !== undefined && parentId === undefined && !(await wasTried(context, parent))) {
    throw missing('parent', `There is no category "${parent}".`);
  }
  if (context.isTrial)
    for (const text of [name, external_id ?? name]) await context.once(tried(text), () => found(text));
  return [{ operation: 'create_product_category', input: { external_id, name, parent_id: parentId } }];
}

/** A trial keeps none of the categories above. */
async function wasTried({ isTrial, once }: ImportContext, text: string): Promise<boolean> {
  return isTrial && (await once(tried(text), () => found(undefined))) !== undefined;
}

const tried = (text: string): string => `tried category ${nameKey(text)}`;
const found = (text: string | undefined): Promise<string | undefined> => Promise.resolve(text);
