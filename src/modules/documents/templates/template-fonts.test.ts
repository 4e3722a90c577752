/** Documents in fonts of the organisation's own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { hollowFont, ownFamily, ownFont } from '../../../../test/support/own-font.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { contentIn } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const { quoted, issue } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const readable = needing('pdffonts', 'pdftotext');
const bytesOf = ({ content }: Wire) => Buffer.from(content, 'base64');
const fontsOf = (pages: Wire) => execFileSync('pdffonts', ['-'], { input: bytesOf(pages), encoding: 'utf8' });
const create = (more: object) => call('create_document_template', { name: `Look ${randomUUID()}`, ...more });
const previewOf = ({ id }: Wire, more: object = {}) => call('preview_document_template', { id, ...more });
const inOwn = { body_font: ownFamily, heading_font: ownFamily };

async function uploaded(bytes: Buffer, as = ana): Promise<Wire> {
  const sha256 = await contentIn(world, as, bytes);
  await world.runtime.renderer?.keep({ organization: as.organization?.id ?? '', sha256 }, bytes);
  return call('create_file', { sha256, name: 'letters.ttf' }, { as });
}

describe('a font of an organisation', () => {
  test('sets the pages and is part of them, and ours help out where it has no letters', readable, async () => {
    const file = await uploaded(ownFont());
    const template = await create({ font_file_ids: [file.id], layout: inOwn });
    assert.deepEqual([template.font_file_ids, template.font_families], [[file.id], [ownFamily]]);
    const row = /HandmadeLetters\S* +.*(?:yes) +yes +yes/;
    assert.match(fontsOf(await previewOf(template)), row);
    const arabic = await previewOf(template, { language: 'ar' });
    assert.match(fontsOf(arabic), row);
    assert.match(fontsOf(arabic), /IBMPlexSansArabic/);
    assert.doesNotMatch(fontsOf(await previewOf(await create({}))), /Handmade/);
    assert.match(pdfText(bytesOf(await previewOf(template, { language: 'ja' }))), /請求書/);
  });

  test('stays with the documents that were issued in it, whatever becomes of it', readable, async () => {
    const file = await uploaded(ownFont({ usage: 8 }));
    const template = await create({
      font_file_ids: [file.id],
      layout: inOwn,
      document_types: ['quote'],
      is_default: true,
    });
    await call('publish_document_template', { id: template.id });
    const { id } = await issue(await quoted({ client_id: (await shop.client()).id }));
    await call('delete_file', { id: file.id });
    await call('purge_file', { id: file.id }).catch(() => undefined);
    const changed = await call('update_document_template', {
      id: template.id,
      font_file_ids: [],
      layout: { heading_font: 'Archivo' },
    });
    assert.deepEqual(changed.font_families, []);
    await call('publish_document_template', { id: template.id });
    assert.match(fontsOf(await call('get_document_pdf', { id })), /HandmadeLetters/);
    const later = await issue(await quoted({ client_id: (await shop.client()).id }));
    assert.doesNotMatch(fontsOf(await call('get_document_pdf', { id: later.id })), /HandmadeLetters/);
    await call('archive_document_template', { id: template.id });
  });

  test('stays with its template when something else is changed, and in a copy', readable, async () => {
    const file = await uploaded(ownFont({ usage: 4 }));
    const template = await create({ font_file_ids: [file.id] });
    await call('delete_file', { id: file.id });
    const changed = await call('update_document_template', { id: template.id, layout: inOwn });
    assert.deepEqual(changed.font_families, [ownFamily]);
    const copy = await call('duplicate_document_template', { id: template.id, name: `Copy ${randomUUID()}` });
    assert.match(fontsOf(await previewOf(copy)), /HandmadeLetters/);
  });

  test('is named in a layout only where the template has it', async () => {
    const unknown = (key: string) =>
      refused('validation_failed', ({ errors: [first] }) => {
        assert.deepEqual([first.pointer, first.code], [`/layout/${key}`, 'unknown_font']);
        assert.match(first.message, /Archivo/);
      });
    await assert.rejects(create({ layout: { body_font: ownFamily } }), unknown('body_font'));
    await assert.rejects(create({ layout: { heading_font: 'constructor' } }), unknown('heading_font'));
    await assert.rejects(create({ layout: { body_font: 'Instrument Serif' } }), unknown('body_font'));
    const template = await create({ font_file_ids: [(await uploaded(ownFont())).id], layout: inOwn });
    const without = call('update_document_template', { id: template.id, font_file_ids: [] });
    await assert.rejects(without, unknown('body_font'));
  });

  test('is refused with what is wrong with it, and whoever prints next prints', async () => {
    const next = await create({});
    const wrong: readonly (readonly [Buffer, RegExp])[] = [
      [ownFont({ usage: 2 }), /restricted licence/],
      [Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF\n'), /neither TrueType nor OpenType/],
      [Buffer.concat([ownFont(), Buffer.alloc(2_000_000)]), /at most 2000000/],
      [ownFont().subarray(0, 2_000), /damaged/],
      [hollowFont('cmap'), /no digit/],
      [hollowFont('name'), /damaged/],
    ];
    for (const [bytes, why] of wrong) {
      const file = await uploaded(bytes);
      const font = refused('validation_failed', ({ errors: [first] }) => {
        assert.deepEqual([first.pointer, first.code], ['/font_file_ids/0', 'font_refused']);
        assert.match(first.message, why);
      });
      await assert.rejects(create({ font_file_ids: [file.id] }), font, String(why));
      assert.ok((await previewOf(next)).content.length > 0);
    }
  });

  test('of another organisation is not there', async () => {
    const theirs = await uploaded(ownFont({ usage: 12 }), world.rival);
    await assert.rejects(
      create({ font_file_ids: [theirs.id] }),
      refused('not_found', ({ errors: [first] }) => assert.equal(first.pointer, '/font_file_ids/0')),
    );
  });
});
