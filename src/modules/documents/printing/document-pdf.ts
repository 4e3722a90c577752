import { sql } from '../../../db/sql.ts';
import { facturXFileName, markFacturX } from '../../../einvoice/factur-x.ts';
import type { AfterCommitContext } from '../../../operation/afterwards.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { asRefusal } from '../../../operation/pages-refused.ts';
import { documentJob } from '../../../render/document.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import type { PictureOf, Rendered, RenderOutput } from '../../../operation/renderer.ts';
import type { FileOutput } from '../../../wire/index.ts';
import { announceContent, type Content, holdContent, storageLimit } from '../../files/index.ts';
import { withFiles } from '../e-invoices/e-invoice-attachments.ts';
import { digestOf, heldBytes } from '../attachments/held-bytes.ts';
import type { Look } from './look.ts';

/** Pages that were made before: what had become of the document then, and their hash. */
export type KeptPages = { readonly state: string; readonly sha256: string };

export function keptPagesOf({ db, organization }: Context, id: string): Promise<KeptPages[]> {
  return db.many<KeptPages>(sql`
    select state, sha256 from document_pdfs where organization_id = ${organization} and document_id = ${id}`);
}

export type PagesOrder = {
  readonly id: string;
  readonly facts: DocumentFacts;
  readonly look: Look;
  /** Date in the metadata of the file: of issue, or of a draft's last change. RFC 3339. */
  readonly made: string;
  readonly kept: readonly KeptPages[];
  /** XML that the file is to carry as Factur-X has it. */
  readonly eInvoice: string | null;
};

/**
 * The pages of a document. Those of an issued one are made once for each thing that became of it, and are kept: whoever
 * asks again gets the same bytes, whatever the service has learnt since. A draft changes, so nothing is kept of it.
 */
export async function documentPdf(afterCommit: AfterCommitContext, order: PagesOrder): Promise<FileOutput> {
  const state = order.eInvoice === null ? stateOf(order.facts) : `facturx${stateOf(order.facts)}`;
  const kept = order.kept.find((pages) => pages.state === state);
  const before = kept === undefined ? undefined : await readPages(afterCommit, kept);
  return fileOf(order.facts, before ?? (await makePages(afterCommit, order, state)));
}

/** The pages as they look now, one below the other. */
export async function documentSvg(afterCommit: AfterCommitContext, order: PagesOrder): Promise<FileOutput> {
  return (await documentPicture(afterCommit, order, {})).picture;
}

type Pictured = { readonly picture: FileOutput; readonly pages: number };

/** One of the pages, or all of them one below the other, and how many there are. */
export async function documentPicture(
  afterCommit: AfterCommitContext,
  order: PagesOrder,
  of: PictureOf,
): Promise<Pictured> {
  const { bytes, pages } = await render(afterCommit, { ...order, eInvoice: null }, { kind: 'svg', ...of });
  return { picture: pagesFile(fileNameOf(order.facts, 'svg'), 'image/svg+xml', bytes), pages };
}

async function readPages(
  { renderer, organization }: AfterCommitContext,
  { sha256 }: KeptPages,
): Promise<Uint8Array | undefined> {
  const bytes = await renderer.read({ organization, sha256 });
  if (bytes !== undefined && digestOf(bytes) !== sha256) throw new Error(`pages are not what was kept as ${sha256}`);
  return bytes;
}

async function makePages(afterCommit: AfterCommitContext, order: PagesOrder, state: string): Promise<Uint8Array> {
  const createdAt = Math.floor(Date.parse(order.made) / 1_000);
  const rendered = await render(afterCommit, order, { kind: 'pdf', standard: 'a-3a', createdAt });
  if (order.facts.marks.includes('draft')) return rendered.bytes;
  return keepPages(afterCommit, rendered, { id: order.id, state });
}

async function render(
  afterCommit: AfterCommitContext,
  { facts, look, eInvoice }: PagesOrder,
  output: RenderOutput,
): Promise<Rendered> {
  const { renderer, organization, signal } = afterCommit;
  const [logo, ownFonts] = await Promise.all([logoBytes(afterCommit, look), fontBytes(afterCommit, look)]);
  try {
    const { template, source } = look;
    const attachments =
      eInvoice === null ? [] : [{ ...facturX, bytes: Buffer.from(await withFiles(afterCommit, eInvoice)) }];
    const job = documentJob({ organization, facts, template, source, logo, ownFonts, attachments, output });
    const rendered = await renderer.render(job, signal);
    return eInvoice === null ? rendered : hybridOf(rendered);
  } catch (error) {
    throw asRefusal(error);
  }
}

export async function logoBytes(afterCommit: AfterCommitContext, { logo }: Look): Promise<Uint8Array | null> {
  return logo === null ? null : heldBytes(afterCommit, logo);
}

export function fontBytes(afterCommit: AfterCommitContext, { fonts }: Look): Promise<Uint8Array[]> {
  return Promise.all(fonts.map((sha256) => heldBytes(afterCommit, sha256)));
}

const facturX = {
  name: facturXFileName,
  mime: 'text/xml',
  relationship: 'alternative',
  description: 'Factur-X',
} as const;

/** The file says of itself that it carries an e-invoice. */
function hybridOf(rendered: Rendered): Rendered {
  const bytes = markFacturX(rendered.bytes, { level: 'EN 16931', fileName: facturXFileName });
  return { ...rendered, bytes, sha256: digestOf(bytes) };
}

/** First the row that says they come, then the bytes, then that they are those of the document. The first ones stay. */
async function keepPages(
  afterCommit: AfterCommitContext,
  { bytes, pages, sha256 }: Rendered,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<Uint8Array> {
  const { renderer, organization, write, now } = afterCommit;
  const content: Content = { sha256, contentType: 'application/pdf', size: bytes.length };
  try {
    await write((context) => announceContent(context, content));
  } catch (error) {
    // A full storage quota must not keep anyone from reading a document.
    if (error instanceof BusinessError && error.kind.code === storageLimit.code) return bytes;
    throw error;
  }
  await renderer.keep({ organization, sha256 }, bytes);
  const first = await write(async (context) => {
    const [kept] = await Promise.all([
      context.db.maybe<{ sha256: string }>(sql`
        with added as (
          insert into document_pdfs (organization_id, document_id, state, sha256, size, pages, made_at)
          values (${organization}, ${id}, ${state}, ${sha256}, ${bytes.length}, ${pages}, ${now})
          on conflict do nothing returning sha256)
        select sha256 from added union all
        select sha256 from document_pdfs
        where organization_id = ${organization} and document_id = ${id} and state = ${state} limit 1`),
      holdContent(context, content),
    ]);
    return kept?.sha256;
  });
  // Somebody else was faster, and what they were given is what it looks like.
  const theirs =
    first === undefined || first === sha256 ? undefined : await renderer.read({ organization, sha256: first });
  return theirs ?? bytes;
}

/** Marks of the document's state on its pages; empty as issued. */
function stateOf({ marks, payments, receipt }: DocumentFacts): string {
  if (marks.length === 0) return '';
  const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  const back = marks.includes('refunded') ? [receipt?.refunded] : [];
  return digestOf(Buffer.from(JSON.stringify([marks, marks.includes('paid') ? payments : [], ...back], digits)));
}

function fileOf({ type, number }: DocumentFacts, bytes: Uint8Array): FileOutput {
  return pagesFile(fileNameOf({ type, number }, 'pdf'), 'application/pdf', bytes);
}

export function pagesFile(filename: string, contentType: string, bytes: Uint8Array): FileOutput {
  const content = Buffer.from(bytes).toString('base64');
  return { filename, content_type: contentType, content, encoding: 'base64' };
}

export function fileNameOf(
  { type, number }: Pick<DocumentFacts, 'type' | 'number'>,
  ending: 'pdf' | 'svg' | 'xml',
): string {
  return safeName(`${type.replaceAll('_', '-')}-${number ?? 'draft'}`, ending);
}

/** A name that is safe on every disk and in every header. */
export function safeName(name: string, ending: string): string {
  return `${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.${ending}`;
}
