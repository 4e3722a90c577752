import { notFound, validationFailed } from '../../../operation/errors.ts';
import type { Outside } from '../../../operation/operation.ts';
import { RenderFault } from '../../../operation/renderer.ts';
import { checkImage } from '../../../render/image.ts';
import { plainTemplate, type Template } from '../../../render/template.ts';
import { contentOfFile } from '../../files/index.ts';
import { fontsIn, heldFonts, type OwnFont } from './template-fonts.ts';
import type { StoredTemplate } from './template-store.ts';

export type Logo = { readonly sha256: string; readonly bytes: Uint8Array };

/** Template ready to render: file contents in place of file ids. */
export type Made = {
  readonly layout: Template;
  readonly source: string | null;
  readonly logo: Logo | null;
  readonly fonts: readonly OwnFont[];
};

/** Parts of a template that the caller gave; those left out stay as they are. */
export type MadeGiven = {
  readonly layout?: Template | undefined;
  readonly source?: string | null | undefined;
  readonly logo_file_id?: string | null | undefined;
  readonly font_file_ids?: readonly string[] | undefined;
};

export async function madeTemplate(
  outside: Outside,
  { layout, source, logo_file_id: fileId, font_file_ids: fontIds }: MadeGiven,
  current?: StoredTemplate,
): Promise<Made> {
  const [logo, fonts] = await Promise.all([
    fileId === undefined ? heldLogo(outside, current) : fileId === null ? null : logoIn(outside, fileId),
    fontIds !== undefined ? fontsIn(outside, fontIds) : current === undefined ? [] : heldFonts(outside, current),
  ]);
  return {
    layout: layout ?? current?.layout ?? plainTemplate,
    source: source === undefined ? (current?.source ?? null) : source,
    logo,
    fonts,
  };
}

/** That of the template, whatever has become of the file. */
async function heldLogo({ renderer, actor }: Outside, current: StoredTemplate | undefined): Promise<Logo | null> {
  const organization = actor.organization?.id ?? '';
  const sha256 = current?.logo_sha256 ?? null;
  const bytes = sha256 === null ? undefined : await renderer?.read({ organization, sha256 });
  return sha256 === null || bytes === undefined ? null : { sha256, bytes };
}

/** The picture in a file, which an engine may read. */
async function logoIn({ renderer, actor, read }: Outside, fileId: string): Promise<Logo> {
  const organization = actor.organization?.id ?? '';
  const sha256 = (await read({ organization }, (db) => contentOfFile(db, organization, fileId)))?.sha256;
  const bytes = sha256 === undefined ? undefined : await renderer?.read({ organization, sha256 });
  if (sha256 === undefined || bytes === undefined) throw noLogo();
  try {
    checkImage(bytes);
  } catch (error) {
    if (!(error instanceof RenderFault)) throw error;
    const message = `Use a PNG, JPEG or WebP: ${error.message}.`;
    throw validationFailed({ errors: [{ pointer: '/logo_file_id', code: error.kind, message }], hint: message });
  }
  return { sha256, bytes };
}

export function noLogo(): Error {
  const message = 'There is no such file.';
  return notFound({ errors: [{ pointer: '/logo_file_id', code: 'not_found', message }], hint: message });
}
