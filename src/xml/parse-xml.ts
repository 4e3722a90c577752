import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element; its name is as the caller wants it, whatever prefix the file gives it. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
};

export type XmlFaultCode = 'not_xml' | 'has_doctype' | 'too_large' | 'too_deep';

export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly code: XmlFaultCode;

  /** From 1, where one line is at fault. */
  readonly line: number | null;

  constructor(code: XmlFaultCode, message: string, line: number | null = null) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

export type XmlReading = {
  readonly limits: { readonly bytesMax: number; readonly depthMax: number; readonly elementsMax: number };
  readonly nameOf: (tag: { readonly uri: string; readonly local: string }) => string;
  /**
   * Called for each element once it is whole. `drop` leaves it out of its parent, so that a file of many records is
   * never in memory as a whole.
   */
  readonly onClosed?: (closed: ClosedElement) => 'keep' | 'drop';
};

export type ClosedElement = {
  readonly element: XmlElement;
  readonly ancestors: readonly XmlElement[];
  /** The element as the file has it. */
  readonly source: () => string;
};

const attributesMax = 32;

/**
 * Reads XML that a stranger wrote. The parser knows the five entities of XML and no others, follows no address and
 * opens no file; a document type, which is where all of that begins, is refused unread.
 */
export function parseXml(bytes: Uint8Array, { limits, nameOf, onClosed }: XmlReading): XmlElement {
  const { bytesMax, depthMax, elementsMax } = limits;
  if (bytes.length > bytesMax) {
    throw new XmlFault('too_large', `the XML is larger than ${bytesMax / 1024 / 1024} MiB`);
  }
  const source = decoded(bytes);
  const open: { readonly element: XmlElement; readonly from: number }[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('error', (error) => {
    const reason = error.message.replace(/\.$/, '');
    throw new XmlFault('not_xml', `the file is not well-formed XML: ${reason}`, parser.line);
  });
  parser.on('doctype', () => {
    throw new XmlFault('has_doctype', 'the XML has a document type, which is never read');
  });
  parser.on('opentag', (tag) => {
    elements++;
    if (open.length >= depthMax || elements > elementsMax) {
      throw new XmlFault('too_deep', `the XML is deeper than ${depthMax} or has over ${elementsMax} elements`);
    }
    const element = { name: nameOf(tag), attributes: attributesOf(tag), children: [], text: '' };
    open.at(-1)?.element.children.push(element);
    root ??= element;
    // No attribute holds a bare `<`, so that the last one before the end of the tag is where it begins.
    open.push({ element, from: onClosed === undefined ? 0 : source.lastIndexOf('<', parser.position - 1) });
  });
  const addText = (text: string): void => {
    const last = open.at(-1);
    if (last !== undefined) last.element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined || onClosed === undefined) return;
    const { element, from } = closed;
    const ancestors = open.map((one) => one.element);
    const to = parser.position;
    if (onClosed({ element, ancestors, source: () => source.slice(from, to) }) === 'drop')
      ancestors.at(-1)?.children.pop();
  });
  parser.write(source).close();
  if (root === undefined) throw new XmlFault('not_xml', 'the file has no XML element');
  return root;
}

function attributesOf({ attributes }: SaxesTagNS): ReadonlyMap<string, string> {
  const given = Object.values(attributes);
  if (given.length > attributesMax) throw new XmlFault('too_deep', `an element has over ${attributesMax} attributes`);
  return new Map(given.filter(({ uri }) => uri === '').map((one) => [one.local, one.value.trim()] as const));
}

const encodings = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'iso-8859-1', 'iso-8859-15', 'windows-1252']);

function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (!encodings.has(encoding)) {
    throw new XmlFault('not_xml', `the encoding ${encoding} is not read; write the file in UTF-8`);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlFault('not_xml', `the file is not the ${encoding} that it says it is`);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return (/^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,20})["']/.exec(head)?.[1] ?? 'utf-8').toLowerCase();
}
