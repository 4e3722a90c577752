import type { DocumentType } from './document-type.ts';
import type { LayoutContext } from './layout-context.ts';
import { linesTable } from './lay-out-lines.ts';
import { paymentOf } from './lay-out-payment.ts';
import { settledTable } from './lay-out-receipt.ts';
import { ageingOf, statementTable } from './lay-out-statement.ts';
import { totalsOf } from './lay-out-totals.ts';
import { parseMarkdown } from './markdown.ts';
import type { SectionModel } from './page-model.ts';
import { type SectionName, sectionNames } from './template.ts';

const signed: readonly DocumentType[] = ['delivery_note', 'quote'];

/** The parts below the head, in the template's order; what has nothing to say is not there. */
export function sectionsOf(context: LayoutContext): SectionModel[] {
  const { facts, template } = context;
  const usual = sectionNames.filter((name) => name !== 'signature' || signed.includes(facts.type));
  return (template.sections ?? usual).flatMap((name) => sectionsNamed(name, context));
}

function sectionsNamed(name: SectionName, context: LayoutContext): readonly SectionModel[] {
  return parts[name](context);
}

const parts: Readonly<Record<SectionName, (context: LayoutContext) => readonly SectionModel[]>> = {
  intro: ({ facts, text }) => textSection('intro', null, [facts.texts.intro ?? text('intro')]),
  lines: tablesOf,
  totals: (context) => (context.facts.type === 'statement' ? ageingOf(context) : totalsOf(context)),
  payment: paymentOf,
  note: ({ facts, text }) => textSection('note', null, [facts.texts.note, text('note')]),
  terms: ({ facts, labels, text }) => textSection('terms', labels.terms, [facts.texts.terms ?? text('terms')]),
  signature: (context) => [{ type: 'signature', fields: signatureFields(context) }],
};

function tablesOf(context: LayoutContext): readonly SectionModel[] {
  const { type, lines } = context.facts;
  if (type === 'statement') return statementTable(context);
  return type === 'receipt' && lines.length === 0 ? settledTable(context) : [linesTable(context)];
}

function textSection(
  name: 'intro' | 'note' | 'terms',
  heading: string | null,
  texts: readonly (string | null)[],
): SectionModel[] {
  const body = parseMarkdown(texts.filter((text) => text !== null).join('\n\n'));
  return body.length === 0 ? [] : [{ type: 'text', name, heading, body }];
}

function signatureFields({ facts, labels, format }: LayoutContext): string[] {
  const { signature, goodsReceived: received } = labels;
  const what = facts.type === 'delivery_note' ? format.named(received, signature) : signature;
  return [labels.placeAndDate, what];
}
