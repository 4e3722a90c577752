import type { Operation } from '../operation/operation.ts';
import { prefixOf } from '../wire/index.ts';

/** What reads the record with an id, by the prefix of the id: `sale` → get_sale. */
export function recordReaders(catalogue: readonly Operation[]): ReadonlyMap<string, Operation> {
  const readers = new Map<string, Operation>();
  for (const operation of catalogue) {
    const { http, input } = operation;
    if (!/^GET \/[a-z/-]+\/\{id\}$/.test(http) || !('shape' in input)) continue;
    const prefix = prefixOf((input.shape as Readonly<Record<string, unknown>>)['id']);
    if (prefix !== undefined) readers.set(prefix, operation);
  }
  return readers;
}
