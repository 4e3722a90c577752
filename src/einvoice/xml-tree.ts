import { SaxesParser, type SaxesTagNS } from 'saxes';
import { UnreadableInvoice } from './unreadable.ts';

/** An element; `name` has the usual prefix of its namespace, whatever prefix the file gives it. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
};

/** With its attachments in it, an e-invoice stays below this. */
export const xmlBytesMax = 20 * 1024 * 1024;
const depthMax = 32;
const elementsMax = 250_000;
const attributesMax = 32;

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const cii = 'urn:un:unece:uncefact:data:standard:';
const prefixes: ReadonlyMap<string, string> = new Map([
  [`${ubl}Invoice-2`, 'ubl'],
  [`${ubl}CreditNote-2`, 'ubl'],
  [`${ubl}CommonAggregateComponents-2`, 'cac'],
  [`${ubl}CommonBasicComponents-2`, 'cbc'],
  [`${cii}CrossIndustryInvoice:100`, 'rsm'],
  [`${cii}ReusableAggregateBusinessInformationEntity:100`, 'ram'],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0', 'zf'],
  [`${cii}ReusableAggregateBusinessInformationEntity:12`, 'ram'],
  [`${cii}UnqualifiedDataType:15`, 'udt'],
  [`${cii}QualifiedDataType:100`, 'qdt'],
  [`${cii}UnqualifiedDataType:100`, 'udt'],
]);

/**
 * Reads XML that a stranger wrote. The parser knows the five entities of XML and no others, follows no address and
 * opens no file; a document type, which is where all of that begins, is refused unread.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > xmlBytesMax) {
    throw new UnreadableInvoice('too_large', `the XML is larger than ${xmlBytesMax / 1024 / 1024} MiB`);
  }
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('error', (error) => {
    throw new UnreadableInvoice('not_xml', `the file is not well-formed XML: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableInvoice('has_doctype', 'the XML has a document type, which e-invoices have no use for');
  });
  parser.on('opentag', (tag) => {
    elements++;
    if (open.length >= depthMax || elements > elementsMax) {
      throw new UnreadableInvoice('too_deep', `the XML is deeper than ${depthMax} or has over ${elementsMax} elements`);
    }
    const element = elementOf(tag);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(decoded(bytes)).close();
  if (root === undefined) throw new UnreadableInvoice('not_xml', 'the file has no XML element');
  return root;
}

function elementOf({ uri, local, attributes }: SaxesTagNS): XmlElement {
  const given = Object.values(attributes);
  if (given.length > attributesMax) {
    throw new UnreadableInvoice('too_deep', `an element has over ${attributesMax} attributes`);
  }
  const own = given.filter((attribute) => attribute.uri === '').map((one) => [one.local, one.value.trim()] as const);
  return { name: `${prefixes.get(uri) ?? '?'}:${local}`, attributes: new Map(own), children: [], text: '' };
}

const encodings = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'iso-8859-1', 'iso-8859-15', 'windows-1252']);

function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (!encodings.has(encoding)) {
    throw new UnreadableInvoice('not_xml', `the encoding ${encoding} is not read; write the file in UTF-8`);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableInvoice('not_xml', `the file is not the ${encoding} that it says it is`);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return (/^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,20})["']/.exec(head)?.[1] ?? 'utf-8').toLowerCase();
}
