import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting } from './fitting.ts';

const file = (filename: string, size: number) => {
  const content = Buffer.alloc(size).toString('base64');
  return { filename, content_type: 'application/pdf', content, encoding: 'base64' as const };
};

test('a mail takes what fits, in order, and leaves the rest behind its link', () => {
  const files = [file('invoice.pdf', 4), file('plan.pdf', 7), file('hours.pdf', 6), file('terms.pdf', 1)];
  const taken = fitting(files, 10).map(({ filename, content }) => [filename, content.length]);
  assert.deepEqual(taken, [
    ['invoice.pdf', 4],
    ['hours.pdf', 6],
  ]);
  assert.equal(fitting(files).length, 4);
});

test('a mail as full as it gets is one that mail servers take, encoded and with its line ends', () => {
  const mebibyte = 1_024 * 1_024;
  const taken = fitting([
    file('scan.pdf', 18 * mebibyte),
    ...Array.from({ length: 18 }, () => file('page.pdf', mebibyte)),
  ]);
  const encoded = taken.reduce((sum, { content }) => {
    const letters = Math.ceil(Buffer.byteLength(content) / 3) * 4;
    return sum + letters + Math.ceil(letters / 76) * 2;
  }, 0);
  assert.deepEqual([taken.length, encoded < 24_500_000], [17, true]);
});
