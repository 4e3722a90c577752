/** A form with a file in it: whole, not too large, and with no more parts than anybody needs. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { openUploadFixture } from '../../../test/support/upload-fixture.ts';
import { formOf, pdfOf } from '../../../test/support/uploading.ts';

// By create_file, by create_expense_receipt and by create_expense_from_file.
const { service, who, send, refused, incoming } = await openUploadFixture();
const { token } = who;
const tooManyBytes = 26_214_401;

describe('a form', () => {
  const raw = (body: Buffer | string, type = 'multipart/form-data; boundary=x') =>
    service.send({ method: 'POST', path: '/api/files', token, body, headers: { 'content-type': type } });
  const file = { name: 'file', value: pdfOf('part'), filename: 'a.pdf' };
  const post = (parts: Parameters<typeof formOf>[0]) =>
    service.send({ method: 'POST', path: '/api/files', token, ...formOf(parts) });

  test('of more bytes than a file may have is refused with how many those are', longTest, async () => {
    for (const bytes of [tooManyBytes, 28_000_000]) {
      const { status, body } = await refused(Buffer.concat([pdfOf('big'), Buffer.alloc(bytes)]), 'payload_too_large');
      assert.deepEqual([status, body.max_bytes], [413, 26_214_400]);
    }
    const largest = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(26_214_370, 32),
      Buffer.from('startxref\n0\n%%EOF'),
    ]);
    assert.equal((await send(largest.subarray(-26_214_400))).status, 201, 'control: the largest is kept');
  });

  test('that is cut off, empty or none at all is refused and told why', async () => {
    const whole = formOf([file]);
    const bytes = whole.body as Buffer;
    const type = whole.headers?.['content-type'] ?? '';
    for (const body of [bytes.subarray(0, 90), bytes.subarray(0, -30), Buffer.alloc(0), Buffer.from('{}')]) {
      const answer = await raw(body, type);
      assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_request'], answer.text);
    }
    assert.equal((await raw('--x--', 'multipart/form-data')).status, 400);
    assert.equal((await post([{ ...file, value: '' }])).status, 400);
    assert.equal((await post([])).status, 400);
  });

  test('of more parts than anybody needs is refused', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, value: 'x' }));
    assert.equal((await post([...many, file])).body.code, 'malformed_request');
    assert.equal((await post([file, file])).body.code, 'malformed_request');
    assert.equal((await post([{ ...file, name: 'photo' }])).body.code, 'malformed_request');
    assert.equal((await post([{ name: 'folder', value: 'x'.repeat(30_000) }, file])).body.code, 'malformed_request');
  });

  test('takes only the fields that there are', async () => {
    const answer = await post([{ name: 'organization_id', value: 'x' }, { name: '__proto__', value: 'x' }, file]);
    assert.equal(answer.status, 422);
    assert.ok(answer.body.errors.some((one: { code: string }) => one.code === 'unknown_field'));
    assert.equal(Object.keys(Object.prototype).length, 0);
  });

  test('whose sender goes away half way leaves nothing behind', async () => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`;
    socket.write(`${head}content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n`);
    socket.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4');
    for (let waited = 0; incoming().length === 0 && waited < 100; waited += 1) await pause();
    assert.equal(incoming().length, 1);
    socket.destroy();
    for (let waited = 0; incoming().length > 0 && waited < 100; waited += 1) await pause();
    assert.deepEqual(incoming(), []);
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 20));
}
