import type { Attachment as Embedded } from '../../../einvoice/model.ts';
import { speakable } from '../../../einvoice/xml.ts';
import type { AfterCommitContext } from '../../../operation/afterwards.ts';
import type { Attachment } from '../attachments/attachments.ts';
import { attachedBytes } from '../attachments/held-bytes.ts';

/** Of what EN 16931 takes, that of which files are kept. */
const embeddable = new Set(['application/pdf', 'image/png', 'image/jpeg', 'text/csv']);

type Embedding = { readonly isIssued: boolean };

/**
 * The files of a document as BG-24 has them, each with its hash where its bytes come in when the e-invoice leaves: a
 * transaction reads no bytes, and what is kept of the e-invoice stays small. What the standard does not take is for its
 * rules to find before the document is issued; of one that stands it is left out, since nobody can change it any more.
 */
export function embeddedIn(attachments: readonly Attachment[], { isIssued }: Embedding): Embedded[] {
  const files = attachments.map(({ name, sha256, content_type: type }) => {
    const told = speakable(name) ?? '';
    const file = { name: told, type: typeOf(type, name), content: `sha256:${sha256}` };
    return { id: told, description: null, url: null, file };
  });
  return isIssued ? files.filter(({ file }) => embeddable.has(file.type)) : files;
}

/** A table is kept as the text that it is. */
function typeOf(type: string, name: string): string {
  return type === 'text/plain' && /\.csv$/i.test(name) ? 'text/csv' : type;
}

/** Words from outside have no `<` of their own in XML. */
const places =
  /(<(?:cbc:EmbeddedDocumentBinaryObject|ram:AttachmentBinaryObject)(?: [^<>]*)?>)sha256:([0-9a-f]{64})(?=<)/g;

/** The e-invoice as it leaves, with the bytes of its files. */
export async function withFiles(afterCommit: AfterCommitContext, xml: string): Promise<string> {
  const hashes = new Set([...xml.matchAll(places)].map(([, , sha256 = '']) => sha256));
  if (hashes.size === 0) return xml;
  const contents = new Map(
    await Promise.all(
      [...hashes].map(
        async (sha256) => [sha256, Buffer.from(await attachedBytes(afterCommit, sha256)).toString('base64')] as const,
      ),
    ),
  );
  return xml.replaceAll(places, (_, start: string, sha256: string) => `${start}${contents.get(sha256) ?? ''}`);
}
