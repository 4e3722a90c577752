import { notFound, validationFailed } from '../../../operation/errors.ts';
import type { Outside } from '../../../operation/operation.ts';
import { asRefusal } from '../../../operation/pages-refused.ts';
import { documentJob } from '../../../render/document.ts';
import type { DocumentType } from '../../../render/document-type.ts';
import { checkImage } from '../../../render/image.ts';
import { labelKeys } from '../../../render/labels.ts';
import { unknownPlaceholders } from '../../../render/placeholders.ts';
import { RenderFault } from '../../../operation/renderer.ts';
import type { Template } from '../../../render/template.ts';
import { contentOfFile } from '../../files/index.ts';
import { checkPrinted } from './check-printed.ts';
import { checkFamilies, type OwnFont } from './template-fonts.ts';
import { everyFixture, plainFixture, scriptFixtures } from './template-fixtures.ts';

export type Made = {
  readonly layout: Template;
  readonly source: string | null;
  readonly logo: Logo | null;
  readonly fonts: readonly OwnFont[];
  /** Of the documents that it is for; none for all. */
  readonly types: readonly DocumentType[];
};

/**
 * Sets a template once for everything that pages are often broken by, so that whoever writes it learns of it now and
 * not when a document is issued. One of our own designs is known to work in fonts of ours, and is set once for what was
 * put into it.
 */
export async function tryTemplate(outside: Outside, { layout, source, logo, fonts, types }: Made): Promise<void> {
  const isPriced = types.length === 0 || types.some((type) => !unpriced.includes(type));
  if (isPriced) checkSections(layout);
  checkTexts(layout);
  checkFamilies(
    layout,
    fonts.map(({ family }) => family),
  );
  const { renderer, actor, signal } = outside;
  if (renderer === undefined) throw new Error('nothing is printed here');
  const organization = actor.organization?.id ?? '';
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
  const look = { template: layout, logo: logo?.bytes ?? null, source, ownFonts: fonts.map(({ bytes }) => bytes) };
  const ours = fonts.length === 0 ? [plainFixture] : scriptFixtures();
  for (const { name, facts } of source === null ? ours : everyFixture()) {
    try {
      const { bytes } = await renderer.render(documentJob({ organization, facts, ...look, output }), signal);
      // A page that was read is told by its text: a source may set lines and totals in its own way, or not at all.
      const isRead = source !== null && isPriced && facts === plainFixture.facts;
      if (isRead) checkPrinted(facts, await renderer.textOf(bytes), layout);
    } catch (error) {
      throw asRefusal(error, name);
    }
  }
}

/** Delivery notes have no prices, and statements no lines of what is sold. */
const unpriced: readonly DocumentType[] = ['delivery_note', 'statement'];

/** Whoever pays must see for what and how much. */
function checkSections({ sections, columns }: Template): void {
  const lacking = sections === undefined ? [] : (['lines', 'totals'] as const).filter((one) => !sections.includes(one));
  const errors = lacking.map((section) => {
    const message = `Put "${section}" among the sections: a document that prints no ${section} cannot be sent.`;
    return { pointer: '/layout/sections', code: 'section_missing', message };
  });
  if (columns !== undefined && !columns.includes('amount')) {
    const message = 'Put "amount" among the columns: lines without amounts cannot be checked against the total.';
    errors.push({ pointer: '/layout/columns', code: 'column_missing', message });
  }
  const [first] = errors;
  if (first !== undefined) throw validationFailed({ errors, hint: first.message });
}

function checkTexts({ texts, labels }: Template): void {
  const placeholders = Object.entries(texts).flatMap(([language, sections]) =>
    Object.entries(sections).flatMap(([section, text]) =>
      unknownPlaceholders(text ?? '').map((name) => {
        const message = `There is no placeholder {{${name}}}.`;
        return { pointer: `/layout/texts/${language}/${section}`, code: 'unknown_placeholder', message };
      }),
    ),
  );
  const words = Object.entries(labels).flatMap(([language, changes]) =>
    Object.keys(changes)
      .filter((key) => !labelKeys.includes(key))
      .map((key) => ({
        pointer: `/layout/labels/${language}/${key}`,
        code: 'unknown_label',
        message: `There is no label ${key}.`,
      })),
  );
  const errors = [...placeholders, ...words];
  if (errors.length > 0)
    throw validationFailed({
      errors,
      hint: 'GET /document-templates/designs lists the designs, fonts, placeholders and labels.',
    });
}

export type Logo = { readonly sha256: string; readonly bytes: Uint8Array };

/** The picture in a file, which an engine may read. */
export async function logoIn({ renderer, actor, read }: Outside, fileId: string): Promise<Logo> {
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
