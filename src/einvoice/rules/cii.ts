import type { Invoice } from '../model.ts';
import { laws, ruleOf, usesOf } from './categories.ts';
import type { Report } from './finding.ts';

/** The official rules of CII alone refuse an IGIC of zero, which the standard and UBL allow. */
export function checkCii(invoice: Invoice, error: Report): void {
  for (const { tax, at, place } of usesOf(invoice)) {
    if (tax.category !== 'L' || tax.percent?.units !== 0n) continue;
    error(ruleOf(laws.L, 5 + place), {
      pointer: `${at}/percent`,
      message: 'The official check of CII takes an IGIC of zero percent for a mistake.',
      remedy: 'Send the invoice in UBL, which takes it.',
    });
  }
}
