import { defineConfig, type Plugin } from 'vite';

/** The catalogue of messages is the whole service's: a browser gets the console's area of it. */
const consoleMessages: Plugin = {
  name: 'console-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json$/ },
    handler(text) {
      const { console: area } = JSON.parse(text) as { readonly console: unknown };
      return { code: `export const console = ${JSON.stringify(area)};`, moduleType: 'js' };
    },
  },
};

/** `console/` becomes `dist/console`, which the service serves from memory. */
// oxlint-disable-next-line import/no-default-export -- where Vite looks for it
export default defineConfig({
  root: import.meta.dirname,
  // Wherever the service lies below its host.
  base: './',
  plugins: [consoleMessages],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The policy of the page allows no inline script and no data.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
  server: { proxy: { '/api': 'http://127.0.0.1:4400', '/login': 'http://127.0.0.1:4400' } },
});
