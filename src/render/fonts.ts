import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The fonts that come with the service: free ones (OFL), as real TrueType or OpenType files, which the engine reads.
 *
 * Measured in MB installed: Inter 8, Source Serif 7, Archivo 5, Plex Mono 4, Plex Arabic 3, Hebrew 2, Thai 2,
 * Devanagari 4, Instrument Serif 1, Arimo 4, Japanese 9, Korean 7, Simplified and Traditional Chinese 79 together; Noto
 * Sans SC with all its weights is 92 alone. Chinese is optional: an image without it sets the rest. Of three Arabic
 * fonts Plex is the one whose words can mostly be copied.
 */
const google = {
  Inter: ['inter', ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold', '700Bold']],
  'Instrument Serif': ['instrument-serif', ['400Regular', '400Regular_Italic']],
  'Source Serif 4': ['source-serif-4', ['400Regular', '400Regular_Italic', '600SemiBold']],
  Archivo: ['archivo', ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold', '800ExtraBold']],
  /** As Liberation Sans, which is one of the four that a Swiss QR-bill may be set in. */
  Arimo: ['arimo', ['400Regular', '700Bold']],
  'IBM Plex Mono': ['ibm-plex-mono', ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold']],
  'IBM Plex Sans Arabic': ['ibm-plex-sans-arabic', ['400Regular', '500Medium', '600SemiBold']],
  'Noto Sans Hebrew': ['noto-sans-hebrew', ['400Regular', '500Medium', '600SemiBold']],
  'Noto Sans Thai': ['noto-sans-thai', ['400Regular', '500Medium', '600SemiBold']],
  'Noto Sans Devanagari': ['noto-sans-devanagari', ['400Regular', '500Medium', '600SemiBold']],
  'BIZ UDPGothic': ['biz-udpgothic', ['400Regular', '700Bold']],
  NanumGothic: ['nanum-gothic', ['400Regular', '700Bold']],
} as const satisfies Readonly<Record<string, readonly [folder: string, weights: readonly string[]]>>;

/** Fonts that a template may name without uploading its own. */
export const bodyFonts = ['Inter', 'Source Serif 4', 'Archivo', 'IBM Plex Mono'] as const;
export const headingFonts = [...bodyFonts, 'Instrument Serif'] as const;
export type BodyFont = (typeof bodyFonts)[number];
export type HeadingFont = (typeof headingFonts)[number];
/** Fonts that are large and read only for documents that need them. */
export type CjkSet = 'japanese' | 'korean' | 'simplified' | 'traditional';

type Family = { readonly name: string; readonly files: readonly string[] };

function family(name: keyof typeof google): Family {
  const [folder, weights] = google[name];
  const root = packageFolder(`@expo-google-fonts/${folder}`);
  if (root === undefined) return { name, files: [] };
  const prefix = name.replaceAll(' ', '');
  return { name, files: weights.map((weight) => join(root, weight, `${prefix}_${weight}.ttf`)) };
}

function embedPdf(name: string, file: string, folder: string): Family {
  const root = packageFolder(`@embedpdf/${folder}`);
  return {
    name,
    files:
      root === undefined
        ? []
        : ['Regular', 'Medium', 'Bold'].map((weight) => join(root, 'fonts', `${file}-${weight}.otf`)),
  };
}

/** Undefined where an optional package was left out. */
function packageFolder(name: string): string | undefined {
  try {
    let folder = dirname(fileURLToPath(import.meta.resolve(name)));
    while (!existsSync(join(folder, 'LICENSE'))) folder = dirname(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** In the order in which they are asked for a character that the fonts of the design do not have. */
const always: readonly Family[] = [
  family('Inter'),
  family('Source Serif 4'),
  family('Instrument Serif'),
  family('Archivo'),
  family('Arimo'),
  family('IBM Plex Mono'),
  family('IBM Plex Sans Arabic'),
  family('Noto Sans Hebrew'),
  family('Noto Sans Thai'),
  family('Noto Sans Devanagari'),
];

const onDemand: Readonly<Record<CjkSet, Family>> = {
  japanese: family('BIZ UDPGothic'),
  korean: family('NanumGothic'),
  simplified: embedPdf('Noto Sans S Chinese', 'NotoSansHans', 'fonts-sc'),
  traditional: embedPdf('Noto Sans T Chinese', 'NotoSansHant', 'fonts-tc'),
};

/** Fonts of every document, read once by each render process. */
export const everyFont: readonly string[] = always.flatMap(({ files }) => files);

/** Names that are taken. */
export const everyFamily: ReadonlySet<string> = new Set(
  [...always, ...Object.values(onDemand)].map(({ name }) => name),
);

/** Folders of fonts, for a sandbox that sees nothing else. */
export const fontFolders: readonly string[] = [
  ...new Set([...always, ...Object.values(onDemand)].flatMap(({ files }) => files.map((file) => dirname(file)))),
];

export function familyOf(set: CjkSet): Family {
  return onDemand[set];
}

/** A file of each family that can be missing a character: what it covers, its other weights cover. */
export const regularFiles: readonly string[] = always
  .filter(({ name }) => !['Instrument Serif', 'Archivo', 'Arimo', 'IBM Plex Mono'].includes(name))
  .flatMap(({ files }) => files.slice(0, 1));

/** Fonts that know no Latin of their own come after one that does, and before the sets of East Asia. */
export const fallbackFamilies: readonly string[] = [
  'Inter',
  'IBM Plex Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Devanagari',
  'Source Serif 4',
];
