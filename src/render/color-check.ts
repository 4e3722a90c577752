import { contrast, inkOn, legibleOn, textContrastMin } from './contrast.ts';
import type { Template } from './template.ts';
import { colorsOf, largeTextContrastMin } from './theme.ts';

export type ColorName = keyof Template['colors'];

/** Colours of a template that are too close to be read on each other. Colours are `#rrggbb`. */
export type ColorFault = {
  /** The chosen one of the two, by which the fault is mended. */
  readonly color: ColorName;
  readonly text: Used;
  readonly ground: Used;
  /** Contrast ratio by WCAG 2, rounded down to a tenth, so that what just fails does not look as if it passed. */
  readonly ratio: number;
  readonly required: number;
  /** The nearest shade that can be read. */
  readonly suggestion: string;
  /** Not even large letters can be read. */
  readonly isUnreadable: boolean;
};

type Used = { readonly name: ColorName | 'paper'; readonly value: string };

const [white, black] = ['#ffffff', '#000000'];

/**
 * Faults that WCAG 2 finds in the chosen colours, one per colour. Letters of an invoice are small, so the
 * contrast is that of small text. The accent as letters is darkened by the page itself as far as it must be.
 */
export function colorFaults(template: Pick<Template, 'design' | 'colors'>): ColorFault[] {
  const page = colorsOf(template);
  const colors = { ...page, on_accent: page.onAccent, paper: white };
  const chosen = template.colors;
  return [
    ...(chosen.on_accent === undefined ? [] : faultOf(colors, ['on_accent', 'accent'], inkOn(page.accent))),
    ...(['ink', 'muted'] as const).flatMap((text) => textFaults(colors, text, chosen)),
    ...(chosen.tint === undefined ? [] : tintFaults(colors)),
  ];
}

export function colorFaultText({ text, ground, ratio, required, suggestion }: ColorFault): string {
  const on = ground.name === 'paper' ? 'white paper' : `${ground.name} ${ground.value}`;
  const found = `Text in ${text.name} ${text.value} on ${on} has a contrast of ${ratio}:1`;
  return `${found}, and ${required}:1 is the least for small text (WCAG 2). Use ${suggestion}.`;
}

/** Every colour of a page: those that nobody chose, too. */
type Colors = Readonly<Record<ColorName | 'paper', string>>;
type Pair = readonly [text: ColorName, ground: ColorName | 'paper'];

/** Text stands on white, which stays, and on the tint; a tint that was chosen has to be paler than any text. */
function textFaults(colors: Colors, text: 'ink' | 'muted', chosen: Template['colors']): ColorFault[] {
  if (chosen[text] === undefined) return [];
  const onPaper = faultOf(colors, [text, 'paper'], black);
  if (chosen.tint !== undefined) return onPaper;
  const onTint = faultOf(colors, [text, 'tint'], black);
  // The tint of a design is darker than paper, so what can be read on it can be read on both.
  return onTint.map((fault) => ({ ...(onPaper[0] ?? fault), suggestion: fault.suggestion }));
}

function tintFaults(colors: Colors): ColorFault[] {
  const texts = (['muted', 'ink'] as const).filter((text) => contrast(colors[text], white) >= textContrastMin);
  return texts.flatMap((text) => faultOf(colors, [text, 'tint'], white, 'tint')).slice(0, 1);
}

/** The fault of a pair, mended by moving the text, or the ground where that is named. */
function faultOf(colors: Colors, [text, ground]: Pair, towards: string, color: ColorName = text): ColorFault[] {
  const ratio = contrast(colors[text], colors[ground]);
  if (ratio >= textContrastMin) return [];
  return [
    {
      color,
      text: { name: text, value: colors[text] },
      ground: { name: ground, value: colors[ground] },
      ratio: Math.floor(ratio * 10) / 10,
      required: textContrastMin,
      suggestion: legibleOn(colors[color === text ? ground : text], colors[color], towards),
      isUnreadable: ratio < largeTextContrastMin,
    },
  ];
}
