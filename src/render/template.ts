import { z } from 'zod';
import { designNames } from './designs.ts';
import { bodyFonts, headingFonts } from './fonts.ts';

const textMax = 4_000;
const labelMax = 80;
const languagesMax = 40;

export const columnNames = [
  'position',
  'sku',
  'item',
  'quantity',
  'unit_price',
  'discount',
  'tax',
  'amount',
  'outstanding',
  'gtin',
  'origin',
  'period',
] as const;
export type ColumnName = (typeof columnNames)[number];

export const sectionNames = ['intro', 'lines', 'totals', 'payment', 'note', 'terms', 'signature'] as const;
export type SectionName = (typeof sectionNames)[number];

export const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Write the colour as #rrggbb.');
const languageMax = 35;
const Language = z
  .string()
  .max(languageMax)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Write the language as de or pt-BR.');
const Markdown = z.string().max(textMax);
/** By language; `*` is for every language that has none of its own. */
const byLanguage = <T extends z.ZodType>(value: T) =>
  z.record(z.union([Language, z.literal('*')]), value).refine((all) => Object.keys(all).length <= languagesMax);

const SectionTexts = z.strictObject({
  intro: Markdown.optional(),
  payment: Markdown.optional(),
  note: Markdown.optional(),
  terms: Markdown.optional(),
  footer: Markdown.optional(),
});

/** Narrower, printers cut letters off; wider, the lines have no room in every design. */
const marginMinMm = 8;
const sideMarginMaxMm = 40;
/** Of letter paper that has a head or a foot already. */
const headMarginMaxMm = 45;
const Margins = z
  .strictObject({
    top: z.int().min(marginMinMm).max(headMarginMaxMm),
    right: z.int().min(marginMinMm).max(sideMarginMaxMm),
    bottom: z.int().min(marginMinMm).max(headMarginMaxMm).describe('Below the footer.'),
    left: z.int().min(marginMinMm).max(sideMarginMaxMm),
  })
  .partial();

const familyMax = 100;
const Family = z.string().trim().min(1).max(familyMax);
const orOwn = 'or the family of a font of yours.';

/**
 * Appearance of an organisation's documents, without code. Everything may be left out: a design is beautiful by itself.
 * Colours, fonts and sizes change the design, `sections` and `columns` choose what is there and in which order.
 */
export const Template = z.strictObject({
  design: z.enum(designNames).default('nordic'),
  paper: z.enum(['a4', 'letter', 'receipt_80mm']).default('a4'),
  orientation: z.enum(['portrait', 'landscape']).default('portrait'),
  margins: Margins.default({}).describe('In millimetres. Left out: those of the design.'),
  direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
  colors: z
    .strictObject({ accent: Color, on_accent: Color, ink: Color, muted: Color, tint: Color, line: Color })
    .partial()
    .default({}),
  body_font: Family.optional().describe(`${bodyFonts.join(', ')}, ${orOwn}`),
  heading_font: Family.optional().describe(`${headingFonts.join(', ')}, ${orOwn}`),
  font_size: z.int().min(7).max(12).optional(),
  corner_radius: z.int().min(0).max(16).optional(),
  density: z.enum(['compact', 'normal', 'airy']).optional(),
  logo_height_mm: z.int().min(5).max(35).optional(),
  date_style: z.enum(['long', 'medium', 'short', 'iso']).default('long'),
  columns: z.array(z.enum(columnNames)).min(2).max(9).optional(),
  sections: z.array(z.enum(sectionNames)).max(sectionNames.length).optional(),
  labels: byLanguage(z.record(z.string().max(labelMax), z.string().max(labelMax))).default({}),
  texts: byLanguage(SectionTexts).default({}),
  show_qr: z.boolean().default(true),
  show_paid_mark: z.boolean().default(true),
});
export type Template = z.output<typeof Template>;

/** The template of whoever has chosen none. */
export const plainTemplate: Template = Template.parse({});
