import { documentLocale } from '../../../render/document-locale.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import { formatFor } from '../../../render/format.ts';
import type { Template } from '../../../render/template.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';

/** Refuses a source whose pages do not say what is sold, for how much, and what it comes to. */
export function checkPrinted(facts: DocumentFacts, text: string | undefined, { date_style, labels }: Template): void {
  const { language, currency, lines, totals, seller } = facts;
  const locale = documentLocale({ language, country: seller.address.country }, labels);
  const { amount } = formatFor(locale, currency, date_style);
  const said = squeezed(text ?? '');
  const isSaid = (part: string) => said.includes(squeezed(part));
  const missing = lines.filter(({ name, net }) => !isSaid(name) || !isSaid(amount(net)));
  const faults: string[] = [];
  if (missing.length > 0) {
    const printed = `${lines.length - missing.length} of ${lines.length}`;
    faults.push(`The template prints ${printed} lines with their amounts. Add #sections().`);
  }
  if (!isSaid(amount(totals.due))) {
    faults.push(
      `The template does not print the total, ${amount(totals.due)}. Add #sections(), or set it from d.sections.`,
    );
  }
  const [first] = faults;
  if (first === undefined) return;
  throw pagesRefused({
    detail: first,
    fault: 'template',
    errors: faults.map((message) => ({
      pointer: '/source',
      code: 'not_printed',
      message,
      line: null,
      column: null,
      hints: [],
    })),
  });
}

/** Readers of a PDF guess line ends and word gaps, so neither is compared. */
function squeezed(text: string): string {
  return text.replaceAll(/[\s\u00a0\u00ad\u200b\u2066-\u2069-]/gu, '').toLowerCase();
}
