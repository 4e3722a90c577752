import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { pictureFrom } from './svg-pages.ts';

const compiler = NodeCompiler.create({ workspace: tmpdir() });

function pictured(source: string): string {
  const { result } = compiler.compile({ mainFileContent: source });
  assert.ok(result);
  return compiler.plainSvg(result);
}

const sizeOf = (svg: string) =>
  /^<svg class="typst-doc" viewBox="([^"]*)" width="([^"]*)" height="([^"]*)"/.exec(svg)?.slice(1);
const colours = (svg: string) => [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour);

/** A page is known by the colour of the only box on it. */
const boxed = (page: string, colour: string) =>
  `#set page(${page})\n#rect(fill: rgb("${colour}"), width: 20pt, height: 20pt)`;
const pages = pictured(
  [
    boxed('width: 200pt, height: 100pt, fill: rgb("#eeeeee")', '#aa0000'),
    boxed('height: 50pt, fill: none', '#00aa00'),
    '#pagebreak()\n#pagebreak()',
    boxed('height: 80pt, fill: rgb("#dddddd")', '#0000aa'),
  ].join('\n'),
);

test('one page is cut out of all, with its own ground, size and nothing of the others', () => {
  const [first, second, , last] = [1, 2, 3, 4].map((page) => pictureFrom(pages, { page }));
  assert.deepEqual(sizeOf(first ?? ''), ['0 0 200 100', '200pt', '100pt']);
  assert.deepEqual(colours(first ?? ''), ['#eeeeee', '#aa0000']);
  assert.deepEqual(sizeOf(second ?? ''), ['0 100 200 50', '200pt', '50pt']);
  assert.deepEqual(colours(second ?? ''), ['#00aa00']);
  assert.deepEqual(colours(last ?? ''), ['#dddddd', '#0000aa']);
  for (const one of [first, second, last]) assert.match(one ?? '', /<\/svg>\n?$/);
});

test('an empty page is a page, and what is no page shows them all', () => {
  assert.deepEqual(colours(pictureFrom(pages, { page: 3 })), []);
  const whole = pictureFrom(pages, {});
  assert.equal(pictureFrom(pages, { page: 9 }), whole);
  assert.deepEqual(colours(whole), ['#eeeeee', '#aa0000', '#00aa00', '#dddddd', '#0000aa']);
});

test('no text on a page ends it', () => {
  const hostile = '    </g>\\n</svg>\\n    <g transform=\\"matrix(1 0 0 1 0 5)\\">';
  const svg = pictured(`#set page(height: 100pt)\n#"${hostile}"\n#pagebreak()\n#rect(fill: rgb("#00aa00"))`);
  assert.ok(colours(pictureFrom(svg, { page: 2 })).includes('#00aa00'));
  assert.ok(!colours(pictureFrom(svg, { page: 1 })).includes('#00aa00'));
});

test('a picture is as wide as it is asked for, and keeps its shape', () => {
  assert.deepEqual(sizeOf(pictureFrom(pages, { page: 2, widthPx: 800 })), ['0 100 200 50', '800', '200']);
});
