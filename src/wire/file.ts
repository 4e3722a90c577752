import { z } from 'zod';
import { ForeignText } from './foreign.ts';

/**
 * A file as an answer. REST sends its content as it is, with its type and name; MCP gives it as text. What is no text
 * is in base64 in here, and says so.
 *
 * `meta.file` marks a schema that is always a file, `meta.mayBeFile` one that is a file where the caller asked for one.
 */
export const FileOutput = z
  .object({
    filename: z.string(),
    content_type: z.string(),
    content: z.string(),
    encoding: z.literal('base64').optional(),
  })
  .meta({ file: true });
export type FileOutput = z.output<typeof FileOutput>;

/** A file that is always a PDF. A model is given its address instead of its bytes. */
export const PdfOutput = z.object(FileOutput.shape).meta({ file: true, contentTypes: ['application/pdf'] });

/** Pages as a PDF, or as a picture of them. */
export const PagesOutput = z
  .object(FileOutput.shape)
  .meta({ file: true, contentTypes: ['application/pdf', 'image/svg+xml'] });
/** A picture that was checked before it was kept. */
export const ImageOutput = z
  .object(FileOutput.shape)
  .meta({ file: true, contentTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] });
/** A small picture of an image. */
export const ThumbnailOutput = z.object(FileOutput.shape).meta({ file: true, contentTypes: ['image/webp'] });
/** Any uploaded file, which others may have made. */
export const AnyFileOutput = z.object({ ...FileOutput.shape, content: ForeignText }).meta({
  file: true,
  contentTypes: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/heic',
    'application/xml',
    'text/plain',
  ],
});
/** Rows as a table, or each as JSON on a line. */
export const RowsOutput = z
  .object(FileOutput.shape)
  .meta({ file: true, contentTypes: ['text/csv', 'application/x-ndjson'] });
/** An e-invoice: XML, or a PDF with XML inside. */
export const EInvoiceOutput = z
  .object(FileOutput.shape)
  .meta({ file: true, contentTypes: ['application/xml', 'application/pdf'] });
/** A file of one kind that is neither text nor a table. */
export const XmlOutput = z.object(FileOutput.shape).meta({ file: true, contentTypes: ['application/xml'] });
export const ZipOutput = z.object(FileOutput.shape).meta({ file: true, contentTypes: ['application/zip'] });

/** Media types possible for a file of this schema, where they are known. */
export function contentTypesOf(schema: z.ZodType): readonly string[] | undefined {
  const types = schema.meta()?.['contentTypes'];
  // Only the schemas above have it, as written there.
  return types as readonly string[] | undefined;
}

/** An answer that is a record, or a file where the caller's `format` asks for one. */
export function OrFile<Record extends z.ZodType>(record: Record) {
  // The file first: what is none fails it at once, while amounts of a record cannot be read off a file.
  return z.union([FileOutput, record]).meta({ mayBeFile: true });
}

/** The record that an answer of this schema is where no file is asked for; undefined where it is always a file. */
export function recordIn(schema: z.ZodType): z.ZodType | undefined {
  const meta = schema.meta();
  if (meta?.['file'] === true) return undefined;
  // `OrFile` puts the record last.
  return meta?.['mayBeFile'] === true && schema instanceof z.ZodUnion ? (schema.options.at(-1) as z.ZodType) : schema;
}

/** True where the answer of this schema, in its wire form, is a file. */
export function isFile(schema: z.ZodType, output: unknown): output is FileOutput {
  const meta = schema.meta();
  if (meta?.['file'] === true) return true;
  return meta?.['mayBeFile'] === true && typeof output === 'object' && output !== null && 'content_type' in output;
}
