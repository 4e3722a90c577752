/** What refusals are called in English, by their codes, as the sources declare them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const declared = /\brefusal\(\s*'(\w+)',\s*\d{3},\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Read from the text, since loading the sources loads the whole service. */
export function refusalTitles(folder: string): ReadonlyMap<string, string> {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] });
  const found = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(declared)]);
  return new Map(found.map(([, code = '', one, other]) => [code, (one ?? other ?? '').replaceAll(/\\(.)/g, '$1')]));
}
