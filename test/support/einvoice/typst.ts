import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';

/** A page in PDF/A-3a as Typst writes it, with the XML attached as Factur-X has it. */
export function pdfWith(xml: string, fileName = 'factur-x.xml'): Uint8Array {
  const compiler = NodeCompiler.create({ workspace: '/' });
  compiler.mapShadow('/invoice.xml', Buffer.from(xml));
  const main = [
    '#set document(title: "Invoice 2026-0042", date: datetime(year: 2026, month: 3, day: 2))',
    '#set text(lang: "en")',
    `#pdf.attach("${fileName}", read("/invoice.xml", encoding: none), relationship: "alternative",`,
    '  mime-type: "text/xml", description: "E-invoice")',
    '= Invoice 2026-0042',
  ].join('\n');
  compiler.addSource('/main.typ', main);
  return compiler.pdf(
    { mainFilePath: '/main.typ' },
    { pdfStandard: PdfStandard.A_3a, creationTimestamp: 1_772_409_600 },
  );
}
