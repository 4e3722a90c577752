import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiSnapshot, snapshotCommand, snapshotFile } from './support/api-snapshot.ts';

test('the public surface is what was last agreed to, line by line', () => {
  const changed = differences(readFileSync(snapshotFile, 'utf8'), apiSnapshot());
  assert.deepEqual(changed, [], `The API changed. Where that is meant: ${snapshotCommand}`);
});

test('a difference names the line that went and the one that came', () => {
  assert.deepEqual(differences('# ops\na 1\nb 2\n', '# ops\na 1\nb 3\nc 1\n'), ['- b 2', '+ b 3', '+ c 1']);
});

/** Lines are sorted, so that those which only one side has are all that differs. */
function differences(known: string, current: string): string[] {
  const [before, now] = [known, current].map((text) => new Set(text.split('\n')));
  const gone = [...(before ?? [])].filter((line) => now?.has(line) === false).map((line) => `- ${line}`);
  const come = [...(now ?? [])].filter((line) => before?.has(line) === false).map((line) => `+ ${line}`);
  return [...gone, ...come];
}
