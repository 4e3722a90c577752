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
  if (name === 'refusals') return 'refusals';
  if (name === 'asked') return 'names';
  return typeof texts === 'string' || first.includes(name) ? 'first' : 'further';
}

type Catalogue = {
  readonly console: Readonly<Record<string, unknown>>;
  readonly field_faults?: object;
  readonly event_titles?: object;
  readonly field_names: object;
  readonly permissions?: object;
  readonly timeline: { readonly things: object };
  readonly value_names: object;
};

/** What a part has beside texts of the console. */
function besideIn(part: string, of: Catalogue): object {
  const { field_faults = {}, event_titles = {}, permissions = {}, field_names, value_names } = of;
  if (part === 'refusals') return { field_faults };
  return part === 'names' ? { event_titles, field_names, permissions, things: of.timeline.things, value_names } : {};
}

/**
 * The catalogue of messages is the whole service's: a browser gets the console's area of it, and first what it needs
 * first. The rest comes with the first further screen, with the first refusal what is said of refusals and fields, and
 * with the first screen that shows names of the API what people call them.
 */
const consoleMessages: Plugin = {
  name: 'console-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json\?(?:first|further|refusals|names)$/ },
    handler(text, id) {
      const whole = JSON.parse(text) as Catalogue;
      const part = id.slice(id.lastIndexOf('?') + 1);
      const own = Object.entries(whole.console).filter(([name, texts]) => partOf(name, texts) === part);
      const code = Object.entries({ console: Object.fromEntries(own), ...besideIn(part, whole) })
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(texts)};`)
        .join('');
      return { code, moduleType: 'js' };
    },
  },
};

/** Files of all parts but the first say which they are. */
const partIn = (module: string | null): string => /\?(further|refusals|names)$/.exec(module ?? '')?.[1] ?? '';

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
          `static/${{ further: 'more-', refusals: 'refusals-', names: 'names-' }[partIn(facadeModuleId)] ?? ''}[name]-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4400', '/login': 'http://127.0.0.1:4400' } },
});
