import { messagesOf } from '../messages/index.ts';
import type { Labels } from './labels.ts';

/** Methods that every organisation starts with, by their English names, which are kept as they are until renamed. */
const usual: ReadonlyMap<string, string> = new Map(
  Object.entries(messagesOf('en', 'documents').methods).map(([key, name]) => [name, key]),
);

/** A payment method in the language of a document, as far as nobody has given it a name of its own. */
export function methodName(name: string, { methods }: Pick<Labels, 'methods'>): string {
  const known: Readonly<Record<string, string>> = methods;
  return known[usual.get(name) ?? ''] ?? name;
}
