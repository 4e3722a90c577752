import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { hollowFont, ownFamily, ownFont, tableAt } from '../../test/support/own-font.ts';
import { checkFonts, familiesOf, fontProof } from './font.ts';
import { everyFamily, everyFont } from './fonts.ts';
import { openPool } from './pool.ts';
import { RenderFault } from '../operation/renderer.ts';

const pool = openPool({ size: 1, namespace: 'where_possible' });
after(() => pool.close());

const faultOf = (bytes: Uint8Array, family = ownFamily): Promise<unknown> =>
  pool.render(fontProof({ organization: 'o', family, bytes })).then(
    () => undefined,
    (fault: unknown) => fault,
  );

test('fonts of an organisation are real, few and small', () => {
  const real = readFileSync(everyFont[0] ?? '');
  checkFonts([real]);
  const wrong = [
    [Buffer.from('wOF2')],
    [Buffer.from('<svg')],
    [Buffer.alloc(2_000_001)],
    Array.from({ length: 9 }, () => real),
  ];
  for (const fonts of wrong) assert.throws(() => checkFonts(fonts), { kind: 'font_refused' });
});

test('a font is called what the engine finds it by', async () => {
  assert.deepEqual(familiesOf(ownFont()), [ownFamily]);
  assert.equal(await faultOf(ownFont()), undefined);
  assert.match(String(await faultOf(ownFont(), 'Another Name')), /unknown/);
});

test('a font whose licence keeps it out of documents is refused, and one for printing is not', () => {
  for (const usage of [0x02, 0x01_00, 0x02_00, 0x01_04]) {
    assert.throws(() => familiesOf(ownFont({ usage })), { kind: 'font_refused', message: /fsType/ }, String(usage));
  }
  // The most generous of several counts: to print, to edit, or both.
  for (const usage of [0x04, 0x08, 0x06, 0x0a]) assert.deepEqual(familiesOf(ownFont({ usage })), [ownFamily]);
});

test('a font that comes with the service is not brought along', () => {
  const own = everyFont.filter((file) => !familiesIn(file).some((name) => everyFamily.has(name)));
  assert.deepEqual(own, []);
});

function familiesIn(file: string): readonly string[] {
  try {
    return familiesOf(readFileSync(file));
  } catch (error) {
    assert.ok(error instanceof RenderFault);
    return [...everyFamily].filter((name) => error.message.startsWith(`${name} comes with the service`));
  }
}

test('whatever its bytes are, a font is read or refused, and the next page is made', async () => {
  const font = ownFont();
  const names = tableAt(font, 'name');
  const broken = fc.record({
    at: fc.oneof(
      fc.nat(font.length - 1),
      fc.nat(400),
      fc.nat(600).map((far) => names + far),
    ),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  });
  const read = async (bytes: Buffer): Promise<void> => {
    try {
      const [family = ''] = familiesOf(bytes);
      const fault = await faultOf(bytes, family);
      assert.ok(fault === undefined || fault instanceof RenderFault, String(fault));
    } catch (error) {
      assert.ok(error instanceof RenderFault, String(error));
    }
  };
  const hollow = ['glyf', 'loca', 'cmap', 'hmtx', 'GSUB', 'GPOS', 'head', 'maxp'].map(hollowFont);
  for (const bytes of [...hollow, font.subarray(0, 300), font.subarray(0, 12)]) await read(Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(fc.array(broken, { minLength: 1, maxLength: 4 }), async (harm) => {
      const bytes = Buffer.from(font);
      for (const { at, bytes: bad } of harm) bytes.set(bad.subarray(0, bytes.length - at), at);
      await read(bytes);
    }),
    { numRuns: 40 },
  );
  assert.equal(await faultOf(font), undefined);
});
