import { valueAt, type Values } from './fields.ts';

/** The fault of a field is removed when the field is changed, in a line as anywhere. */
export function faultsLeft(
  faults: ReadonlyMap<string, string>,
  changed: string,
  before: Values,
  after: Values,
): ReadonlyMap<string, string> {
  const left = [...faults].filter(([name]) => {
    if (name === changed) return false;
    if (!name.startsWith(`${changed}.`)) return true;
    const inside = name.slice(changed.length + 1);
    return valueAt(before[changed], inside) === valueAt(after[changed], inside);
  });
  return left.length === faults.size ? faults : new Map(left);
}
