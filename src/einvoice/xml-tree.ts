import { parseXml as parse, type XmlElement, XmlFault } from '../xml/parse-xml.ts';
import { UnreadableInvoice } from './unreadable.ts';

/** With its attachments in it, an e-invoice stays below this. */
export const xmlBytesMax = 20 * 1024 * 1024;
const limits = { bytesMax: xmlBytesMax, depthMax: 32, elementsMax: 250_000 };

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

/** Reads an e-invoice as a tree; an element is named by the usual prefix of its namespace, whatever the file has. */
export function parseXml(bytes: Uint8Array): XmlElement {
  try {
    return parse(bytes, { limits, nameOf: ({ uri, local }) => `${prefixes.get(uri) ?? '?'}:${local}` });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new UnreadableInvoice(error.code, error.message);
  }
}
