/**
 * Writes sdk/src/generated/ from the catalogue; with --if-missing only where there is none, which is enough for whoever
 * checks types.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

const folder = new URL('../sdk/src/generated/', import.meta.url);

if (!process.argv.includes('--if-missing') || !existsSync(new URL('operations.ts', folder))) {
  // The catalogue takes seconds to load, which every run of the compiler would wait for.
  const { sdkFiles } = await import('./sdk-files.ts');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await sdkFiles())) writeFileSync(new URL(name, folder), text);
}
