import { defineConfig, type Plugin } from 'vite';

/** Groups of texts that the shell, its parts and the first screen say; single texts are theirs, too. */
const first = [
  'accountMenu',
  'ages',
  'checklist',
  'columns',
  'docTypes',
  'earlyDiscount',
  'form',
  'greetings',
  'groups',
  'keyHelp',
  'list',
  'periods',
  'states',
  'stepUp',
  'provider',
  'unsent',
  'views',
];

/** Which part of the catalogue a group of texts or a single text is in. */
function partOf(name: string, texts: unknown): string {
  if (name === 'refusals' || name === 'asked') return 'refusals';
  return typeof texts === 'string' || first.includes(name) ? 'first' : 'further';
}

type Catalogue = {
  readonly console: Readonly<Record<string, unknown>>;
  readonly field_faults?: object;
  readonly field_names: object;
  readonly timeline: { readonly things: object };
};

/**
 * The catalogue of messages is the whole service's: a browser gets the console's area of it, and first what it needs
 * first. The rest comes with the first further screen, and with the first refusal or approval what is said of refusals,
 * fields and writes.
 */
const consoleMessages: Plugin = {
  name: 'console-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json\?(?:first|further|refusals)$/ },
    handler(text, id) {
      const { console: area, field_faults = {}, field_names, timeline } = JSON.parse(text) as Catalogue;
      const isWanted = ([name, texts]: readonly [string, unknown]) => id.endsWith(`?${partOf(name, texts)}`);
      const some = Object.fromEntries(Object.entries(area).filter(isWanted));
      const told = Object.entries({ field_faults, field_names, things: timeline.things })
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(texts)};`)
        .join('');
      const more = id.endsWith('?refusals') ? told : '';
      return { code: `export const console = ${JSON.stringify(some)};${more}`, moduleType: 'js' };
    },
  },
};

/** Files of all parts but the first say which they are. */
const partIn = (module: string | null): string => /\?(further|refusals)$/.exec(module ?? '')?.[1] ?? '';

/** `console/` becomes `dist/console`, which the service serves from memory. */
// oxlint-disable-next-line import/no-default-export -- where Vite looks for it
export default defineConfig({
  root: import.meta.dirname,
  // Wherever the service lies below its host.
  base: './',
  plugins: [consoleMessages],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The policy of the page allows no inline script and no data.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // No screen has this address: `/assets` lists the fixed assets of a business.
    assetsDir: 'static',
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `static/${{ further: 'more-', refusals: 'refusals-' }[partIn(facadeModuleId)] ?? ''}[name]-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4400', '/login': 'http://127.0.0.1:4400' } },
});
