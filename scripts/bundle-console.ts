/** Builds the console alone: `node scripts/bundle-console.ts dist/console`. */
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const outDir = resolve(process.argv[2] ?? 'dist/console');
/** Bundled packages, whose licences must be included. */
const bundled = ['preact', '@preact/signals', '@preact/signals-core', '@fontsource-variable/*'];

await build({ configFile: 'console/vite.config.ts', logLevel: 'warn', build: { outDir } });

mkdirSync(join(outDir, 'licenses'));
for (const file of globSync(bundled.map((name) => `node_modules/${name}/LICENSE*`))) {
  copyFileSync(file, join(outDir, 'licenses', `${file.split('/').slice(1, -1).join('-')}.txt`));
}
