import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** `package.json` is beside `src/` and beside `dist/`. */
const described = new URL('../../../package.json', import.meta.url);

export function readVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(described, 'utf8'))).version;
}
