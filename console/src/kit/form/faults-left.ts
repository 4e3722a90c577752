import type { Values } from './fields.ts';

/** What is said of a field goes when the field is changed, in a line as anywhere. */
export function faultsLeft(
  faults: ReadonlyMap<string, string>,
  changed: string,
  before: Values,
  after: Values,
): ReadonlyMap<string, string> {
  const left = [...faults].filter(([name]) => {
    if (name === changed) return false;
    if (!name.startsWith(`${changed}.`)) return true;
    const inside = name.slice(changed.length + 1).split('.');
    return at(before[changed], inside) === at(after[changed], inside);
  });
  return left.length === faults.size ? faults : new Map(left);
}

const at = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? value : at((value as Record<string, unknown> | undefined)?.[name], rest);
