import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { refusalTitles } from '../scripts/refusal-titles.ts';

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

type Texts = Readonly<Record<string, string>>;
type Catalogue = {
  readonly console: { readonly refusals: Texts };
  readonly timeline: { readonly things: Texts };
  readonly reports: Texts;
  readonly [area: string]: object;
};

const messages = join(import.meta.dirname, '../src/messages');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue;

/** Areas that a part has beside texts of the console. */
const beside: Readonly<Record<string, readonly string[]>> = {
  refusals: ['field_faults'],
  names: ['check_promises', 'event_titles', 'field_names', 'permissions', 'value_names'],
};

function besideIn(part: string, of: Catalogue): object {
  const own = Object.fromEntries((beside[part] ?? []).map((area) => [area, of[area] ?? {}]));
  if (part !== 'names') return own;
  return { ...own, things: of.timeline.things, refusal_titles: byTitle(of), work_problems: problemsOf(of) };
}

/** What people are told of refusals by their English titles, which are all that is kept of one in a job. */
function byTitle({ console: { refusals } }: Catalogue): Texts {
  const titles = [...refusalTitles(join(import.meta.dirname, '../src'))];
  const said = titles.map(([code, title]) => [title, refusals[code] ?? ''] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== '' && !text.includes('{')));
}

/** Sentences about work, and the warnings of reports, by the English ones. */
function problemsOf({ work_problems: problems = {}, reports }: Catalogue): object {
  const { reports: english } = read(join(messages, 'en.json'));
  const warnings = ['cashCost', 'byMethod', 'resultsOnly', 'fewIntervals'];
  const placed = (texts: Texts, name: string) => (texts[name] ?? '').replace('{count}', '{0}');
  return { ...problems, ...Object.fromEntries(warnings.map((one) => [placed(english, one), placed(reports, one)])) };
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
