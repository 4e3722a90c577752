import type { PdfDict, PdfFile, PdfValue } from './pdf-file.ts';

/**
 * Rules of ISO 19005-3 (PDF/A-3, level A) that can be computed from the file, by their clauses. What it takes eyes or
 * the tables of a font program for is not here: whether glyphs have the widths that the file says, whether the
 * reading order makes sense, whether an alternate text fits its picture.
 */
export function archiveFaults(file: PdfFile, bytes: Buffer): string[] {
  const { trailer, dicts, streams } = file;
  const root = file.dictAt(trailer['/Root']);
  const text = bytes.toString('latin1');
  const metadata = file.streamAt(root['/Metadata']);
  const xmp = metadata?.data.toString('utf8') ?? '';
  const fonts = dicts.filter((one) => one['/Type'] === '/Font');
  const annotations = dicts.filter((one) => one['/Type'] === '/Annot' || one['/Subtype'] === '/Link');
  const files = dicts.filter((one) => one['/Type'] === '/Filespec');
  const attached = arrayAt(file, root['/AF']);
  return faultsIn([
    ['6.1.2 header', /^%PDF-1\.[0-7]\r?\n%[\u0080-\u00ff]{4}/.test(text)],
    ['6.1.3 file identifier', arrayAt(file, trailer['/ID']).length === 2],
    ['6.1.3 not encrypted', trailer['/Encrypt'] === undefined],
    ['6.1.3 nothing after the end', /%%EOF\r?\n?$/.test(text)],
    ['6.1.7 no LZW', !filtersOf(file).includes('/LZWDecode')],
    ['6.1.7 no stream in another file', streams.every(({ dict }) => dict['/F'] === undefined)],
    ['6.1.8 names are UTF-8', !dicts.some((one) => Object.keys(one).some((name) => name.includes('\ufffd')))],
    ['6.2.2 output intent', arrayAt(file, root['/OutputIntents']).some((one) => isIntent(file, one))],
    [
      '6.2.4 no colours of devices but those of the intent',
      !streams.some(({ dict }) => dict['/ColorSpace'] === '/DeviceCMYK'),
    ],
    ['6.2.8 pictures without alternatives', !dicts.some((one) => '/Alternates' in one || '/OPI' in one)],
    ['6.2.8 pictures are not smoothed', !dicts.some((one) => one['/Interpolate'] === true)],
    ['6.2.9 no PostScript', !dicts.some((one) => one['/Subtype'] === '/PS' || '/Ref' in one)],
    ['6.2.10 blending has a colour space', pagesOf(file).every((page) => blends(file, page))],
    ['6.2.11.4 fonts are inside', fonts.every((font) => isEmbedded(file, font))],
    ['6.2.11.7 letters map to Unicode', fonts.every((font) => isMapped(font))],
    ['6.3.2 annotations are printed', annotations.every((one) => isPrinted(one))],
    ['6.5.1 no actions but links', dicts.every((one) => isHarmless(one))],
    ['6.5.2 nothing happens by itself', root['/AA'] === undefined && root['/OpenAction'] === undefined],
    ['6.6.2 metadata as they are', metadata !== undefined && metadata.dict['/Filter'] === undefined],
    ['6.6.2 title in the metadata', /<dc:title>[^]*<rdf:li[^>]*>[^<]+/.test(xmp)],
    ['6.6.4 part and level', /pdfaid:part[^0-9]*3/.test(xmp) && /pdfaid:conformance[^A-Z]*A/.test(xmp)],
    ['6.7.2 marked', file.dictAt(root['/MarkInfo'])['/Marked'] === true],
    ['6.7.3 structure', file.dictAt(root['/StructTreeRoot'])['/Type'] === '/StructTreeRoot'],
    ['6.7.4 language', typeof root['/Lang'] === 'string' && root['/Lang'].length > 3],
    ['6.8 files say what they are', files.every((one) => isDescribed(file, one))],
    ['6.8 files belong to the document', files.length === attached.length],
    ['6.9 no layers that hide', root['/OCProperties'] === undefined],
    ['6.10 no forms', root['/AcroForm'] === undefined && root['/NeedsRendering'] === undefined],
  ]);
}

/** Rules of ISO 14289-1 (PDF/UA) that can be computed, but for its own mark in the metadata. */
export function accessibleFaults(file: PdfFile): string[] {
  const root = file.dictAt(file.trailer['/Root']);
  const elements = file.dicts.filter((one) => typeof one['/S'] === 'string' && '/P' in one && !('/D' in one));
  const roles = file.dictAt(file.dictAt(root['/StructTreeRoot'])['/RoleMap']);
  const roleOf = (one: PdfDict): string => nameAt(roles, nameAt(one, '/S')) || nameAt(one, '/S');
  const named = (role: string) => elements.filter((one) => roleOf(one) === role);
  const parentOf = (one: PdfDict) => roleOf(file.dictAt(one['/P']));
  const pages = pagesOf(file);
  const headings = headingsOf(file, file.dictAt(root['/StructTreeRoot'])['/K'] ?? null, roleOf);
  return faultsIn([
    ['7.1 the title is shown', file.dictAt(root['/ViewerPreferences'])['/DisplayDocTitle'] === true],
    ['7.1 all that is drawn is marked', pages.every((page) => isMarked(file, page))],
    ['7.1 no suspects', file.dictAt(root['/MarkInfo'])['/Suspects'] !== true],
    ['7.1 the usual roles', elements.every((one) => usual.has(roleOf(one)))],
    ['7.3 pictures have a text', named('/Figure').every((one) => '/Alt' in one || '/ActualText' in one)],
    ['7.4.2 headings without a gap', headings.every((level, index, all) => level <= (all[index - 1] ?? 0) + 1)],
    ['7.4 a heading', headings.length > 0],
    [
      '7.5 rows in tables',
      named('/TR').every((one) => ['/Table', '/THead', '/TBody', '/TFoot'].includes(parentOf(one))),
    ],
    ['7.5 cells in rows', [...named('/TD'), ...named('/TH')].every((one) => parentOf(one) === '/TR')],
    ['7.5 tables', named('/Table').length > 0],
    ['7.6 items in lists', named('/LI').every((one) => parentOf(one) === '/L')],
    ['7.18.3 order of tabs', pages.every((page) => !('/Annots' in page) || page['/Tabs'] === '/S')],
    [
      '7.18.5 links have a text',
      file.dicts.filter((one) => one['/Subtype'] === '/Link').every((one) => '/Contents' in one),
    ],
    ['7.18.5 links in the structure', file.dicts.every((one) => one['/Subtype'] !== '/Link' || '/StructParent' in one)],
    ['7.21 pages in the structure', pages.every((page) => '/StructParents' in page)],
  ]);
}

const usual = new Set(
  ['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Caption', 'TOC', 'TOCI', 'Index', 'NonStruct', 'Private']
    .concat(['P', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'])
    .concat(['THead', 'TBody', 'TFoot', 'Span', 'Quote', 'Note', 'Reference', 'BibEntry', 'Code', 'Link', 'Annot'])
    .concat(['Figure', 'Formula', 'Form'])
    .map((role) => `/${role}`),
);

type Rule = readonly [name: string, holds: boolean];

function faultsIn(rules: readonly Rule[]): string[] {
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}

function arrayAt(file: PdfFile, value: PdfValue | undefined): readonly PdfValue[] {
  const found = file.at(value);
  return Array.isArray(found) ? found : [];
}

function pagesOf({ dicts }: PdfFile): PdfDict[] {
  return dicts.filter((one) => one['/Type'] === '/Page');
}

function filtersOf({ streams }: PdfFile): PdfValue[] {
  return streams.map(({ dict }) => dict['/Filter'] ?? null).flat();
}

function isIntent(file: PdfFile, value: PdfValue): boolean {
  const intent = file.dictAt(value);
  return intent['/S'] === '/GTS_PDFA1' && file.streamAt(intent['/DestOutputProfile']) !== undefined;
}

/** A page that is drawn through has a group with a colour space, or the intent is that of the blending. */
function blends(file: PdfFile, page: PdfDict): boolean {
  const group = file.dictAt(page['/Group']);
  return !('/Group' in page) || group['/CS'] !== undefined || 'OutputIntents' in file.dictAt(file.trailer['/Root']);
}

function isEmbedded(file: PdfFile, font: PdfDict): boolean {
  if (font['/Subtype'] === '/Type3') return true;
  if (font['/Subtype'] === '/Type0') return arrayAt(file, font['/DescendantFonts']).length === 1;
  const described = file.dictAt(font['/FontDescriptor']);
  return ['/FontFile', '/FontFile2', '/FontFile3'].some((key) => file.streamAt(described[key]) !== undefined);
}

/** A name of a dictionary, such as `/H1`; empty where there is none. */
function nameAt(dict: PdfDict, key: string): string {
  const value = dict[key];
  return typeof value === 'string' ? value : '';
}

function isMapped(font: PdfDict): boolean {
  const isInner = nameAt(font, '/Subtype').startsWith('/CIDFont');
  return isInner || '/ToUnicode' in font;
}

const [hiddenFlags, printFlag] = [1 + 2 + 32, 4];

/** Printed, and neither invisible, hidden nor kept from view. */
function isPrinted(annotation: PdfDict): boolean {
  const flags = Number(annotation['/F'] ?? 0);
  // oxlint-disable-next-line no-bitwise
  return (flags & printFlag) !== 0 && (flags & hiddenFlags) === 0;
}

function isHarmless(one: PdfDict): boolean {
  return !['/JavaScript', '/Launch', '/Sound', '/Movie', '/ResetForm', '/ImportData', '/Rendition'].includes(
    nameAt(one, '/S'),
  );
}

function isDescribed(file: PdfFile, spec: PdfDict): boolean {
  const inner = file.streamAt(file.dictAt(spec['/EF'])['/F']);
  return '/AFRelationship' in spec && '/F' in spec && '/UF' in spec && typeof inner?.dict['/Subtype'] === 'string';
}

/** Levels of the headings, in the order in which the page is read. */
function headingsOf(file: PdfFile, element: PdfValue, roleOf: (one: PdfDict) => string): number[] {
  if (Array.isArray(element)) return element.flatMap((one) => headingsOf(file, one, roleOf));
  const one = file.dictAt(element);
  const level = /^\/H([1-6])$/.exec(roleOf(one))?.[1];
  const below = '/K' in one && !('/Pg' in one && !('/S' in one)) ? headingsOf(file, file.at(one['/K']), roleOf) : [];
  return level === undefined ? below : [Number(level), ...below];
}

/** Letters, lines and pictures stand between a mark and its end, be it of the structure or of an artifact. */
function isMarked(file: PdfFile, page: PdfDict): boolean {
  const parts = file.at(page['/Contents']);
  const streams = Array.isArray(parts) ? parts : [page['/Contents'] ?? null];
  const content = streams.map((one) => file.streamAt(one)?.data.toString('latin1') ?? '').join('\n');
  let depth = 0;
  // Texts and dictionaries are skipped whole, since they may hold what looks like an operator.
  for (const [token] of content.matchAll(
    /\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|[A-Za-z'"*]+\d*\*?|\/[^\s/<>[\]()]+/g,
  )) {
    if (token === 'BDC' || token === 'BMC') depth += 1;
    else if (token === 'EMC') depth -= 1;
    else if (draws.has(token) && depth === 0) return false;
  }
  return depth === 0;
}

const draws = new Set(['Tj', 'TJ', "'", '"', 'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do']);
