import { prefixOf } from '../wire/index.ts';
import type { Operation } from './operation.ts';

/** The prefix of the ids of the records that an operation reads one of: get_sale → `sale`. */
function recordRead({ http, input }: Operation): string | undefined {
  if (!/^GET \/[a-z/-]+\/\{id\}$/.test(http) || !('shape' in input)) return undefined;
  return prefixOf((input.shape as Readonly<Record<string, unknown>>)['id']);
}

/** By the prefix of the id: `sale` → get_sale. */
export function recordReaders(catalogue: readonly Operation[]): ReadonlyMap<string, Operation> {
  const readers = new Map<string, Operation>();
  for (const operation of catalogue) {
    const prefix = recordRead(operation);
    if (prefix !== undefined) readers.set(prefix, operation);
  }
  return readers;
}

const registered = new Map<string, Operation>();
const lists = new Map<string, Operation>();

/** Remembers what reads records, for those that find out while they run which record they are asked for. */
export function registerReaders(catalogue: readonly Operation[]): void {
  for (const [prefix, operation] of recordReaders(catalogue)) registered.set(prefix, operation);
  for (const operation of catalogue) if (operation.effect === 'read') lists.set(operation.http, operation);
}

/** Undefined where no operation reads such an id. */
export function readerOf(prefix: string): { reader: Operation; list: Operation | undefined } | undefined {
  const reader = registered.get(prefix);
  return reader && { reader, list: lists.get(reader.http.replace('/{id}', '')) };
}
