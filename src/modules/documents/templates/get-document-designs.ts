import { z } from 'zod';
import { operation } from '../../../operation/operation.ts';
import { designNames, designs } from '../../../render/designs.ts';
import { bodyFonts, headingFonts } from '../../../render/fonts.ts';
import { labelLanguages, labelTexts } from '../../../render/labels.ts';
import { placeholderNames } from '../../../render/placeholders.ts';
import { columnNames, sectionNames } from '../../../render/template.ts';

const languageMax = 35;

const Design = z.object({
  name: z.enum(designNames),
  description: z.string(),
  body_font: z.string(),
  heading_font: z.string(),
  colors: z.object({
    accent: z.string(),
    on_accent: z.string(),
    ink: z.string(),
    muted: z.string(),
    tint: z.string(),
    line: z.string(),
  }),
});

const descriptions: Readonly<Record<(typeof designNames)[number], string>> = {
  nordic: 'Calm and aligned: hairlines, one colour, a tinted panel for the payment.',
  atelier: 'A tall serif, the facts in a side column, no boxes.',
  bold: 'The amount first, white on a dark band.',
  ledger: 'Typed on a form: one width of letter, ruled fields, everything in its box.',
  maison: 'The letter paper of an old house: centred, letterspaced, double rules.',
  swiss: 'A grid of four columns, black bars, one word set very large.',
};

export const getDocumentDesigns = operation({
  name: 'get_document_designs',
  summary: 'Get the built-in template designs and the options a template can set.',
  http: 'GET /document-templates/designs',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({
    language: z.string().max(languageMax).default('en').describe('Language of `label_texts`, such as de or pt-BR.'),
  }),
  output: z.object({
    designs: z.array(Design),
    body_fonts: z.array(z.string()).describe('Built-in fonts; a template can add its own.'),
    heading_fonts: z.array(z.string()),
    columns: z.array(z.enum(columnNames)),
    sections: z.array(z.enum(sectionNames)),
    placeholders: z.array(z.enum(placeholderNames)).describe('Placeholders for texts, written as {{number}}.'),
    labels: z.array(z.string()).describe('Labels a template can rename, by language.'),
    label_texts: z
      .record(z.string(), z.string())
      .describe('Built-in text of each label; `{…}` stands for what is filled in.'),
    languages: z.array(z.string()).describe('Languages with built-in labels; others use the English ones.'),
  }),
  run: (_, { language }) => {
    const texts = labelTexts(language);
    return Promise.resolve({
      designs: designNames.map((name) => {
        const { accent, onAccent, ink, muted, tint, line, bodyFont, headingFont } = designs[name];
        const colors = { accent, on_accent: onAccent, ink, muted, tint, line };
        return { name, description: descriptions[name], body_font: bodyFont, heading_font: headingFont, colors };
      }),
      body_fonts: [...bodyFonts],
      heading_fonts: [...headingFonts],
      columns: [...columnNames],
      sections: [...sectionNames],
      placeholders: [...placeholderNames],
      labels: Object.keys(texts),
      label_texts: texts,
      languages: [...labelLanguages],
    });
  },
});
