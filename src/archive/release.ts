import { readFileSync } from 'node:fs';

/** As far above `src/archive` as above `dist/archive`. */
const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** Name of this release in archives. */
export const release = `Daybook ${String((JSON.parse(manifest) as { version: unknown }).version)}`;
