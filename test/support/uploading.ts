import { randomUUID } from 'node:crypto';
import type { HttpAnswer, HttpRequest, RunningService } from './running-service.ts';

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
