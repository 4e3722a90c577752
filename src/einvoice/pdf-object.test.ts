import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdfValue } from './pdf-object.ts';

function valueOf(source: string) {
  return readPdfValue(source, 0).value;
}

test('every kind of value of a PDF is read', () => {
  assert.deepEqual(
    valueOf('<< /A 1 /B [2 0 R (x) /N null true -1.5] >>'),
    new Map<string, unknown>([
      ['/A', 1],
      ['/B', [{ object: 2 }, { text: 'x' }, '/N', null, true, -1.5]],
    ]),
  );
  assert.deepEqual(valueOf('/factur#2dx'), '/factur-x');
  assert.deepEqual(valueOf('% a comment\n42'), 42);
});

test('text is read with its parentheses, its escapes and its hexadecimal form', () => {
  assert.deepEqual(valueOf('(a (b) c)'), { text: 'a (b) c' });
  assert.deepEqual(valueOf('(\\(\\101\\)\\n\\\\)'), { text: '(A)\n\\' });
  assert.deepEqual(valueOf('<66 6F6>'), { text: 'fo`' });
  assert.deepEqual(valueOf('<FEFF00660061006B>'), { text: 'fak' });
});

test('what makes no sense is no value', () => {
  for (const source of ['', '<<', '<< /A', '<< 1 2 >>', '[1', '(a', '<41', 'obj', '['.repeat(100)]) {
    assert.equal(valueOf(source), undefined, source);
  }
});
