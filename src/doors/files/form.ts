import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { fileBytesMax } from '../../modules/files/index.ts';
import { BusinessError, malformedRequest, payloadTooLarge } from '../../operation/errors.ts';
import { type Glimpse, headBytes, tailBytes } from './inspect.ts';

const fieldsMax = 100;
const fieldBytesMax = 20_000;
const headerPairsMax = 20;
/** The fields, and what a form puts around its parts. */
const formBytesMax = 1_048_576;

/** A form with one file, which was written to the path that was given. */
export type Form = {
  readonly fields: Readonly<Record<string, string | string[]>>;
  /** As it was sent, which may be a path or worse. */
  readonly filename: string | undefined;
  readonly sha256: string;
  readonly glimpse: Glimpse;
};

/** Reads multipart/form-data as it comes, however fast, and holds no more of it than a glimpse. */
export async function readForm(request: FastifyRequest, path: string): Promise<Form> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > fileBytesMax + formBytesMax) throw payloadTooLarge({ max_bytes: fileBytesMax });
  const parser = parserOf(request);
  const fields: Record<string, string | string[]> = Object.create(null);
  let file: { readonly filename: string; readonly written: Promise<Written> } | undefined;
  const read = new Promise<void>((resolve, reject) => {
    const refuse = (detail: string) => reject(malformed(detail));
    parser.on('field', (name, value, nameIsCut, valueIsCut) => {
      if (nameIsCut || valueIsCut) refuse(`A field holds at most ${fieldBytesMax} bytes.`);
      else addField(fields, name.replace(/\[\]$/, ''), value);
    });
    parser.on('file', (name, stream, filename) => {
      // A part that is cut off fails whether somebody reads it already or not, and must not end the process.
      stream.on('error', reject);
      if (name !== 'file' || file !== undefined) return refuse('Send one file, in the part `file`.');
      file = { filename, written: write(stream, path) };
      file.written.catch(reject);
      // Closing the parser must end the writer, which would wait for more.
      parser.once('close', () => stream.destroy());
    });
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
      parser.on(limit, () => refuse(`Send one file and at most ${fieldsMax} fields.`));
    }
    parser.on('error', reject);
    parser.on('finish', resolve);
    const cut = () => void (request.raw.complete || refuse('The form is incomplete.'));
    request.raw.on('close', cut);
    if (request.raw.destroyed) cut();
    request.raw.pipe(parser);
  });
  try {
    await read;
    if (file === undefined) throw malformed('The part `file` is missing.');
    return { fields, filename: file.filename, ...(await file.written) };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // Nobody who is still sending would hear an answer if their line were cut.
    request.raw.unpipe(parser).resume();
    parser.destroy();
    await file?.written.catch(() => undefined);
  }
}

function parserOf({ headers }: FastifyRequest): InstanceType<typeof Busboy> {
  const limits = {
    fieldNameSize: 100,
    fieldSize: fieldBytesMax,
    fields: fieldsMax,
    parts: fieldsMax + 1,
    files: 1,
    fileSize: fileBytesMax,
    headerPairs: headerPairsMax,
  };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Mark of an embedded file in a PDF. */
const attachmentMark = '/EmbeddedFile';

type Written = { readonly sha256: string; readonly glimpse: Glimpse };

/** Writes a file to the disk for good, and keeps what there is to look at. */
async function write(stream: BusboyFileStream, path: string): Promise<Written> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let tail: Buffer = Buffer.alloc(0);
  let size = 0;
  let hasAttachment = false;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
      const seen = Buffer.concat([tail, chunk]);
      hasAttachment ||= seen.includes(attachmentMark);
      tail = seen.subarray(-tailBytes);
      size += chunk.length;
      await handle.write(chunk);
    }
    if (stream.truncated) throw payloadTooLarge({ max_bytes: fileBytesMax });
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (size === 0) throw malformed('The file is empty.');
  return { sha256: hash.digest('hex'), glimpse: { head: Buffer.concat(head), tail, size, hasAttachment } };
}

function addField(fields: Record<string, string | string[]>, name: string, value: string): void {
  const before = fields[name];
  fields[name] = before === undefined ? value : [...[before].flat(), value];
}

function malformed(detail: string): BusinessError {
  return malformedRequest({ detail, hint: 'Send multipart/form-data with the file in the part `file`.' });
}

/** Errors of the parser are faults of the form; errors of the disk are ours. */
function asRefusal(error: unknown): unknown {
  if (error instanceof BusinessError || (error instanceof Error && 'syscall' in error)) return error;
  return malformed('The form is malformed or incomplete.');
}
