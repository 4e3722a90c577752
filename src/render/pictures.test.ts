/**
 * Each design and type looks as it did. A difference must be looked at: the test says where the new picture lies. Where
 * it is meant, `DAYBOOK_PICTURES=keep npm test src/render/pictures.test.ts` keeps the new ones.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dose } from '../../test/support/dose.ts';
import { beside, differences, drawn, type GreyPicture, greyOfPng, pngOfGrey } from '../../test/support/grey-picture.ts';
import { needing } from '../../test/support/pdf-tools.ts';
import { designNames } from './designs.ts';
import { documentJob } from './document.ts';
import type { DocumentType } from './document-type.ts';
import { openPool } from './pool.ts';
import { sampleLogo } from './samples.ts';
import { fullFacts } from './samples-full.ts';
import { Template } from './template.ts';

const dotsPerInch = 24;
const types: readonly DocumentType[] = [
  ...(['invoice', 'deposit_invoice', 'receipt', 'quote', 'proforma'] as const),
  ...(['credit_note', 'debit_note', 'delivery_note', 'statement'] as const),
];
const kept = fileURLToPath(new URL('../../test/pictures/', import.meta.url));
const isKeeping = process.env['DAYBOOK_PICTURES'] === 'keep';

const pool = openPool({ size: 2, namespace: 'where_possible' });
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

async function pageOf(design: string, type: DocumentType): Promise<GreyPicture> {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
  const look = { template: Template.parse({ design }), logo: type === 'quote' ? null : sampleLogo };
  const { bytes } = await pool.render(
    documentJob({ organization: 'o', facts: fullFacts(type, 'de'), ...look, output }),
  );
  const path = join(folder, `${design}-${type}.pdf`);
  writeFileSync(path, bytes);
  return drawn(path, dotsPerInch);
}

describe('documents look as they did:', needing('pdftoppm'), () => {
  for (const design of dose(designNames)) {
    test(`${design}, every type`, async () => {
      const picture = beside(await Promise.all(types.map((type) => pageOf(design, type))));
      const path = join(kept, `${design}.png`);
      if (isKeeping) {
        mkdirSync(kept, { recursive: true });
        writeFileSync(path, pngOfGrey(picture));
        return;
      }
      assert.ok(existsSync(path), `${path} is not there`);
      const found = differences(picture, greyOfPng(readFileSync(path)));
      const shown = join(tmpdir(), `${design}.png`);
      if (found === undefined || found.length > 0) writeFileSync(shown, pngOfGrey(picture));
      assert.deepEqual(found, [], `compare ${shown} with ${path}`);
    });
  }
});

test('a line that moved is a difference, and a letter drawn a little otherwise is none', () => {
  const page = (points: Uint8Array): GreyPicture => ({ width: 64, height: 64, points });
  const white = new Uint8Array(64 * 64).fill(255);
  const [line, moved, softer] = [white.slice(), white.slice(), white.slice()];
  for (let x = 0; x < 64; x += 1) {
    for (const y of [8, 9, 10]) {
      line[y * 64 + x] = 0;
      softer[y * 64 + x] = 30;
      moved[(y + 10) * 64 + x] = 0;
    }
  }
  assert.deepEqual(differences(page(line), page(softer)), []);
  assert.equal(differences(page(line), page(moved))?.length, 16);
  assert.equal(differences(page(line), { ...page(line), width: 32, height: 128 }), undefined);
  assert.deepEqual(greyOfPng(pngOfGrey(page(line))), page(line));
});
