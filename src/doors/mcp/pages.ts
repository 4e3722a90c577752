import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../../operation/operation.ts';
import type { Answer } from '../../operation/run.ts';
import { FileOutput } from '../../wire/index.ts';

export const documentPrefix = 'daybook://documents/';
export const pdfType = 'application/pdf';
const ending = '.pdf';

/** Where the PDF that an operation answers with is read as a resource; undefined where it answers with none. */
export function pagesAddress({ name }: Operation, { id }: Readonly<Record<string, unknown>>): string | undefined {
  return name === 'get_document_pdf' && typeof id === 'string' ? `${documentPrefix}${id}${ending}` : undefined;
}

/** The number or the id of the document whose pages an address names. */
export function documentIn(uri: string): string | undefined {
  if (!uri.startsWith(documentPrefix) || !uri.endsWith(ending)) return undefined;
  const name = uri.slice(documentPrefix.length, -ending.length);
  try {
    return name === '' ? undefined : decodeURIComponent(name);
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
