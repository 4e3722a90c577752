import type { Field, Option, Values } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { plain } from '../../kit/values.ts';
import { filled, languageName, words } from '../../words/index.ts';
import { type Designs, labelsIn, type Template, type Warning } from './template.ts';

const fonts = (names: readonly string[]) => names.map((value) => ({ value, label: value }));
const headingFonts = ['Inter', 'Source Serif 4', 'Archivo', 'IBM Plex Mono', 'Instrument Serif'] as const;

type Shown = {
  readonly template: Template;
  readonly designs?: Designs | undefined;
  /** Current values of the form. */
  readonly typed?: Values;
  readonly warnings?: readonly Warning[];
};

/** Settings of a template: its design, the contents of the page, and its use. */
export function templateFields({ template, designs, typed = {}, warnings = [] }: Shown): readonly Field[] {
  const { languages, layout } = template;
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
  // The colours of this design are shown where none is chosen.
  const chosen = typed['layout.design'] ?? layout['design'];
  const design = designs?.designs.find((one) => one.name === chosen);
  const color = (name: keyof typeof t.colors): Field => ({
    name: `layout.colors.${name}`,
    label: t.colors[name],
    kind: 'color',
    placeholder: design?.colors[name] ?? '#0b5d4e',
    advice: adviceOf(warnings.find(({ pointer }) => pointer === `/layout/colors/${name}`)),
    group: t.looks,
  });
  const margin = (name: keyof typeof t.margins): Field => ({
    name: `layout.margins.${name}`,
    label: t.margins[name],
    kind: 'whole',
    isShown: isPage,
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
    { ...choice('layout.orientation', t.orientation, t.orientations, t.looks), isShown: isPage },
    margin('top'),
    margin('bottom'),
    margin('left'),
    margin('right'),
    choice('layout.direction', t.direction, t.directions, t.looks),
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
    { name: 'layout.corner_radius', label: t.cornerRadius, kind: 'whole', group: t.looks },
    color('accent'),
    color('on_accent'),
    color('ink'),
    color('muted'),
    color('tint'),
    color('line'),
    { name: 'layout.columns', label: t.columns, kind: 'many', options: optionsOf(t.columnNames), group: t.page },
    { name: 'layout.sections', label: t.sections, kind: 'many', options: optionsOf(t.sectionNames), group: t.page },
    { name: 'layout.show_qr', label: t.qr, kind: 'yes', group: t.page },
    { name: 'layout.show_paid_mark', label: t.paidMark, kind: 'yes', group: t.page },
    ...[...new Set(['*', ...languages, ...Object.keys(layout.texts ?? {})])].flatMap(textFields),
    labelsField(designs),
    { name: 'source', label: t.source, kind: 'area', hint: t.sourceHint, isWide: true, group: t.source },
  ];
}

/** The roll of a till is as long as what it says, and has margins of its own. */
const isPage = (values: Values): boolean => values['layout.paper'] !== 'receipt_80mm';

function adviceOf(warning: Warning | undefined): Field['advice'] {
  if (warning === undefined) return undefined;
  const { code, contrast, required, suggestion } = warning;
  const { tooFaint, unreadable } = words.value.setup.template;
  const text = code === 'unreadable_color' ? unreadable : tooFaint;
  return { text: filled(text, { contrast: figure(contrast), required: figure(required) }), value: suggestion };
}

const figure = (value: number): string => plain(String(value), true);

function labelsField(designs: Designs | undefined): Field {
  const t = words.value.setup.template;
  const texts = Object.entries(designs?.label_texts ?? {});
  const isTwice = (text: string) => texts.filter(([, other]) => other === text).length > 1;
  const labels = texts.map(([value, text]) => ({ value, label: isTwice(text) ? `${text} (${value})` : text }));
  const languages = (designs?.languages ?? []).map((value) => ({ value, label: languageName(value) }));
  const byLabel = (one: Option, other: Option) => one.label.localeCompare(other.label);
  return {
    name: 'layout.labels',
    label: t.labels,
    kind: 'lines',
    hint: t.labelsHint,
    group: t.texts,
    from: (template) => labelsIn((template as Template).layout),
    columns: [
      {
        name: 'language',
        label: t.labelLanguage,
        kind: 'choice',
        isRequired: true,
        options: [{ value: '*', label: t.everyLanguage }, ...languages.toSorted(byLabel)],
      },
      { name: 'label', label: t.label, kind: 'choice', isRequired: true, options: labels.toSorted(byLabel) },
      { name: 'text', label: t.labelText, isRequired: true },
    ],
  };
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
