import { type FieldError, validationFailed } from '../../../operation/errors.ts';
import type { Outside } from '../../../operation/operation.ts';
import { asRefusal } from '../../../operation/pages-refused.ts';
import { documentJob } from '../../../render/document.ts';
import type { DocumentType } from '../../../render/document-type.ts';
import { labelKeys } from '../../../render/labels.ts';
import { unknownPlaceholders } from '../../../render/placeholders.ts';
import type { Template } from '../../../render/template.ts';
import { checkPrinted } from './check-printed.ts';
import type { Made } from './made-template.ts';
import { checkFamilies } from './template-fonts.ts';
import { everyFixture, plainFixture, scriptFixtures } from './template-fixtures.ts';
import { templateWarnings } from './template-warnings.ts';

type Tried = Made & {
  /** Of the documents that it is for; none for all. */
  readonly types: readonly DocumentType[];
};

/**
 * Sets a template once for everything that pages are often broken by, so that whoever writes it learns of it now and
 * not when a document is issued. One of our own designs is known to work in fonts of ours, and is set once for what was
 * put into it.
 */
export async function tryTemplate(outside: Outside, { types, ...made }: Tried): Promise<void> {
  const { layout, source, logo, fonts } = made;
  const isPriced = types.length === 0 || types.some((type) => !unpriced.includes(type));
  checkMade(made, types);
  checkColors(layout);
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

/** Refuses what can be told without setting a page. */
export function checkMade({ layout, fonts }: Made, types: readonly DocumentType[]): void {
  if (types.length === 0 || types.some((type) => !unpriced.includes(type))) checkSections(layout);
  checkPaper(layout);
  checkTexts(layout);
  checkFamilies(
    layout,
    fonts.map(({ family }) => family),
  );
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

/** A low page has no room for a head of letter paper, and the roll of a till is 80 mm wide and as long as it needs. */
function checkPaper({ paper, orientation, margins }: Template): void {
  const errors: FieldError[] = [];
  if (paper === 'receipt_80mm' && orientation === 'landscape') {
    const message = 'A receipt of 80 mm is as long as it needs to be. Write "portrait", or choose another paper.';
    errors.push({ pointer: '/layout/orientation', code: 'not_for_receipts', message });
  }
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const margin = margins[side];
    if (margin === undefined) continue;
    const pointer = `/layout/margins/${side}`;
    if (paper === 'receipt_80mm') {
      const message = 'A receipt of 80 mm has margins of its own. Leave `margins` out, or choose another paper.';
      errors.push({ pointer, code: 'not_for_receipts', message });
    } else if (orientation === 'landscape' && (side === 'top' || side === 'bottom') && margin > lowPageMarginMaxMm) {
      const message = `In landscape a margin at the ${side} is at most ${lowPageMarginMaxMm} mm.`;
      errors.push({ pointer, code: 'too_large', message });
    }
  }
  const [first] = errors;
  if (first !== undefined) throw validationFailed({ errors, hint: first.message });
}

const lowPageMarginMaxMm = 25;

/** A document that cannot be read cannot be sent; what is only hard to read is told in the answer. */
function checkColors(layout: Template): void {
  const errors = templateWarnings(layout).filter(({ code }) => code === 'unreadable_color');
  const [first] = errors;
  if (first === undefined) return;
  throw validationFailed({
    errors: errors.map(({ pointer, code, message }) => ({ pointer, code, message })),
    hint: first.message,
  });
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
