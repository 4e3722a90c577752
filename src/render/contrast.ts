/** Contrast that WCAG 2 asks of text of any size. */
export const textContrastMin = 4.5;

const stepPercent = 4;

/** Contrast ratio of two colours, from 1 to 21, by WCAG 2. Colours are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour, darker or lighter only as far as it must be to be read on that ground. */
export function legibleOn(ground: string, color: string, towards: string = inkOn(ground)): string {
  let found = color;
  for (let percent = 0; contrast(found, ground) < textContrastMin && percent <= 100; percent += stepPercent) {
    found = mixed(color, towards, percent);
  }
  return found;
}

/** Black or white, whichever is read better on that ground: always text that can be read. */
export function inkOn(ground: string): '#000000' | '#ffffff' {
  return contrast('#000000', ground) >= contrast('#ffffff', ground) ? '#000000' : '#ffffff';
}

/** The colour with so much of the other in it. */
export function mixed(color: string, other: string, percent: number): string {
  const part = (at: number): string => {
    const [own, foreign] = [color, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    const value = Math.round(((own ?? 0) * (100 - percent) + (foreign ?? 0) * percent) / 100);
    return value.toString(16).padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Relative luminance, as WCAG 2 computes it. */
function luminance(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
