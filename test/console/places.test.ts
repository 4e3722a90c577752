/** Every operation that a person would use has its place in the console, or a reason why not. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { placeless } from './placeless.ts';

type Call = { readonly path: string; readonly reads: boolean };

/** Where a path can only be read from: what comes before it in the source. */
const reading =
  /(?:useRead(?:<[^;]*>)?\(|warm\(|readAgain(?:<[^;]*>)?\(|(?:list=\{|source =) ?\{\s*path: |report = |report=)\s*$/;

const sources = globSync('console/src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));

/** The paths of the API that the console has, with `{}` for what is filled in. */
function callsIn(text: string): Call[] {
  return [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(({ 1: one, 2: two, 3: three, index }) => {
    const path = (one ?? two ?? three ?? '').replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '{}');
    return { path: path.split('?', 1)[0] ?? '', reads: reading.test(text.slice(Math.max(0, index - 80), index)) };
  });
}

function hasPlace({ http, effect }: Operation, calls: readonly Call[]): boolean {
  const path =
    http
      .split(' ')[1]
      ?.slice(1)
      .replaceAll(/\{\w+\}/g, '{}') ?? '';
  return calls.some((call) => call.path === path && (effect === 'read' || !call.reads));
}

test('every operation that a person would use has its place', (t) => {
  const calls = sources.flatMap(callsIn);
  const without = catalogue.filter((operation) => !hasPlace(operation, calls)).map(({ name }) => name);
  const excused = Object.values(placeless).flat();
  t.diagnostic(`${catalogue.length - without.length} of ${catalogue.length} operations have a place`);
  assert.deepEqual(without.filter((name) => !excused.includes(name)).toSorted(), []);
  assert.deepEqual(excused.filter((name) => !without.includes(name)).toSorted(), [], 'has a place by now');
  const control = callsIn("call('clients', { method: 'POST' }); useRead<Page>(`sales/${id}?fields=x`)");
  assert.deepEqual(control.slice(0, 1), [{ path: 'clients', reads: false }]);
  assert.deepEqual(control.at(-1), { path: 'sales/{}', reads: true });
});

const filledIn = '{}';
/** Pages of the service beside the console, which links reach with `rel="external"`. */
const pages = ['/connect', '/login', '/login/sso', '/login/sso/prove', '/api/docs'];

test('every link within the console leads to one of its screens', () => {
  const routes = [...readFileSync('console/src/app/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)];
  const screens = routes.map(([, path = '']) => path.split('/'));
  const leadsTo = (parts: readonly string[], screen: readonly string[]) =>
    parts.length === screen.length &&
    screen.every((part, at) => part.startsWith(':') || part === parts[at] || parts[at] === filledIn);
  const lost = (text: string) =>
    [...text.matchAll(/(?:href=\{?|href: |go\()(?:"(\/[^"]*)"|'(\/[^']*)'|`(\/[^`]*)`)/g)]
      .map(([, one, two, three]) => (one ?? two ?? three ?? '').replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, filledIn))
      .map((to) => to.split(/[?#]/, 1)[0] ?? '')
      .filter((to) => !pages.includes(to) && !screens.some((screen) => leadsTo(to.split('/'), screen)));
  assert.deepEqual(sources.flatMap(lost), []);
  assert.deepEqual(lost('<a href="/nowhere">'), ['/nowhere'], 'control');
});

test('every link to a view of a list names one that the list has', () => {
  const routes = readFileSync('console/src/app/routes.ts', 'utf8');
  const without = (text: string) =>
    [...text.matchAll(/["'`](\/[\w/-]+)\?view=([\w-]+)/g)].filter(([, to = '', view]) => {
      const [, file = ''] =
        new RegExp(`path: '${to}',\\s*screen: async \\(\\) => \\(await import\\('../([^']+)'`).exec(routes) ?? [];
      return !readFileSync(`console/src/${file}`, 'utf8').includes(`name: '${view}'`);
    });
  assert.deepEqual(
    sources.flatMap(without).map(([link]) => link),
    [],
  );
  assert.equal(without("'/sales?view=drafts'").length, 1);
  assert.equal(without("'/sales?view=draft'").length, 0);
});
