import { contrast, luminance } from './contrast.ts';
import { type Density, designs } from './designs.ts';
import type { PageModel, ThemeModel } from './page-model.ts';
import type { Template } from './template.ts';

const padding: Readonly<Record<Density, number>> = { compact: 5, normal: 6.8, airy: 8.4 };

/** The design with what the organisation changed of it. */
export function themeOf(template: Template, logo: string | null): Pick<PageModel, 'fonts' | 'headingFonts' | 'theme'> {
  const own = designs[template.design];
  const { colors } = template;
  const accent = colors.accent ?? own.accent;
  const theme: ThemeModel = {
    accent,
    accentInk: contrast(accent, '#ffffff') >= readableFrom ? accent : (colors.ink ?? own.ink),
    onAccent: colors.on_accent ?? (colors.accent === undefined ? own.onAccent : readableOn(accent)),
    ink: colors.ink ?? own.ink,
    muted: colors.muted ?? own.muted,
    tint: colors.tint ?? own.tint,
    line: colors.line ?? own.line,
    size: template.font_size ?? own.size,
    radius: template.corner_radius ?? own.radius,
    pad: padding[template.density ?? own.density],
    paper: template.paper === 'receipt_80mm' ? 'slip' : template.paper === 'letter' ? 'us-letter' : 'a4',
    logo,
    logoHeight: template.logo_height_mm ?? null,
  };
  return {
    fonts: [template.body_font ?? own.bodyFont],
    headingFonts: [template.heading_font ?? own.headingFont],
    theme,
  };
}

const lightFrom = 0.4;
/** Contrast that WCAG 2 asks of large text and of what carries meaning. */
const readableFrom = 3;

/** Black or white, whichever can be read on the colour. */
function readableOn(color: string): string {
  return luminance(color) > lightFrom ? '#111111' : '#ffffff';
}
