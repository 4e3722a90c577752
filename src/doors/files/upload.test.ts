/** Uploads: the type is detected, the name made plain, and everything else refused. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { zipSync } from 'fflate';
import { ownFont } from '../../../test/support/own-font.ts';
import { openUploadFixture } from '../../../test/support/upload-fixture.ts';
import { formOf, heicOf, jpegOf, pdfOf, pngOf, upload, webpOf } from '../../../test/support/uploading.ts';

// By create_file, by create_expense_receipt and by create_expense_from_file.
const { service, who, dataFolder, send, refused } = await openUploadFixture();
const { token } = who;
const oneOfEach = {
  'application/pdf': pdfOf('each'),
  'image/jpeg': jpegOf(640, 480),
  'image/png': pngOf(),
  'image/webp': webpOf(640, 480),
  'image/heic': heicOf(4_032, 3_024),
  'font/ttf': ownFont(),
};

async function fetched(id: string, as = token): Promise<Response> {
  return fetch(`${service.url}/api/files/${id}/content`, { headers: { authorization: `Bearer ${as}` } });
}

describe('a file that is sent', () => {
  test('comes back byte for byte, as what it is, and as something to save', async () => {
    const bytes = pdfOf(randomBytes(20).toString('hex'));
    const { status, body, headers } = await send(bytes, {
      filename: 'Hotel Rom.pdf',
      fields: { kind: 'receipt', folder: '2026/Travel', tags: 'rome,hotel', 'metadata[trip]': '7' },
    });
    assert.equal(status, 201);
    assert.equal(headers['location'], `/api/files/${body.id}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(
      [body.name, body.kind, body.folder, body.tags, body.metadata, body.content_type, body.size, body.sha256],
      [
        'Hotel Rom.pdf',
        'receipt',
        '2026/Travel',
        ['rome', 'hotel'],
        { trip: '7' },
        'application/pdf',
        bytes.length,
        sha256,
      ],
    );
    const answer = await fetched(body.id);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
    const said = (name: string) => answer.headers.get(name);
    assert.equal(said('content-type'), 'application/pdf');
    assert.equal(said('content-disposition'), "attachment; filename*=UTF-8''Hotel%20Rom.pdf");
    assert.equal(said('x-content-type-options'), 'nosniff');
    assert.equal(said('cache-control'), 'no-store');
    assert.match(said('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.equal(said('content-length'), String(bytes.length));
    const known = await fetch(answer.url, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': said('etag') ?? '' },
    });
    assert.equal(known.status, 304);
  });

  test('is kept once however often it is sent, and says what it is the same as', async () => {
    const bytes = pdfOf('twice');
    const first = await send(bytes, { filename: 'first.pdf' });
    const second = await send(bytes, { filename: 'second.pdf' });
    assert.notEqual(first.body.id, second.body.id);
    assert.deepEqual(first.body.warnings, []);
    assert.deepEqual(second.body.warnings, [
      { code: 'duplicate_file', message: 'The file "first.pdf" has the same content.' },
    ]);
    const { sha256 } = first.body;
    const found = readdirSync(join(dataFolder, 'files'), { recursive: true }).filter((path) => path.includes(sha256));
    assert.equal(found.length, 1);
    assert.equal((await service.api(token, 'GET', `/files?sha256=${sha256}`)).body.data.length, 2);
  });

  test('sent again under its key is the same file', async () => {
    const parts = [{ name: 'file', value: pdfOf('retried'), filename: 'a.pdf' }];
    const answers = [];
    for (const form of [formOf(parts), formOf(parts)]) {
      const headers = { ...form.headers, 'idempotency-key': 'upload-1' };
      answers.push(await service.send({ method: 'POST', path: '/api/files', token, ...form, headers }));
    }
    assert.equal(answers[0]?.body.id, answers[1]?.body.id);
    assert.equal(answers[1]?.headers['idempotent-replayed'], 'true');
  });

  test('may say what it comes to, and is refused where it came otherwise', async () => {
    const bytes = pdfOf('told');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal((await send(bytes, { fields: { sha256 } })).status, 201);
    const other = await send(bytes, { fields: { sha256: '0'.repeat(64) } });
    assert.deepEqual([other.status, other.body.errors[0].code], [422, 'wrong_digest']);
  });

  test('of every kind that is allowed is known by its bytes', async () => {
    for (const [type, bytes] of Object.entries(oneOfEach)) {
      const { body, status, text } = await send(bytes, { filename: 'scan' });
      assert.equal(status, 201, `${type}: ${text}`);
      assert.equal(body.content_type, type);
    }
  });

  test('of another organisation is not there, and neither are its bytes', async () => {
    const rival = await service.register('Rival');
    const { body } = await send(pdfOf('secret'));
    assert.equal((await fetched(body.id, rival.token)).status, 404);
    const named = await service.api(rival.token, 'POST', '/files', { sha256: body.sha256, name: 'mine' });
    assert.deepEqual([named.status, named.body.code], [404, 'not_found']);
    assert.equal((await fetched(body.id, '')).status, 401);
  });

  test('that would make the organisation keep more than it may is refused', async () => {
    const { rows } = await service.owner.query('select bytes from file_usage');
    await service.owner.query('update file_usage set bytes = $1', [10 * 1_024 ** 3 - 10]);
    const { body } = await refused(pdfOf('one too many'), 'storage_limit_reached');
    assert.equal(body.max_bytes, 10 * 1_024 ** 3);
    await service.owner.query('update file_usage set bytes = $1', [rows[0].bytes]);
    assert.equal((await send(pdfOf('one too many'))).status, 201, 'control: with room for it, it is kept');
  });

  test('takes the right to keep files before a byte of it is looked at', async () => {
    const viewer = await service.colleague(who, 'viewer');
    const answer = await upload(service, { token: viewer.token, bytes: Buffer.from('no file at all') });
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
    assert.equal((await upload(service, { token: '', bytes: pdfOf('stranger') })).status, 401);
  });
});

describe('what is not what it says', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const office = Buffer.from(zipSync({ 'word/document.xml': Buffer.from('<w:document/>') }));
  const bomb = Buffer.from(zipSync({ bomb: Buffer.alloc(5_000_000) }));
  const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00*/=alert(1)//', 'latin1');

  test('is refused whatever its name: pages, scripts, archives and programs', async () => {
    const programs = [
      Buffer.from('MZ\x90\x00'),
      Buffer.from('\x7fELF'),
      Buffer.from('#!/bin/sh\n'),
      Buffer.from(' %PDF-1.4'),
    ];
    for (const bytes of [html, svg, office, bomb, gif, ...programs]) {
      const { body, status } = await refused(bytes, 'file_type_not_allowed');
      assert.equal(status, 415);
      assert.ok(body.allowed.includes('application/pdf'));
    }
    assert.equal((await send(pdfOf('control'))).status, 201, 'control: what is a PDF is kept');
  });

  test('with something else behind its end is refused', async () => {
    const behindPng = Buffer.concat([pngOf(), html]);
    const behindPdf = Buffer.concat([pdfOf('tail'), bomb]);
    await refused(behindPng, 'file_damaged');
    await refused(behindPdf, 'file_damaged');
    await refused(Buffer.concat([oneOfEach['image/webp'], html]), 'file_damaged');
  });

  test('and cannot be told from what it says is saved as that and never run', async () => {
    const { body } = await send(Buffer.concat([Buffer.from('%PDF-1.4\n'), html, pdfOf('end').subarray(9)]), {
      filename: 'page.html',
    });
    assert.equal(body.name, 'page.html.pdf');
    const answer = await fetched(body.id);
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; .*\.html\.pdf$/);
  });

  test('is refused where it was cut off', async () => {
    await refused(pngOf().subarray(0, -4), 'file_damaged');
    await refused(pdfOf('cut').subarray(0, 12), 'file_damaged');
    await refused(pngOf().subarray(0, 20), 'file_damaged');
    await refused(ownFont().subarray(0, -4), 'file_damaged');
    await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1]), 'file_damaged');
    await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), 'file_damaged');
  });
});

describe('an image that would burst whoever opens it', () => {
  test('is refused by what its header says, before anything is unpacked', async () => {
    const started = Date.now();
    const { body } = await refused(pngOf({ width: 100_000, height: 100_000 }), 'image_too_large', 'bomb.png');
    assert.deepEqual([body.width, body.max_pixels, body.max_side], [100_000, 50_000_000, 12_000]);
    await refused(pngOf({ width: 50_000, height: 1 }), 'image_too_large');
    await refused(jpegOf(9_000, 9_000), 'image_too_large');
    await refused(heicOf(65_000, 65_000), 'image_too_large');
    await refused(webpOf(16_000, 16_000), 'image_too_large');
    assert.ok(Date.now() - started < 5_000);
  });

  test('is refused where it has no size', async () => {
    await refused(pngOf({ width: 0, height: 5 }), 'file_damaged');
    await refused(heicOf(0, 0), 'file_damaged');
  });

  test('control: what a telephone takes is kept', async () => {
    assert.equal((await send(jpegOf(8_064, 6_048))).status, 201);
    assert.equal((await send(pngOf({ width: 4_032, height: 3_024 }))).status, 201);
  });
});

describe('a name', () => {
  const nameOf = async (filename: string) => (await send(pdfOf(filename), { filename })).body.name;

  test('loses its path, and marks that turn it around or cannot be seen', async () => {
    assert.equal(await nameOf('../../etc/passwd'), 'passwd.pdf');
    assert.equal(await nameOf('C:\\Users\\kim\\scan.pdf'), 'scan.pdf');
    assert.equal(await nameOf('invoice\u202Efdp.exe'), 'invoicefdp.exe.pdf');
    assert.equal(await nameOf('a\u0000b\u0007c\u2066.pdf'), 'abc.pdf');
    assert.equal(await nameOf('..'), 'file.pdf');
    assert.equal(await nameOf('.htaccess'), '.htaccess.pdf');
    assert.equal((await nameOf(`${'ä'.repeat(400)}.pdf`)).length, 255);
    assert.equal(existsSync('/etc/passwd.pdf'), false);
  });

  test('stays as it is where it is one, in any script', async () => {
    for (const name of ['Beleg Nº 7 – Müller & Söhne.pdf', '領収書.pdf', 'إيصال.pdf', '👩‍💻.PDF']) {
      assert.equal(await nameOf(name), name.normalize('NFC'));
    }
  });

  test('that is written is refused where it is a path or turns itself around', async () => {
    const { body } = await send(pdfOf('renamed'));
    for (const name of ['a/b.pdf', 'a\\b.pdf', '..', 'in\u202Evoice.pdf', 'a\u2067b.pdf']) {
      const answer = await service.api(token, 'PATCH', `/files/${body.id}`, { name });
      assert.equal(answer.body.errors?.[0].pointer, '/name', name);
    }
    const renamed = await service.api(token, 'PATCH', `/files/${body.id}`, { name: 'contract.html' });
    assert.equal(renamed.body.name, 'contract.html.pdf');
  });
});
