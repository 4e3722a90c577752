import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../../operation/operation.ts';
import type { Answer } from '../../operation/run.ts';
import { FileOutput } from '../../wire/index.ts';
import type { Arguments } from './arguments.ts';

export const documentPrefix = 'daybook://documents/';
export const reportPrefix = 'daybook://reports/';
export const pdfType = 'application/pdf';
export const ending = '.pdf';

/** In an address between the document and its ending: the pages with the e-invoice inside. */
const hybridMark = '/facturx';

/** Resource address of the PDF of an operation's answer; undefined where there is none. */
export function pagesAddress({ name, http }: Operation, input: Arguments): string | undefined {
  const report = /^GET \/reports\/([a-z-]+)$/.exec(http)?.[1];
  return report === undefined ? documentAddress(name, input) : reportAddress(report, input);
}

function documentAddress(name: string, { id, profile }: Arguments): string | undefined {
  if (typeof id !== 'string') return undefined;
  if (name === 'get_document_pdf') return `${documentPrefix}${id}${ending}`;
  const isHybrid = name === 'get_document_einvoice' && profile === 'facturx';
  return isHybrid ? `${documentPrefix}${id}${hybridMark}${ending}` : undefined;
}

function reportAddress(report: string, { format, ...asked }: Arguments): string | undefined {
  if (format !== 'pdf') return undefined;
  const pairs = Object.entries(asked).map(([key, value]): [string, string] => [key, String(value)]);
  const query = new URLSearchParams(pairs).toString();
  return `${reportPrefix}${report}${ending}${query === '' ? '' : `?${query}`}`;
}

type Pages = {
  /** The number or the id of the document. */
  readonly document: string;
  readonly isHybrid: boolean;
};

/** The document whose pages an address names. */
export function documentIn(uri: string): Pages | undefined {
  if (!uri.startsWith(documentPrefix) || !uri.endsWith(ending)) return undefined;
  const path = uri.slice(documentPrefix.length, -ending.length);
  const isHybrid = path.endsWith(hybridMark);
  const name = isHybrid ? path.slice(0, -hybridMark.length) : path;
  try {
    return name === '' ? undefined : { document: decodeURIComponent(name), isHybrid };
  } catch {
    return undefined;
  }
}

/** A link instead of bytes, which a model would pay for and could not read. */
export function linked(output: unknown, uri: string): CallToolResult {
  const { filename, content } = FileOutput.parse(output);
  const about = { filename, content_type: pdfType, size: Buffer.from(content, 'base64').length, uri };
  return {
    content: [
      { type: 'text', text: JSON.stringify(about) },
      { type: 'resource_link', uri, name: filename, mimeType: pdfType, size: about.size },
    ],
    structuredContent: about,
  };
}

/** The bytes, for whoever reads the resource. */
export function embedded(uri: string): (answer: Answer) => CallToolResult {
  return ({ output }) => {
    const { content: blob } = FileOutput.parse(output);
    return { content: [{ type: 'resource', resource: { uri, mimeType: pdfType, blob } }] };
  };
}
