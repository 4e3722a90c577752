import { nameKey } from '../../core/fold.ts';
import type { ImportContext } from './import-context.ts';
import { allOf } from './find.ts';

type Category = {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly parent_id: string | null;
};

/** The category that a text calls, or a path such as `Clothing > Shirts`. A row below may make one that is missing. */
export async function categoryCalled(context: ImportContext, text: string): Promise<string | undefined> {
  return context.once(`category ${text}`, async () => calledIn(await categories(context), text));
}

/**
 * The category, made where there is none of that name, and those above it. A trial makes none, and does without for the
 * whole file.
 */
export async function categoryIdOrNew(context: ImportContext, text: string): Promise<string | undefined> {
  const { id } = await context.once(`category or new ${text}`, async () => {
    const all = await categories(context);
    const called = calledIn(all, text);
    return { id: called ?? (context.isTrial ? undefined : await makePath(context, all, namesIn(text))) };
  });
  return id;
}

/** Makes the categories of a path that are not there, each below the one before. */
async function makePath(
  { write }: ImportContext,
  all: readonly Category[],
  names: readonly string[],
): Promise<string | undefined> {
  const found = atPath(all, names);
  let parent: string | undefined;
  for (const [level, name] of names.entries()) {
    const input = { name, ...(parent === undefined ? {} : { parent_id: parent }) };
    parent = found[level] ?? String((await write('create_product_category', input))['id']);
  }
  return parent;
}

function calledIn(all: readonly Category[], text: string): string | undefined {
  const called = all.find((one) => one.external_id === text) ?? all.find((one) => isCalled(one, text));
  return called?.id ?? atPath(all, namesIn(text)).at(-1);
}

function categories({ read }: ImportContext): Promise<Category[]> {
  const fields = ['id', 'name', 'external_id', 'parent_id'];
  return allOf<Category>(read, 'list_product_categories', { fields });
}

const isCalled = ({ name }: Category, text: string): boolean => nameKey(name) === nameKey(text);

function namesIn(text: string): string[] {
  const names = text.split(/\s+>\s+/).filter((name) => name !== '');
  return names.length === 0 ? [text] : names;
}

/** The ids along a path, as far as it is there. */
function atPath(all: readonly Category[], names: readonly string[]): (string | undefined)[] {
  let parent: string | null | undefined = null;
  return names.map((name) => {
    const found: Category | undefined =
      parent === undefined ? undefined : all.find((one) => one.parent_id === parent && isCalled(one, name));
    parent = found?.id;
    return parent;
  });
}
