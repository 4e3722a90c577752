import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService({ dataFolder: '/tmp/fdep/data' });
const { token } = await service.register('Files');
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
async function up(body: Buffer, name: string, fields: Record<string,string> = {}, path='/files') {
  const form = new FormData();
  for (const [k, v] of Object.entries(fields)) form.append(k, v);
  form.append('file', new Blob([body]), name);
  const r = await fetch(`${service.url}/api${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  return { status: r.status, text: await r.text(), headers: r.headers };
}
test('x', async () => {
  const a = await up(png, '../../x\u202Egnp.html', { tags: 'a,b', kind: 'receipt' });
  console.log(a);
  const id = JSON.parse(a.text).id;
  const c = await fetch(`${service.url}/api/files/${id}/content`, { headers: { authorization: `Bearer ${token}` } });
  console.log(c.status, c.headers, Buffer.from(await c.arrayBuffer()).equals(png));
  console.log(await up(Buffer.alloc(27_000_000), 'big.pdf'));
  console.log(await up(Buffer.alloc(26_300_000), 'big.pdf'));
  console.log(await up(Buffer.from('<html>'), 'x.pdf'));
  console.log(await up(png, 'x.png', Object.fromEntries(Array.from({length: 10000}, (_, i) => [`f${i}`, 'x']))));
});
