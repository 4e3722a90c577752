/** Pictures of products: dropped by whoever keeps the goods, seen in the list and at the till. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { press } from '../support/console-hands.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole({ role: 'all' });

/** As if a person dropped two photographs, which are painted here. */
const drop = (label: string) => `(async () => {
  const files = new DataTransfer();
  for (const color of ['teal', 'maroon']) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const brush = canvas.getContext('2d');
    brush.fillStyle = color;
    brush.fillRect(0, 0, 640, 480);
    const photo = await new Promise((done) => canvas.toBlob(done, 'image/jpeg'));
    files.items.add(new File([photo], color + '.jpg', { type: 'image/jpeg' }));
  }
  const place = [...document.querySelectorAll('label.drop')].find((one) => one.innerText.includes('${label}'));
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
})()`;
const pictures = (where: string) => `[...document.querySelectorAll('${where} .thumbnail img')]`;
const painted = (where: string, count: number) => {
  const areThere = `${pictures(where)}.every((one) => one.complete && one.naturalWidth > 0)`;
  return `${pictures(where)}.length === ${count} && ${areThere}`;
};

test('pictures are dropped, the main one is chosen, and it is seen in the list and at the till', async (t) => {
  const tab = await open(t, 'Pictures of products');
  if (tab === undefined) return;
  // That which is sold has a button at the till.
  const { id, name } = await shop.call('get_product', { id: shop.ids['prod'] });
  await tab.visit(at(`/products/${id}`));
  await tab.comes(`${idle} && ${heading} === '${name}' && ${shown('The first is shown in lists')}`);
  await tab.read(drop('Add pictures'));
  await tab.comes(painted('.pictures', 2));
  const before = (await shop.call('get_product', { id })).picture_ids;
  await press(tab, 'Make main');
  await tab.comes(`${pictures('.pictures')}[0]?.alt === 'Picture 1 of ${name}'`);
  await tab.comes(`${painted('.pictures', 2)} && ${idle}`);
  const turned = (await shop.call('get_product', { id })).picture_ids;
  assert.deepEqual(turned, before.toReversed());
  assert.deepEqual(await violationsIn(tab.settled), []);
  await tab.visit(at('/products'));
  await tab.comes(`${idle} && ${painted('[role=row]', 1)}`);
  await tab.visit(at('/sales/new'));
  await tab.comes(`${idle} && ${painted('.quick', 1)} && ${shown(name)}`);
  await tab.visit(at(`/products/${id}`));
  await tab.comes(painted('.pictures', 2));
  await tab.read(`document.querySelector('[aria-label="Remove picture 2"]').click()`);
  await tab.comes(`${painted('.pictures', 1)} && ${idle}`);
  assert.deepEqual((await shop.call('get_product', { id })).picture_ids, turned.slice(0, 1));
});
