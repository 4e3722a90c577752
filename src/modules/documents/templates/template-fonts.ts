import { type FieldError, notFound, validationFailed } from '../../../operation/errors.ts';
import type { Context, Outside } from '../../../operation/operation.ts';
import { familiesOf, fontProof } from '../../../render/font.ts';
import { bodyFonts, headingFonts } from '../../../render/fonts.ts';
import { RenderFault } from '../../../operation/renderer.ts';
import type { Template } from '../../../render/template.ts';
import { contentOfFile, retainContent } from '../../files/index.ts';
import type { StoredTemplate } from './template-store.ts';

/** A font of the organisation that the engine has read, and knows by this name. */
export type OwnFont = { readonly sha256: string; readonly bytes: Uint8Array; readonly family: string };

/** The fonts in files, each of which is read in the sandbox before anything is said of it. */
export function fontsIn(outside: Outside, fileIds: readonly string[]): Promise<OwnFont[]> {
  return Promise.all(fileIds.map((fileId, index) => fontIn(outside, fileId, `/font_file_ids/${index}`)));
}

async function fontIn(outside: Outside, fileId: string, pointer: string): Promise<OwnFont> {
  const organization = outside.actor.organization?.id ?? '';
  const sha256 = (await outside.read({ organization }, (db) => contentOfFile(db, organization, fileId)))?.sha256;
  const bytes = sha256 === undefined ? undefined : await outside.renderer?.read({ organization, sha256 });
  if (sha256 === undefined || bytes === undefined) throw noFont(pointer);
  try {
    return { sha256, bytes, family: await familyIn(outside, bytes) };
  } catch (error) {
    if (!(error instanceof RenderFault) || passes.has(error.kind)) throw error;
    const message = `The font cannot be used: ${error.message}.`;
    throw validationFailed({ errors: [{ pointer, code: 'font_refused', message }], hint: message });
  }
}

/** Those of a template, whatever has become of the files. */
export async function heldFonts({ renderer, actor }: Outside, template: KeptFonts): Promise<OwnFont[]> {
  const organization = actor.organization?.id ?? '';
  const fonts = await Promise.all(
    template.font_sha256s.map(async (sha256, index) => {
      const bytes = await renderer?.read({ organization, sha256 });
      return bytes === undefined ? [] : [{ sha256, bytes, family: template.font_families[index] ?? '' }];
    }),
  );
  return fonts.flat();
}

type KeptFonts = Pick<StoredTemplate, 'font_sha256s' | 'font_families'>;

export function keptFonts(fonts: readonly OwnFont[]): KeptFonts {
  return { font_sha256s: fonts.map(({ sha256 }) => sha256), font_families: fonts.map(({ family }) => family) };
}

/** Has the bytes kept as long as the documents that are set in them. */
export async function retainFonts(context: Context, { font_sha256s: hashes }: KeptFonts): Promise<void> {
  const inOrder = [...new Set(hashes)].toSorted();
  const there = await Promise.all(inOrder.map((sha256) => retainContent(context, sha256)));
  const gone = inOrder.find((_, index) => there[index] === false);
  if (gone !== undefined) throw noFont(`/font_file_ids/${hashes.indexOf(gone)}`);
}

/** Faults that may pass within a minute. */
const passes = new Set<RenderFault['kind']>(['busy', 'closed']);

/** The first of its names that the engine finds it by. */
async function familyIn({ renderer, actor, signal }: Outside, bytes: Uint8Array): Promise<string> {
  if (renderer === undefined) throw new Error('nothing is printed here');
  const organization = actor.organization?.id ?? '';
  for (const family of familiesOf(bytes)) {
    const found = await renderer.render(fontProof({ organization, family, bytes }), signal).catch(unlessUnknown);
    if (found !== undefined) return family;
  }
  throw new RenderFault('font_refused', 'no digit of it can be read');
}

/** Another name may be the right one. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof RenderFault) || error.kind !== 'template') throw error;
}

/** Refuses a layout that names a font which is neither ours nor theirs. */
export function checkFamilies({ body_font: body, heading_font: heading }: Template, own: readonly string[]): void {
  const errors = [
    ...unknownFont('body_font', body, [...bodyFonts, ...own]),
    ...unknownFont('heading_font', heading, [...headingFonts, ...own]),
  ];
  if (errors.length > 0)
    throw validationFailed({ errors, hint: 'Add its files as `font_file_ids`, or name another font.' });
}

function unknownFont(key: string, name: string | undefined, allowed: readonly string[]): FieldError[] {
  if (name === undefined || allowed.includes(name)) return [];
  const message = `There is no font ${name}. Choose one of ${allowed.join(', ')}.`;
  return [{ pointer: `/layout/${key}`, code: 'unknown_font', message }];
}

function noFont(pointer: string): Error {
  const message = 'There is no such file.';
  return notFound({ errors: [{ pointer, code: 'not_found', message }], hint: message });
}
