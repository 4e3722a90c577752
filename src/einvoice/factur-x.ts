/** Metadata in the PDF about its embedded XML. */
export type FacturX = {
  readonly level: 'EN 16931' | 'BASIC';
  /** The name of the attachment: `factur-x.xml`, as Factur-X and ZUGFeRD from 2.1 have it. */
  readonly fileName: string;
};

export const facturXFileName = 'factur-x.xml';

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/**
 * Says in the metadata of a PDF/A-3 that it carries an e-invoice, by which programs find it.
 *
 * The PDF is the one that Typst wrote, with the XML attached already. What changes is appended as an incremental
 * update, so not one byte of the original moves and no library for PDFs is needed.
 *
 * It throws a RangeError for a PDF that is not of that kind: such a file is a bug of ours and must not be sent.
 */
export function markFacturX(pdf: Uint8Array, { level, fileName }: FacturX): Uint8Array {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const before = trailerOf(bytes);
  const metadata = metadataOf(bytes, before.root);
  const xmp = Buffer.from(withFacturX(metadata.xmp, level, fileName), 'utf8');
  const start = bytes.length + (bytes.at(-1) === newline ? 0 : 1);
  const object = Buffer.concat([
    Buffer.from(start === bytes.length ? '' : '\n'),
    Buffer.from(`${metadata.id} 0 obj\n<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n`),
    xmp,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const table = bytes.length + object.length;
  const trailer = [
    'xref',
    `${metadata.id} 1`,
    `${String(start).padStart(10, '0')} 00000 n `,
    'trailer',
    `<< /Size ${before.size} /Root ${before.root} 0 R ${before.rest} /Prev ${before.start} >>`,
    'startxref',
    `${table}`,
    '%%EOF\n',
  ].join('\n');
  return Buffer.concat([bytes, object, Buffer.from(trailer, 'latin1')]);
}

const newline = 0x0a;
const tailBytes = 4_096;

type Trailer = {
  readonly start: number;
  readonly size: string;
  readonly root: string;
  /** `/Info` and `/ID`, as they are. */
  readonly rest: string;
};

/** The last trailer, with the place of its table; PDFs whose table is a compressed stream have none. */
function trailerOf(bytes: Buffer): Trailer {
  const tail = bytes.subarray(-tailBytes).toString('latin1');
  const trailer = tail.slice(tail.lastIndexOf('trailer'));
  const start = /startxref\s+([0-9]+)\s+%%EOF\s*$/.exec(trailer)?.[1];
  const size = /\/Size\s+([0-9]+)/.exec(trailer)?.[1];
  const root = /\/Root\s+([0-9]+)\s+0\s+R/.exec(trailer)?.[1];
  const id = /\/ID\s*\[[^\]]*\]/.exec(trailer)?.[0];
  if (start === undefined || size === undefined || root === undefined || id === undefined) {
    throw new RangeError('the PDF has no plain trailer with an id at its end');
  }
  const info = /\/Info\s+[0-9]+\s+0\s+R/.exec(trailer)?.[0];
  return { start: Number(start), size, root, rest: info === undefined ? id : `${info} ${id}` };
}

function metadataOf(bytes: Buffer, root: string): { readonly id: number; readonly xmp: string } {
  const catalog = objectText(bytes, Number(root));
  const id = Number(/\/Metadata\s+([0-9]+)\s+0\s+R/.exec(catalog)?.[1] ?? Number.NaN);
  const object = startOf(bytes, id);
  const begin = bytes.indexOf('<?xpacket begin', object);
  const end = bytes.indexOf('?>', bytes.indexOf('<?xpacket end', begin));
  if (Number.isNaN(id) || object < 0 || begin < 0 || end < begin) throw new RangeError('the PDF has no plain metadata');
  return { id, xmp: bytes.subarray(begin, end + 2).toString('utf8') };
}

function objectText(bytes: Buffer, id: number): string {
  const start = startOf(bytes, id);
  return start < 0 ? '' : bytes.subarray(start, bytes.indexOf('endobj', start)).toString('latin1');
}

function startOf(bytes: Buffer, id: number): number {
  return bytes.lastIndexOf(`\n${id} 0 obj`);
}

/** The properties, and the schema that tells PDF/A what they are: it refuses properties that it cannot know. */
function withFacturX(xmp: string, level: string, fileName: string): string {
  const properties =
    `<rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType>` +
    `<fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>1.0</fx:Version>` +
    `<fx:ConformanceLevel>${level}</fx:ConformanceLevel></rdf:Description>`;
  const known = /<pdfaExtension:schemas>\s*<rdf:Bag>/.exec(xmp);
  const end = xmp.lastIndexOf('</rdf:RDF>');
  if (end < 0) throw new RangeError('the metadata of the PDF is not RDF');
  if (known === null) return xmp.slice(0, end) + extension + properties + xmp.slice(end);
  const place = known.index + known[0].length;
  return xmp.slice(0, place) + schema + xmp.slice(place, end) + properties + xmp.slice(end);
}

const schema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
  `<pdfaSchema:property><rdf:Seq>${[
    ['DocumentFileName', 'The name of the embedded XML document'],
    ['DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
    ['Version', 'The actual version of the standard applying to the embedded XML document'],
    ['ConformanceLevel', 'The conformance level of the embedded XML document'],
  ]
    .map(
      ([name, description]) =>
        '<rdf:li rdf:parseType="Resource"><pdfaProperty:category>external</pdfaProperty:category>' +
        `<pdfaProperty:description>${description}</pdfaProperty:description>` +
        `<pdfaProperty:name>${name}</pdfaProperty:name>` +
        '<pdfaProperty:valueType>Text</pdfaProperty:valueType></rdf:li>',
    )
    .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const extension =
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"' +
  ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
  `<pdfaExtension:schemas><rdf:Bag>${schema}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`;
