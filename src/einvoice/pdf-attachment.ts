import { inflateSync } from 'node:zlib';
import { isDictionary, type PdfDictionary, type PdfReference, type PdfValue, readPdfValue } from './pdf-object.ts';
import { UnreadableInvoice } from './unreadable.ts';
import { xmlBytesMax } from './xml-tree.ts';

const pdfBytesMax = 50 * 1024 * 1024;
const objectsMax = 200_000;
/** All compressed lists of objects together, unpacked. */
const unpackedBytesMax = 64 * 1024 * 1024;
/** Without its pictures and fonts no document has as much: a file that goes beyond it is made to be slow. */
const charactersReadMax = 32 * 1024 * 1024;
const objectListMax = 1024 * 1024;

/** Names that e-invoices have in PDFs, those of Factur-X first. */
const names = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'order-x.xml'];

// Blanks are bounded: in a process with much code V8 no longer optimizes patterns, and megabytes of blanks overflow the
// stack of one that is not.
const encryption = /\/Encrypt\s{1,99}[0-9]{1,10}\s{1,99}[0-9]{1,5}\s{1,99}R/;

/**
 * Finds the XML of an e-invoice in a PDF. It looks through the objects of the file and unpacks the one attachment:
 * nothing is drawn, run or followed, and all that is unpacked has a limit.
 */
export function xmlInPdf(pdf: Uint8Array): Uint8Array {
  if (pdf.length > pdfBytesMax) {
    throw new UnreadableInvoice('too_large', `the PDF is larger than ${pdfBytesMax / 1024 / 1024} MiB`);
  }
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const source = bytes.toString('latin1');
  if (encryption.test(source)) {
    throw new UnreadableInvoice('encrypted', 'the PDF is encrypted; save it without a password');
  }
  const objects = objectsIn(bytes, source);
  const file = attachmentIn(objects);
  if (file === undefined) {
    throw new UnreadableInvoice('no_attachment', 'the PDF carries no e-invoice: no attachment is named as one');
  }
  return unpacked(file, objects);
}

/** A value, and what follows the word `stream` after it. */
type PdfObject = { readonly value: PdfValue; readonly data: Buffer | undefined };
type Objects = ReadonlyMap<number, PdfObject>;

/** The last object of a number counts, as it is what an update of the file left. */
function objectsIn(bytes: Buffer, source: string): Objects {
  const found = new Map<number, PdfObject>();
  const packed: PdfObject[] = [];
  const read = limitedReader();
  const pattern = /(?<![0-9])([0-9]{1,10})\s{1,99}[0-9]{1,5}\s{1,99}obj\b/g;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const { value, end } = read(source, pattern.lastIndex);
    if (value === undefined) continue;
    const start = /^\s*stream\r?\n/.exec(source.slice(end, end + 32));
    const data = start === null ? undefined : bytes.subarray(end + start[0].length);
    const object = { value, data };
    found.set(Number(match[1]), object);
    if (isDictionary(value) && value.get('/Type') === '/ObjStm') packed.push(object);
    pattern.lastIndex = data === undefined ? end : endOf(source, end);
  }
  addPacked(found, packed, read);
  return found;
}

type Read = typeof readPdfValue;

function limitedReader(): Read {
  let objects = 0;
  let characters = 0;
  return (source, from) => {
    const result = readPdfValue(source, from);
    objects++;
    characters += result.end - from;
    if (objects > objectsMax || characters > charactersReadMax) {
      throw new UnreadableInvoice('too_large', `the PDF has over ${objectsMax} objects, or objects that overlap`);
    }
    return result;
  };
}

/** Past the data, so that what looks like an object inside of it is none. */
function endOf(source: string, from: number): number {
  const end = source.indexOf('endstream', from);
  return end < 0 ? source.length : end;
}

function addPacked(found: Map<number, PdfObject>, packed: readonly PdfObject[], read: Read): void {
  let left = unpackedBytesMax;
  for (const object of packed) {
    if (!isDictionary(object.value)) continue;
    const source = unpack(object, found, left).toString('latin1');
    left -= source.length;
    const first = numberIn(object.value, '/First', found) ?? 0;
    const numbers = source.slice(0, Math.min(first, objectListMax)).trim().split(/\s+/).map(Number);
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [id, offset] = [numbers[index] ?? 0, numbers[index + 1] ?? 0];
      const { value } = read(source, first + offset);
      if (value !== undefined && !found.has(id)) found.set(id, { value, data: undefined });
    }
  }
}

function attachmentIn(objects: Objects): PdfObject | undefined {
  const files = new Map<string, PdfObject>();
  for (const { value } of objects.values()) {
    if (!isDictionary(value)) continue;
    const embedded = resolved(value.get('/EF'), objects);
    if (!isDictionary(embedded)) continue;
    const name = textIn(value, '/UF', objects) ?? textIn(value, '/F', objects);
    const data = objectAt(embedded.get('/F') ?? embedded.get('/UF'), objects);
    if (name !== undefined && data !== undefined) files.set(name.toLowerCase(), data);
  }
  const xml = [...files.keys()].filter((name) => name.endsWith('.xml'));
  const name = names.find((one) => files.has(one)) ?? (xml.length === 1 ? xml[0] : undefined);
  return name === undefined ? undefined : files.get(name);
}

function unpacked(file: PdfObject, objects: Objects): Uint8Array {
  try {
    return unpack(file, objects, xmlBytesMax);
  } catch (error) {
    if (error instanceof UnreadableInvoice) throw error;
    throw new UnreadableInvoice('no_attachment', 'the attachment of the PDF is damaged');
  }
}

function unpack({ value, data }: PdfObject, objects: Objects, bytesMax: number): Buffer {
  if (!isDictionary(value) || data === undefined) {
    throw new UnreadableInvoice('no_attachment', 'the attachment of the PDF has no content');
  }
  const given = resolved(value.get('/Filter'), objects);
  const filters = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  const length = numberIn(value, '/Length', objects);
  const raw = data.subarray(0, length === undefined ? Math.max(data.indexOf('endstream'), 0) : Math.max(length, 0));
  if (filters.length === 0) return raw;
  if (filters.length > 1 || filters[0] !== '/FlateDecode') {
    throw new UnreadableInvoice('no_attachment', 'the attachment of the PDF is packed in a way that is not read');
  }
  try {
    return inflateSync(raw, { maxOutputLength: Math.max(bytesMax, 1) });
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableInvoice('too_large', 'what the PDF holds is too large');
    throw new UnreadableInvoice('no_attachment', 'what the PDF holds is damaged');
  }
}

function resolved(value: PdfValue | undefined, objects: Objects): PdfValue | undefined {
  return isReference(value) ? objects.get(value.object)?.value : value;
}

function objectAt(value: PdfValue | undefined, objects: Objects): PdfObject | undefined {
  return isReference(value) ? objects.get(value.object) : undefined;
}

function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'object' in value;
}

function numberIn(from: PdfDictionary, key: string, objects: Objects): number | undefined {
  const value = resolved(from.get(key), objects);
  return typeof value === 'number' ? value : undefined;
}

function textIn(from: PdfDictionary, key: string, objects: Objects): string | undefined {
  const value = resolved(from.get(key), objects);
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
}
