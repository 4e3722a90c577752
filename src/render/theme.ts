import { contrast, inkOn, legibleOn, mixed, textContrastMin } from './contrast.ts';
import { type Density, designs } from './designs.ts';
import type { PageModel, ThemeModel } from './page-model.ts';
import type { Template } from './template.ts';

const padding: Readonly<Record<Density, number>> = { compact: 5, normal: 6.8, airy: 8.4 };

/** The design with what the organisation changed of it. */
export function themeOf(template: Template, logo: string | null): Pick<PageModel, 'fonts' | 'headingFonts' | 'theme'> {
  const own = designs[template.design];
  const { margins } = template;
  const theme: ThemeModel = {
    ...colorsOf(template),
    size: template.font_size ?? own.size,
    radius: template.corner_radius ?? own.radius,
    pad: padding[template.density ?? own.density],
    paper: template.paper === 'receipt_80mm' ? 'slip' : template.paper === 'letter' ? 'us-letter' : 'a4',
    landscape: template.orientation === 'landscape',
    margins: {
      top: margins.top ?? null,
      right: margins.right ?? null,
      bottom: margins.bottom ?? null,
      left: margins.left ?? null,
    },
    logo,
    logoHeight: template.logo_height_mm ?? null,
  };
  return {
    fonts: [template.body_font ?? own.bodyFont],
    headingFonts: [template.heading_font ?? own.headingFont],
    theme,
  };
}

type Colors = Pick<ThemeModel, 'accent' | 'accentInk' | 'onAccent' | 'ink' | 'muted' | 'tint' | 'line' | 'onInkMuted'>;

/** The colours of a page. Those that nobody chose follow from the chosen ones, so that they can be read with them. */
export function colorsOf({ design, colors }: Pick<Template, 'design' | 'colors'>): Colors {
  const own = designs[design];
  const [accent, ink] = [colors.accent ?? own.accent, colors.ink ?? own.ink];
  return {
    accent,
    accentInk: accentInkOf(accent, ink),
    onAccent: colors.on_accent ?? (colors.accent === undefined ? own.onAccent : readableOn(accent)),
    ink,
    muted: colors.muted ?? own.muted,
    tint: colors.tint ?? own.tint,
    line: colors.line ?? own.line,
    onInkMuted: onInkMutedOf(ink),
  };
}

/** Contrast that WCAG 2 asks of large text and of what carries meaning. */
export const largeTextContrastMin = 3;
const paper = '#ffffff';

/** The accent as letters: a little darker where it must be, and the ink where too little of it would be left. */
function accentInkOf(accent: string, ink: string): string {
  return contrast(accent, paper) < largeTextContrastMin ? ink : legibleOn(paper, accent);
}

/** White, which looks calmer on a colour, as long as it can be read there. */
function readableOn(color: string): string {
  return contrast(paper, color) >= textContrastMin ? paper : inkOn(color);
}

const fadedPercent = 32;

function onInkMutedOf(ink: string): string {
  const faded = mixed(paper, ink, fadedPercent);
  return contrast(faded, ink) >= textContrastMin ? faded : paper;
}
