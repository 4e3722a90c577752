import { execFileSync } from 'node:child_process';

/** A value of a PDF as qpdf writes it: references are `12 0 R`, names `/Name`, texts `u:…` and bytes `b:…`. */
export type PdfValue = null | boolean | number | string | readonly PdfValue[] | PdfDict;
export type PdfDict = { readonly [key: string]: PdfValue };
export type PdfStream = { readonly dict: PdfDict; readonly data: Buffer };

type Written = { readonly value?: PdfValue; readonly stream?: { readonly dict: PdfDict; readonly data: string } };

export type PdfFile = {
  readonly version: string;
  readonly trailer: PdfDict;
  /** All dictionaries, those of streams included. */
  readonly dicts: readonly PdfDict[];
  readonly streams: readonly PdfStream[];
  /** Value behind a reference; other values as they are. */
  readonly at: (value: PdfValue | undefined) => PdfValue;
  readonly dictAt: (value: PdfValue | undefined) => PdfDict;
  readonly streamAt: (value: PdfValue | undefined) => PdfStream | undefined;
};

const outputMax = 256 * 1_048_576;

/** Objects of a PDF with their streams decoded, by qpdf. */
export function readPdf(path: string): PdfFile {
  const how = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', path, '-'];
  const { qpdf } = JSON.parse(execFileSync('qpdf', how, { encoding: 'utf8', maxBuffer: outputMax })) as {
    readonly qpdf: readonly [{ readonly pdfversion: string }, Readonly<Record<string, Written>>];
  };
  const [{ pdfversion: version }, written] = qpdf;
  const streams = new Map(
    Object.entries(written).flatMap(([key, { stream }]) =>
      stream === undefined ? [] : [[key, { dict: stream.dict, data: Buffer.from(stream.data, 'base64') }] as const],
    ),
  );
  const at: PdfFile['at'] = (value) => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value ?? null;
    const found = written[`obj:${value}`];
    return found?.value ?? found?.stream?.dict ?? null;
  };
  const isDict = (value: PdfValue): value is PdfDict =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const inside = (value: PdfValue): PdfDict[] => {
    if (Array.isArray(value)) return value.flatMap(inside);
    return isDict(value) ? [value, ...Object.values(value).flatMap(inside)] : [];
  };
  const values = Object.values(written).map(({ value, stream }) => value ?? stream?.dict ?? null);
  return {
    version,
    trailer: written['trailer']?.value as PdfDict,
    dicts: values.flatMap(inside),
    streams: [...streams.values()],
    at,
    dictAt(value) {
      const found = at(value);
      return isDict(found) ? found : {};
    },
    streamAt: (value) => (typeof value === 'string' ? streams.get(`obj:${value}`) : undefined),
  };
}
