import type { BodyFont, HeadingFont } from './fonts.ts';

/** Defaults of a design. Colours are `#rrggbb`, sizes in points. */
export type Theme = {
  readonly accent: string;
  readonly onAccent: string;
  readonly ink: string;
  readonly muted: string;
  readonly tint: string;
  readonly line: string;
  readonly bodyFont: BodyFont;
  readonly headingFont: HeadingFont;
  readonly size: number;
  readonly radius: number;
  readonly density: Density;
};

export type Density = 'compact' | 'normal' | 'airy';

export const designNames = ['nordic', 'atelier', 'bold', 'ledger', 'maison', 'swiss'] as const;
export type DesignName = (typeof designNames)[number];

export const designs: Readonly<Record<DesignName, Theme>> = {
  /** Calm and aligned: hairlines, one colour, a tinted panel for the payment. */
  nordic: {
    accent: '#0b5d4e',
    onAccent: '#ffffff',
    ink: '#16202a',
    muted: '#66717b',
    tint: '#f3f6f5',
    line: '#dfe4e6',
    bodyFont: 'Inter',
    headingFont: 'Inter',
    size: 9.2,
    radius: 3,
    density: 'normal',
  },
  /** A tall serif, the facts in a side column, no boxes. */
  atelier: {
    accent: '#a63a1f',
    onAccent: '#ffffff',
    ink: '#1d1b19',
    muted: '#736c66',
    tint: '#f7f3ee',
    line: '#e2dbd3',
    bodyFont: 'Inter',
    headingFont: 'Instrument Serif',
    size: 9,
    radius: 0,
    density: 'airy',
  },
  /** The amount first, white on a dark band. */
  bold: {
    accent: '#ff5a36',
    onAccent: '#1c0d08',
    ink: '#15161b',
    muted: '#6c6e76',
    tint: '#f4f4f0',
    line: '#e1e1dc',
    bodyFont: 'Inter',
    headingFont: 'Inter',
    size: 9.2,
    radius: 7,
    density: 'normal',
  },
  /** Typed on a form: one width of letter, ruled fields, everything in its box. */
  ledger: {
    accent: '#1f3fbf',
    onAccent: '#ffffff',
    ink: '#17181c',
    muted: '#6a6d76',
    tint: '#f2f4fb',
    line: '#b9bfd0',
    bodyFont: 'IBM Plex Mono',
    headingFont: 'IBM Plex Mono',
    size: 8.3,
    radius: 0,
    density: 'compact',
  },
  /** The letter paper of an old house: centred, letterspaced, double rules. */
  maison: {
    accent: '#6b1f2a',
    onAccent: '#ffffff',
    ink: '#221d1a',
    muted: '#766b63',
    tint: '#faf6f0',
    line: '#d8cdc0',
    bodyFont: 'Source Serif 4',
    headingFont: 'Source Serif 4',
    size: 9.8,
    radius: 0,
    density: 'normal',
  },
  /** A grid of four columns, black bars, one word set very large. */
  swiss: {
    accent: '#e30613',
    onAccent: '#ffffff',
    ink: '#000000',
    muted: '#6b6b6b',
    tint: '#f2f2f2',
    line: '#cfcfcf',
    bodyFont: 'Archivo',
    headingFont: 'Archivo',
    size: 9.2,
    radius: 0,
    density: 'normal',
  },
};
