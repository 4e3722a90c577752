import { readFileSync } from 'node:fs';
import { type DesignName, designNames } from './designs.ts';
import type { DocumentFacts } from './facts.ts';
import { checkFonts } from './font.ts';
import { checkImage, type ImageFormat } from './image.ts';
import { layOut } from './lay-out.ts';
import type { AttachmentModel } from './page-model.ts';
import { RenderFault, type RenderJob, type RenderOutput } from '../operation/renderer.ts';
import type { Template } from './template.ts';

/** A file inside the PDF: the e-invoice (`alternative`), or what belongs to the document (`supplement`). */
export type Attachment = Omit<AttachmentModel, 'path'> & { readonly bytes: Uint8Array };

export type DocumentOrder = {
  readonly organization: string;
  readonly facts: DocumentFacts;
  readonly template: Template;
  readonly logo: Uint8Array | null;
  readonly attachments?: readonly Attachment[];
  /** Typst source of the organisation that takes the place of the design; may import `/base.typ`. */
  readonly source?: string | null;
  readonly ownFonts?: readonly Uint8Array[];
  readonly output: RenderOutput;
};

const attachmentName = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,79}$/;
const sourceLengthMax = 200_000;

/** The job that makes a document's page. Throws a RenderFault where a logo or a source may not go in. */
export function documentJob(order: DocumentOrder): RenderJob {
  const { facts, template, logo, attachments = [], source = null, ownFonts = [], output } = order;
  checkFonts(ownFonts);
  const picture = logo === null ? null : { bytes: logo, path: `/logo.${extensions[checkImage(logo).format]}` };
  const attached = output.kind === 'pdf' && output.standard === 'a-3a' ? attachments.map(checked) : [];
  const { json, fonts } = layOut(facts, template, {
    logo: picture?.path ?? null,
    attachments: attached.map(({ path, name, mime, relationship, description }) => {
      return { path, name, mime, relationship, description };
    }),
  });
  return {
    organization: order.organization,
    untrusted: source !== null || ownFonts.length > 0,
    main: '/main.typ',
    files: {
      '/main.typ': sources.main,
      '/base.typ': sources.base,
      '/qr-bill.typ': sources.qrBill,
      '/design.typ': source === null ? designOf(template) : limited(source),
      '/data.json': json,
      ...(picture === null ? {} : { [picture.path]: picture.bytes }),
      ...Object.fromEntries(attached.map(({ path, bytes }) => [path, bytes])),
    },
    fonts,
    ownFonts,
    output,
  };
}

const extensions: Readonly<Record<ImageFormat, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', svg: 'svg' };

/** The name is the one that the file has inside the PDF. */
function checked({ bytes, ...model }: Attachment): AttachmentModel & { readonly bytes: Uint8Array } {
  if (!attachmentName.test(model.name)) throw new RangeError(`an attachment cannot be called "${model.name}"`);
  return { ...model, bytes, path: `/${model.name}` };
}

function limited(source: string): string {
  if (source.length > sourceLengthMax) {
    throw new RenderFault('too_large', `a template has at most ${sourceLengthMax} characters`);
  }
  return source;
}

function designOf({ design, paper }: Template): string {
  return paper === 'receipt_80mm' ? sources.slip : sources.designs[design];
}

/** Read once: they are part of the service. */
const sources = {
  main: read('main'),
  base: read('base'),
  qrBill: read('qr-bill'),
  slip: read('slip'),
  // One for each name of the list.
  designs: Object.fromEntries(designNames.map((name) => [name, read(name)])) as Record<DesignName, string>,
};

function read(name: string): string {
  return readFileSync(new URL(`./typst/${name}.typ`, import.meta.url), 'utf8');
}
