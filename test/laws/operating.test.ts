/** Settings and metrics in the guides and in `deploy/` exist. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { metricsToken } from '../support/metrics-token.ts';
import { startService } from '../support/running-service.ts';

/** Read by whoever talks to a service, builds an image or runs the tests. */
const elsewhere = new Set([
  'DAYBOOK_URL',
  'DAYBOOK_TOKEN',
  'DAYBOOK_API_KEY',
  'DAYBOOK_MCP_TOKEN',
  'DAYBOOK_DOMAIN',
  'DAYBOOK_AUTH',
  'DAYBOOK_TESTS_COMPLETE',
]);

const named = (text: string) => new Set([...text.matchAll(/\b(?:DAYBOOK|OTEL)_[A-Z_]*[A-Z]\b/g)].map(([name]) => name));
const settings = named(readFileSync('src/config.ts', 'utf8'));

test('every setting is explained to whoever operates the service', () => {
  const explained = named(readFileSync('docs/guides/operating.md', 'utf8'));
  assert.ok(settings.size > 20);
  assert.deepEqual(
    [...settings].filter((name) => !elsewhere.has(name) && !explained.has(name)),
    [],
  );
});

test('guides and deployments name no setting that does not exist', () => {
  const odd = globSync(['docs/guides/*.md', 'README.md', 'deploy/*']).flatMap((path) =>
    [...named(readFileSync(path, 'utf8'))]
      .filter((name) => !settings.has(name) && !elsewhere.has(name))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(odd, []);
});

test('every metric is documented, and no other', async () => {
  const { url } = await startService();
  const metrics = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  const served = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
  const guide = readFileSync('docs/guides/running.md', 'utf8');
  const told = new Set([...guide.matchAll(/`((?:daybook|process|nodejs)_[a-z0-9_]+)`/g)].map(([, name]) => name ?? ''));
  assert.deepEqual([...told].toSorted(), served.toSorted());
});

test('links between the guides lead somewhere', () => {
  const broken = globSync(['docs/guides/*.md', 'README.md']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#([^)]+))?\)/g)]
      .filter(([, to = '', heading]) => !leads(new URL(to, new URL(path, root)), heading))
      .map(([, to = '', heading = '']) => `${path}: ${to}#${heading}`),
  );
  assert.deepEqual(broken, []);
});

const root = new URL('../../', import.meta.url);

function leads(to: URL, heading: string | undefined): boolean {
  try {
    if (to.pathname.endsWith('/')) return true;
    const text = readFileSync(to, 'utf8');
    if (heading === undefined) return true;
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    );
    return anchors.includes(heading);
  } catch {
    return false;
  }
}
