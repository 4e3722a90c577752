import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImage } from './image.ts';
import { sampleLogo } from './samples.ts';

function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(60);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc00011080064012c03012200021101031101', 'hex');
const webp = Buffer.from('524946460000000057454250565038580a000000000000002b0100630000', 'hex');

test('the size of an image is read from its header alone', () => {
  assert.deepEqual(checkImage(png(640, 480)), { format: 'png', width: 640, height: 480 });
  assert.deepEqual(checkImage(jpeg), { format: 'jpeg', width: 300, height: 100 });
  assert.deepEqual(checkImage(webp), { format: 'webp', width: 300, height: 100 });
  assert.equal(checkImage(sampleLogo).format, 'svg');
});

test('a small file that unfolds to gigabytes never reaches a decoder', () => {
  for (const bomb of [png(60_000, 60_000), png(8_000, 8_000), png(1, 9_000), png(0, 5)]) {
    assert.throws(() => checkImage(bomb), { kind: 'image_refused' });
  }
  assert.throws(() => checkImage(new Uint8Array(4_000_001)), { kind: 'image_refused' });
});

test('an SVG holds shapes and nothing that is somewhere else', () => {
  const inside = [
    '<image href="file:///etc/passwd"/>',
    '<use href="#a"/>',
    '<script>alert(1)</script>',
    '<foreignObject/>',
    '<a href="https://example.com"/>',
    '<rect fill="url(http://example.com/x)"/>',
    '<style>@import "x"</style>',
    '<g>'.repeat(100),
  ];
  for (const part of inside) {
    const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`);
    assert.throws(() => checkImage(bytes), { kind: 'image_refused' }, part);
  }
  const entity = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>';
  for (const other of [entity, 'GIF89a', '%PDF-1.7', '']) {
    assert.throws(() => checkImage(Buffer.from(other)), { kind: 'image_refused' });
  }
  const gradient = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(#g)"/></svg>';
  assert.equal(checkImage(Buffer.from(gradient)).format, 'svg');
});
