import { kindOf, prefixes } from '../../../wire/index.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

const madeMax = 200;
const depthMax = 6;

/** Ids on the wire that a write made up, each by the first field of its answer that has it, such as `lines.0.id`. */
export function madeIds(output: unknown, given: ReadonlySet<string>): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (node: unknown, path: readonly string[]): void => {
    if (typeof node === 'string') {
      const isNew = isAmong(node, given) && !Object.hasOwn(found, node);
      if (isNew && Object.keys(found).length < madeMax) found[node] = path.join('.');
      return;
    }
    if (typeof node !== 'object' || node === null || path.length >= depthMax) return;
    for (const [key, inner] of Object.entries(node)) walk(inner, [...path, key]);
  };
  walk(output, []);
  return found;
}

function isAmong(text: string, given: ReadonlySet<string>): boolean {
  const kind = kindOf(text);
  const uuid = kind === undefined ? undefined : uuidFrom(prefixes[kind], text);
  return uuid !== undefined && given.has(uuid);
}
