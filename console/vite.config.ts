import { defineConfig, type Plugin } from 'vite';

/** Groups of texts that the shell, its parts and the first screen say; single texts are theirs, too. */
const first = [
  'accountMenu',
  'actions',
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
  'unsent',
  'views',
];

/**
 * The catalogue of messages is the whole service's: a browser gets the console's area of it, and first what it needs
 * first. The rest comes with the first further screen.
 */
const consoleMessages: Plugin = {
  name: 'console-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json\?(?:first|further)$/ },
    handler(text, id) {
      const { console: area } = JSON.parse(text) as { readonly console: Readonly<Record<string, unknown>> };
      const isWanted = ([name, texts]: readonly [string, unknown]) =>
        id.endsWith('?first') === (typeof texts === 'string' || first.includes(name));
      const some = Object.fromEntries(Object.entries(area).filter(isWanted));
      return { code: `export const console = ${JSON.stringify(some)};`, moduleType: 'js' };
    },
  },
};

const isFurther = (module: string | null): boolean => module?.endsWith('?further') === true;

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
        chunkFileNames: ({ facadeModuleId }) => `static/${isFurther(facadeModuleId) ? 'more-' : ''}[name]-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4400', '/login': 'http://127.0.0.1:4400' } },
});
