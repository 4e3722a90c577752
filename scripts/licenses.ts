/** Every package that ships with Daybook has a licence that lets it be used in an Apache-2.0 product. */
import { readFileSync } from 'node:fs';

const allowed = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT-0',
  'PostgreSQL',
  'CC0-1.0',
  'Unlicense',
]);

/**
 * Fonts may be OFL-1.1: it lets them be bundled with software of any licence and be embedded in what is printed, and
 * asks only that they are not sold by themselves and keep their licence, which lies in each package.
 */
const fontPackage = /^node_modules\/(@expo-google-fonts|@fontsource-variable|@embedpdf)\/[^/]+$/;

/**
 * libvips may be LGPL-3.0: a shared library in a file of its own, loaded at run time, which whoever runs Daybook can
 * replace by another build. Its licence lies in each package.
 */
const sharedLibrary = /^node_modules\/@img\/sharp-[^/]+$/;

/** Installed for building only, but built into the console. */
const bundled = /^node_modules\/(preact|@preact\/[^/]+|@fontsource-variable\/[^/]+)$/;

function mayShip(licence: string, path: string): boolean {
  if (licence === 'LGPL-3.0-or-later') return sharedLibrary.test(path);
  return allowed.has(licence) || (licence === 'OFL-1.1' && fontPackage.test(path));
}

type Locked = {
  readonly dev?: boolean;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const shipped = Object.entries(lock.packages).filter(
  ([path, { dev }]) => path !== '' && (dev !== true || bundled.test(path)),
);
const problems = shipped.flatMap(([path, { license = 'none', resolved, integrity }]) => [
  ...(license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => mayShip(one, path)))
    ? []
    : [`${path}: licence ${license}`]),
  ...(resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
    ? [`${path}: comes from ${resolved}`]
    : []),
  ...(integrity === undefined ? [`${path}: has no integrity hash`] : []),
]);

for (const problem of problems) console.error(problem);
console.log(`${shipped.length} packages ship; ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
