import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { everyFont, fallbackFamilies, familyOf } from './fonts.ts';
import { openPool } from './pool.ts';

const pool = openPool({ size: 1, namespace: 'where_possible' });
after(() => pool.close());

const words: Readonly<Record<string, string>> = {
  Inter: 'Invoice Ångström Ελλάδα Дом ₹€£',
  'Source Serif 4': 'Invoice Ångström',
  'Instrument Serif': 'Invoice Ångström',
  Archivo: 'Invoice Ångström',
  Arimo: 'Zürich Genève Łódź Çeşme',
  'IBM Plex Mono': 'Invoice Ångström Дом',
  'IBM Plex Sans Arabic': 'فاتورة',
  'Noto Sans Hebrew': 'חשבונית',
  'Noto Sans Thai': 'ใบแจ้งหนี้',
  'Noto Sans Devanagari': 'चालान',
};

function setIn(family: string, text: string, fonts: readonly string[]): Promise<unknown> {
  const main = `#set document(title: "x")\n#set text(font: "${family}", fallback: false)\n${text} *${text}*`;
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
  const files = { '/main.typ': main };
  return pool.render({ organization: 'o', untrusted: false, files, main: '/main.typ', fonts, ownFonts: [], output });
}

test('every font file that is named is there', () => {
  assert.ok(everyFont.length > 25);
  assert.deepEqual(
    everyFont.filter((file) => !existsSync(file)),
    [],
  );
});

test('every family is known by its name and has the letters of its script', async () => {
  assert.ok(fallbackFamilies.every((family) => family in words));
  for (const [family, text] of Object.entries(words)) await setIn(family, text, []);
  const sets = { japanese: '請求書ありがとう', korean: '견적서', simplified: '发票', traditional: '發票' } as const;
  for (const set of ['japanese', 'korean', 'simplified', 'traditional'] as const) {
    const { name, files } = familyOf(set);
    if (files.length > 0) await setIn(name, sets[set], files);
  }
  await assert.rejects(setIn('Inter', '請求書', []), /could not be displayed/);
});
