/**
 * Bundles the service into `dist`, which `bin/daybook.js` runs: reading and linking its many modules one by one takes
 * most of a start. `npm ci` runs this, and `npm pack`. Where only what runs was installed there is no bundler, and the
 * TypeScript runs itself.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const source = resolve('src');
const output = resolve(process.argv[2] ?? 'dist');
/** Run in sandboxes and threads, which see nothing but their own file. */
const alone = globSync('src/**/*-{process,thread,worker}.ts');
/** Read by the service as they are. */
const assets = ['render/typst', 'doors/look', 'doors/mcp/apps/view', 'doors/mcp/skills'];

/** Everything of the service lies at the top of `dist`. A module that looks for files looks from where it would be. */
const placed = {
  name: 'placed',
  transform(code: string, id: string) {
    if (!code.includes('import.meta.url')) return null;
    const place = relative(source, id).replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null };
  },
};

/**
 * The engine keeps the source of all that it has loaded, in two bytes a character where a single one is beyond ASCII:
 * without these, and without spaces and comments, that is a third of what it was.
 */
const ascii = {
  name: 'ascii',
  generateBundle(_: unknown, files: Readonly<Record<string, { type: string; code?: string }>>) {
    for (const file of Object.values(files)) if (file.code !== undefined) file.code = inAscii(file.code);
  },
};
const compact = { minify: { mangle: false, compress: false, codegen: true }, sourcemap: true } as const;

if (existsSync('node_modules/vite')) {
  await bundle();
  execFileSync(process.execPath, ['scripts/bundle-console.ts', join(output, 'console')], { stdio: 'inherit' });
} else {
  console.log('Daybook is not bundled, since Vite is not installed; it starts from its TypeScript.');
}

async function bundle(): Promise<void> {
  const { rolldown } = await import('rolldown');
  const common = { platform: 'node', external: isPackage } as const;
  rmSync(output, { recursive: true, force: true });
  const service = await rolldown({ ...common, input: 'src/main.ts', plugins: [placed, ascii] });
  await service.write({
    dir: output,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    ...compact,
  });
  await service.close();
  for (const file of alone) {
    const whole = await rolldown({ ...common, input: file });
    const dir = join(output, relative(source, dirname(file)));
    await whole.write({ file: join(dir, basename(file, '.ts').concat('.js')), sourcemap: true });
    await whole.close();
  }
  for (const file of globSync('*.json', { cwd: join(source, 'messages') }))
    cpSync(join(source, 'messages', file), join(output, 'messages', file));
  for (const folder of assets) cpSync(join(source, folder), join(output, folder), { recursive: true });
}

function inAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error('Write \\u where a raw text is beyond ASCII.');
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isPackage(id: string): boolean {
  return !id.startsWith('.') && !id.startsWith('/');
}
