import { createHash, randomUUID } from 'node:crypto';
import { announceContent, confirmContent, type Content } from '../../src/modules/files/index.ts';
import type { Actor } from '../../src/operation/actor.ts';
import type { HttpAnswer, HttpRequest, RunningService } from './running-service.ts';
import type { World } from './world.ts';

/** A PDF as small as one can be, with something of its own in it. */
export function pdfOf(text: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${text}\nstartxref\n0\n%%EOF\n`);
}

/** A PNG of one pixel that says it has as many as are asked for. */
export function pngOf({ width = 1, height = 1 }: { width?: number; height?: number } = {}): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

export type Part = { readonly name: string; readonly value: string | Buffer; readonly filename?: string };

/** A form as a browser sends it. */
export function formOf(parts: readonly Part[]): Pick<HttpRequest, 'body' | 'headers'> {
  const boundary = `----${randomUUID()}`;
  const chunks = parts.flatMap(({ name, value, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: text/html`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(body.length) },
  };
}

type Upload = {
  readonly token: string;
  readonly bytes: Buffer;
  readonly filename?: string;
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Sends a file with the fields beside it. */
export function upload(
  service: Pick<RunningService, 'send'>,
  { token, bytes, filename = 'receipt.pdf', path = '/files', fields = {} }: Upload,
): Promise<HttpAnswer> {
  const given = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...given, { name: 'file', value: bytes, filename }]);
  return service.send({ method: 'POST', path: `/api${path}`, token, ...form });
}

/** A JPEG that ends where its picture would begin. */
export function jpegOf(width: number, height: number): Buffer {
  const comment = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 6, 1, 2, 3, 4, 0xff, 0xc0, 0, 17, 8]);
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([comment, size, Buffer.alloc(10), Buffer.from([0xff, 0xd9])]);
}

/** A WebP with the header of a large canvas, and nothing on it. */
export function webpOf(width: number, height: number): Buffer {
  const webp = Buffer.alloc(30);
  webp.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 0, 'latin1');
  webp.writeUIntLE(width - 1, 24, 3);
  webp.writeUIntLE(height - 1, 27, 3);
  return webp;
}

function boxOf(type: string, ...content: readonly Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inner]);
}

/** A HEIC of one tile, and of the whole that it is a part of. */
export function heicOf(width: number, height: number): Buffer {
  const sized = ([wide, high]: readonly [number, number]) => {
    const content = Buffer.alloc(12);
    content.writeUInt32BE(wide, 4);
    content.writeUInt32BE(high, 8);
    return boxOf('ispe', content);
  };
  const tile: [number, number] = [Math.min(width, 512), Math.min(height, 512)];
  const properties = boxOf('iprp', boxOf('ipco', sized(tile), sized([width, height])));
  return Buffer.concat([
    boxOf('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
    boxOf('meta', Buffer.alloc(4), properties),
  ]);
}

/** Content that an organisation has, as far as operations can tell: its bytes are in no folder. */
export async function contentIn(
  { runtime }: World,
  actor: Actor,
  bytes: Buffer,
  more: Partial<Content> = {},
): Promise<string> {
  const organization = actor.organization?.id ?? '';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const content: Content = { sha256, contentType: 'application/pdf', size: bytes.length, ...more };
  const now = runtime.now();
  for (const say of [announceContent, confirmContent]) {
    await runtime.db.transaction({ organization }, (db) => say({ ...runtime, db, organization, now }, content));
  }
  return sha256;
}
