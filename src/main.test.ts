import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Ends by itself in each of these cases: nothing is served. */
function daybook(...args: readonly string[]): { readonly status: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { status, out: stdout + stderr };
}

test('whoever asks for help is told every command, and nothing starts', () => {
  for (const asked of [['help'], ['--help'], ['start', '--help'], ['check-books', '-h']]) {
    const { status, out } = daybook(...asked);
    assert.equal(status, 0, out);
    for (const command of ['start', 'demo', 'backup', 'restore-organization', 'accept-audit-log']) {
      assert.match(out, new RegExp(`^  ${command}\\b`, 'm'));
    }
  }
  assert.match(daybook('import', '--help').out, /--encoding/);
});

test('what a command would ignore is refused', () => {
  const extra = daybook('start', '--port', '8080');
  assert.equal(extra.status, 2);
  assert.match(extra.out, /takes nothing more, not "--port 8080"/);
  const unknown = daybook('serve');
  assert.equal(unknown.status, 2);
  assert.match(unknown.out, /no command "serve"[^]*Usage: daybook/);
});
