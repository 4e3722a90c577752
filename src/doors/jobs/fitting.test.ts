import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting } from './fitting.ts';

test('a mail takes what fits, in order, and leaves the rest behind its link', () => {
  const file = (filename: string, size: number) => {
    const content = Buffer.alloc(size).toString('base64');
    return { filename, content_type: 'application/pdf', content, encoding: 'base64' as const };
  };
  const files = [file('invoice.pdf', 4), file('plan.pdf', 7), file('hours.pdf', 6), file('terms.pdf', 1)];
  const taken = fitting(files, 10).map(({ filename, content }) => [filename, content.length]);
  assert.deepEqual(taken, [
    ['invoice.pdf', 4],
    ['hours.pdf', 6],
  ]);
  assert.equal(fitting(files).length, 4);
});
