/** Small pictures made of what people upload, by get_product_picture and get_file_thumbnail. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import { jpegOf, pdfOf, pngOf, upload } from '../../../test/support/uploading.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const [ana, rival] = await Promise.all([service.register('Ana'), service.register('Rival')]);
const api = async (who: SignedIn, method: string, path: string, body?: unknown): Promise<Wire> => {
  const answer = await service.api(who.token, method, path, body, { 'idempotency-key': randomUUID() });
  return answer.status < 300 ? answer.body : { ...answer.body, status: answer.status };
};
const shaped = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } });

/** A photograph as a telephone takes it: on its side, and with the place. */
const photo = await shaped(1200, 800, '#c33')
  .jpeg()
  .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 19/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer();

async function fileOf(who: SignedIn, bytes: Buffer, filename = 'photo.jpg'): Promise<string> {
  const answer = await upload(service, { ...who, bytes, filename });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
const picture = (who: SignedIn, path: string, headers = {}) => service.api(who.token, 'GET', path, undefined, headers);
const bytesOf = async (path: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${ana.token}` };
  return Buffer.from(await (await fetch(`${service.url}/api${path}`, { headers })).arrayBuffer());
};
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
  return [width, height, format, exif, orientation];
};

test('a product shows its pictures in three sizes, upright and without the place where they were taken', async () => {
  const [front, back] = [await fileOf(ana, photo), await fileOf(ana, await shaped(40, 40, 'blue').png().toBuffer())];
  const { id } = await api(ana, 'POST', '/products', { name: 'Lamp', price: '20.00', picture_ids: [front, back] });
  const product = await api(ana, 'GET', `/products/${id}`);
  assert.deepEqual(product.picture_ids, [front, back]);
  const path = `/products/${id}/pictures/${front}`;
  const small = await picture(ana, `${path}?width=96`);
  const [least, card] = [await bytesOf(`${path}?width=96`), await bytesOf(path)];
  assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/webp']);
  assert.deepEqual(await sizeOf(least), [96, 144, 'webp', undefined, undefined]);
  assert.deepEqual(await sizeOf(card), [320, 480, 'webp', undefined, undefined]);
  assert.ok(least.length < 1_000, `${least.length} bytes`);
  const known = { 'if-none-match': String(small.headers['etag']) };
  assert.equal((await picture(ana, `${path}?width=96`, known)).status, 304);
  const tiny = await bytesOf(`/products/${id}/pictures/${back}?width=960`);
  assert.deepEqual((await sizeOf(tiny)).slice(0, 2), [40, 40], 'nothing is blown up');
  const kept = await service.owner.query('select width from thumbnails order by width, length(bytes)');
  assert.deepEqual(
    kept.rows.map(({ width }) => width),
    [96, 320, 960],
  );
  const { data } = await api(ana, 'GET', '/files');
  assert.deepEqual(
    data.find((file: Wire) => file.id === front).links,
    [{ type: 'product', id }],
    'the file says whose picture it is',
  );
});

test('pictures are put in another order, and taken away', async () => {
  const [one, two] = [await fileOf(ana, photo), await fileOf(ana, photo, 'other.jpg')];
  const { id } = await api(ana, 'POST', '/products', { name: 'Vase', price: '9.00', picture_ids: [one, two] });
  const turned = await api(ana, 'PATCH', `/products/${id}`, { picture_ids: [two, one] });
  assert.deepEqual(turned.picture_ids, [two, one]);
  const named = await api(ana, 'PATCH', `/products/${id}`, { name: 'Tall vase' });
  assert.deepEqual(named.picture_ids, [two, one], 'what is not sent stays');
  assert.equal((await api(ana, 'DELETE', `/files/${one}`)).code, 'file_linked');
  const bare = await api(ana, 'PATCH', `/products/${id}`, { picture_ids: [] });
  assert.deepEqual(bare.picture_ids, []);
  assert.equal((await picture(ana, `/products/${id}/pictures/${one}`)).status, 404);
  assert.ok((await api(ana, 'DELETE', `/files/${one}`)).deleted_at, 'now it belongs to nothing');
  const gone = await api(ana, 'PATCH', `/products/${id}`, { picture_ids: [one] });
  assert.deepEqual([gone.code, gone.errors[0].pointer], ['not_found', '/picture_ids/0']);
  await api(ana, 'PATCH', `/products/${id}`, { picture_ids: [two] });
  assert.equal((await api(ana, 'DELETE', `/products/${id}`)).deleted, true, 'its pictures do not hold it');
  assert.ok((await api(ana, 'DELETE', `/files/${two}`)).deleted_at);
});

test('what is no picture, or cannot be read, is refused in words', async () => {
  const [paper, note] = [await fileOf(ana, pdfOf('manual'), 'manual.pdf'), await fileOf(ana, photo)];
  const refusal = await api(ana, 'POST', '/products', { name: 'Desk', price: '1', picture_ids: [note, paper] });
  assert.deepEqual([refusal.errors[0].pointer, refusal.errors[0].code], ['/picture_ids/1', 'not_a_picture']);
  const twice = await api(ana, 'POST', '/products', { name: 'Desk', price: '1', picture_ids: [note, note] });
  assert.equal(twice.errors[0].pointer, '/picture_ids');
  for (const bytes of [jpegOf(600, 400), pngOf({ width: 9_000, height: 5_000 })]) {
    const file = await fileOf(ana, bytes, 'broken.jpg');
    const answer = await picture(ana, `/files/${file}/thumbnail`);
    assert.deepEqual([answer.status, answer.body.code], [422, 'no_thumbnail'], answer.text);
  }
  assert.equal((await picture(ana, `/files/${paper}/thumbnail`)).body.code, 'no_thumbnail');
  const broken = await fileOf(ana, jpegOf(300, 300));
  const { id } = await api(ana, 'POST', '/products', { name: 'Bench', price: '1', picture_ids: [broken] });
  assert.equal((await picture(ana, `/products/${id}/pictures/${broken}`)).body.code, 'no_thumbnail');
  const binned = await fileOf(ana, photo);
  await api(ana, 'DELETE', `/files/${binned}`);
  assert.equal((await picture(ana, `/files/${binned}/thumbnail`)).body.code, 'invalid_state_transition');
  const wrong = await picture(ana, `/files/${note}/thumbnail?width=100`);
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/width']);
  const after = await picture(ana, `/files/${note}/thumbnail?width=96`);
  assert.equal(after.status, 200, 'the next image is made all the same');
});

test('nobody sees the pictures of others, nor any file as a picture of a product that it is none of', async () => {
  const [own, paper] = [await fileOf(ana, photo), await fileOf(ana, await shaped(9, 9, 'red').png().toBuffer())];
  const { id } = await api(ana, 'POST', '/products', { name: 'Rug', price: '5', picture_ids: [own] });
  assert.equal((await picture(rival, `/products/${id}/pictures/${own}`)).status, 404);
  assert.equal((await picture(rival, `/files/${own}/thumbnail`)).status, 404);
  assert.equal((await picture(ana, `/products/${id}/pictures/${paper}`)).status, 404);
  const stolen = await api(rival, 'POST', '/products', { name: 'Rug', price: '5', picture_ids: [own] });
  assert.deepEqual([stolen.code, stolen.errors[0].pointer], ['not_found', '/picture_ids/0']);
});
