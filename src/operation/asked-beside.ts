import { BusinessError } from './errors.ts';
import type { Operation } from './operation.ts';
import type { CutList } from './cut.ts';

/** Asks another operation beside the call that is under way, with the rights of its caller; answers in wire form. */
export type Ask = (operation: Operation, wire: object) => Promise<unknown>;

export type Row = Readonly<Record<string, unknown>>;

/** A list so short is shown whole: whoever is wrong about a name picks the right one better than spelling does. */
const shownMax = 25;

const naming = /^(?:id|number|code|sku|key|email|title|label|filename|(?:\w+_)?name)$/;

/**
 * First rows of a list by name, and the number of the others. Nothing of a list that takes words or numbers: it has too
 * many to be looked through, and is asked for one of them.
 */
export async function shortList(list: Operation, ask: Ask): Promise<{ readonly rows: Row[]; readonly left: number }> {
  const shape = shapeOf(list);
  if ('q' in shape || 'number' in shape || !('include' in shape)) return { rows: [], left: 0 };
  const page = await answered(() => ask(list, { limit: shownMax, include: ['total_count'] }));
  const rows = rowsOf(page).map((row) => Object.fromEntries(Object.entries(row).filter(isNaming)));
  return { rows, left: Math.max(0, totalOf(page) - rows.length) };
}

function isNaming([field, value]: readonly [string, unknown]): boolean {
  return naming.test(field) && typeof value === 'string';
}

export function shapeOf({ input }: Operation): Readonly<Record<string, unknown>> {
  return 'shape' in input ? (input.shape as Readonly<Record<string, unknown>>) : {};
}

/** The rows of a page; none of what is no page. */
export function rowsOf(page: unknown): readonly Row[] {
  const isPage = typeof page === 'object' && page !== null && 'data' in page && Array.isArray(page.data);
  // Rows of a list are objects.
  return isPage ? (page.data as Row[]) : [];
}

function totalOf(page: unknown): number {
  const total = typeof page === 'object' && page !== null && 'total_count' in page ? page.total_count : 0;
  return Number(total);
}

/** A record that the caller may not read is not known to be missing. */
export async function isUnknown(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof BusinessError) return error.kind.code === 'not_found';
    throw error;
  }
}

/** The answer; undefined where the caller is refused one. */
export async function answered(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BusinessError) return undefined;
    throw error;
  }
}

/** A filter that names nothing that there is, and what it may have been meant for. */
export type Unknown = {
  readonly field: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly candidates: readonly unknown[];
  readonly cut?: readonly CutList[];
};
