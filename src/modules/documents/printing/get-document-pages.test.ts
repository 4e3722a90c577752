import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { invoiced } = createInvoiceFixture(world, shop);

async function pagesOf({ id }: Wire): Promise<{ svg: string; width: number; height: number; file: Wire }> {
  const file = await call('get_document_pages', { id });
  const svg = Buffer.from(file.content, 'base64').toString('utf8');
  const [, width, height] = /^<svg[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { svg, width: Number(width), height: Number(height), file };
}
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Part ${at + 1}`, quantity: '1', unit_price: '10' }));

test('all pages are one image, one below the other', needing('pdftotext'), async () => {
  const [short, long] = [await invoiced({ lines: lines(1) }), await invoiced({ lines: lines(90) })];
  const [one, many] = [await pagesOf(short), await pagesOf(long)];
  assert.deepEqual([one.file.filename, one.file.content_type], [`invoice-${short.number}.svg`, 'image/svg+xml']);
  const pdf = Buffer.from((await call('get_document_pdf', { id: long.id })).content, 'base64');
  const pages = pdfText(pdf).split('\f').length - 1;
  assert.ok(pages > 1);
  assert.deepEqual([many.width, Math.round(many.height / one.height)], [one.width, pages]);
});

test('they look as the document does now, run nothing and load nothing', async () => {
  const invoice = await invoiced({ lines: lines(2) });
  const before = await pagesOf(invoice);
  assert.equal((await pagesOf(invoice)).svg, before.svg);
  await shop.pay({ id: invoice.sale_id });
  const { svg } = await pagesOf(invoice);
  assert.notEqual(svg, before.svg, 'it is stamped as paid');
  assert.doesNotMatch(svg, /<script|\son\w+=|href="(?!#|data:image)/);
});
