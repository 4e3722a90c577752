import { type Invoice, InvoiceService, invoiceSchema } from '@e-invoice-eu/core';
import { parseXml } from '../../../src/einvoice/xml-tree.ts';
import type { XmlElement } from '../../../src/xml/parse-xml.ts';
import { one } from '../../../src/einvoice/xml-value.ts';

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};
const generator = new InvoiceService({ log: silent, warn: silent, error: silent });

function silent(): void {}

/**
 * Our UBL as another implementation of EN 16931 reads and writes it, as UBL and as CII. It knows each element, how
 * often it may occur and the codes that it may have, and throws for what it does not know.
 */
export async function secondOpinion(ubl: string, format: 'UBL' | 'CII'): Promise<string> {
  const schema = (invoiceSchema as Schema).properties?.['ubl:Invoice'] ?? {};
  const input = { 'ubl:Invoice': jsonOf(asInvoice(parseXml(Buffer.from(ubl))), schema) };
  // Its schema decides at once whether the input is what its type says.
  const xml = await generator.generate(input as Invoice, { format, lang: 'en', noWarnings: true });
  return Buffer.from(xml).toString();
}

/** That implementation has one form for invoices and credit notes, told apart by their type, with one due date. */
function asInvoice(element: XmlElement): XmlElement {
  const name = element.name.replace(/CreditNote(?=Line|TypeCode|$)/, 'Invoice').replace('Credited', 'Invoiced');
  const children = element.children.filter((child) => child.name !== 'cbc:PaymentDueDate').map(asInvoice);
  const due = element.name === 'ubl:CreditNote' ? one(element, 'cac:PaymentMeans/cbc:PaymentDueDate') : undefined;
  return { ...element, name, children: due === undefined ? children : [...children, { ...due, name: 'cbc:DueDate' }] };
}

function jsonOf(element: XmlElement, schema: Schema): unknown {
  const properties = schema.properties ?? {};
  const json: Record<string, unknown> = {};
  for (const child of element.children) {
    const own = properties[child.name];
    for (const [name, value] of child.attributes) json[`${child.name}@${name}`] = value;
    if (own === undefined) throw new RangeError(`${element.name} has no ${child.name}`);
    if (own.type === 'array') {
      const before = json[child.name];
      json[child.name] = [...(Array.isArray(before) ? before : []), contentOf(child, own.items ?? {})];
    } else {
      json[child.name] = contentOf(child, own);
    }
  }
  return json;
}

function contentOf(element: XmlElement, schema: Schema): unknown {
  return element.children.length === 0 ? element.text : jsonOf(element, schema);
}
