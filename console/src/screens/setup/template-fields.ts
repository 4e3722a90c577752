import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { filled, words } from '../../words/index.ts';
import type { Template } from './template.ts';

const fonts = (names: readonly string[]) => names.map((value) => ({ value, label: value }));
const headingFonts = ['Inter', 'Source Serif 4', 'Archivo', 'IBM Plex Mono', 'Instrument Serif'] as const;

/** What a template lets people choose: its looks, what stands on the page, and who uses it. */
export function templateFields({ languages, layout }: Template): readonly Field[] {
  const { setup, docTypes } = words.value;
  const t = setup.template;
  const choice = (name: string, label: string, texts: Readonly<Record<string, string>>, group: string): Field => ({
    name,
    label,
    kind: 'choice',
    isRequired: true,
    options: optionsOf(texts),
    group,
  });
  const color = (name: keyof typeof t.colors): Field => ({
    name: `layout.colors.${name}`,
    label: t.colors[name],
    placeholder: '#0b5d4e',
    group: t.looks,
  });
  return [
    { name: 'name', label: t.name, isRequired: true, group: t.use },
    {
      name: 'document_types',
      label: t.types,
      kind: 'many',
      options: optionsOf(docTypes),
      hint: t.typesHint,
      group: t.use,
    },
    { name: 'languages', label: t.languages, kind: 'tags', hint: t.languagesHint, group: t.use },
    { name: 'is_default', label: t.isDefault, kind: 'yes', isWide: true, group: t.use },
    choice('layout.design', t.design, t.designs, t.looks),
    choice('layout.paper', t.paper, t.papers, t.looks),
    // Each design has a spacing of its own, as it has fonts.
    { name: 'layout.density', label: t.density, kind: 'choice', options: optionsOf(t.densities), group: t.looks },
    choice('layout.date_style', t.dates, t.dateStyles, t.looks),
    { name: 'layout.heading_font', label: t.headingFont, kind: 'choice', options: fonts(headingFonts), group: t.looks },
    {
      name: 'layout.body_font',
      label: t.bodyFont,
      kind: 'choice',
      options: fonts(headingFonts.slice(0, -1)),
      group: t.looks,
    },
    { name: 'layout.font_size', label: t.fontSize, kind: 'whole', group: t.looks },
    { name: 'layout.logo_height_mm', label: t.logoHeight, kind: 'whole', group: t.looks },
    color('accent'),
    color('on_accent'),
    color('ink'),
    color('tint'),
    { name: 'layout.columns', label: t.columns, kind: 'many', options: optionsOf(t.columnNames), group: t.page },
    { name: 'layout.sections', label: t.sections, kind: 'many', options: optionsOf(t.sectionNames), group: t.page },
    { name: 'layout.show_qr', label: t.qr, kind: 'yes', group: t.page },
    { name: 'layout.show_paid_mark', label: t.paidMark, kind: 'yes', group: t.page },
    ...[...new Set(['*', ...languages, ...Object.keys(layout.texts ?? {})])].flatMap(textFields),
    { name: 'source', label: t.source, kind: 'area', hint: t.sourceHint, isWide: true, group: t.source },
  ];
}

/** Texts of a language; those of all the others are under `*`. */
function textFields(language: string): readonly Field[] {
  const t = words.value.setup.template;
  const { intro, payment, note, terms } = t.sectionNames;
  const names = { intro, payment, note, terms, footer: t.footer };
  return Object.entries(names).map(([name, label]) => ({
    name: `layout.texts.${language}.${name}`,
    label: language === '*' ? label : `${label} (${language})`,
    kind: 'area',
    hint: filled(t.textsHint, { examples: '{{number}}, {{due}}, {{total}}' }),
    group: t.texts,
  }));
}
