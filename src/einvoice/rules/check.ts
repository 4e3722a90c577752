import type { Invoice } from '../model.ts';
import type { Profile } from '../profile.ts';
import { checkCategories } from './categories.ts';
import { checkCodes } from './codes.ts';
import { checkDecimals } from './decimals.ts';
import { checkDocument } from './document.ts';
import { type Finding, findingsOf, type Report, type Reports } from './finding.ts';
import { checkGerman } from './german.ts';
import { checkLines } from './lines.ts';
import { checkParties } from './parties.ts';
import { checkPayment } from './payment.ts';
import { checkPeppol, checkPeppolOnly } from './peppol.ts';
import { checkCountries } from './peppol-countries.ts';
import { checkRegisterNumbers } from './register-numbers.ts';
import { checkTaxIds } from './tax-ids.ts';
import { checkTotals } from './totals.ts';

/** All that the profile has against the invoice. Sums are exact: nothing here rounds but where the standard does. */
export function checkInvoice(invoice: Invoice, profile: Profile): readonly Finding[] {
  return findingsOf((reports) => {
    const { error } = reports;
    checkDocument(invoice, error);
    checkParties(invoice, error);
    checkPayment(invoice, error);
    checkLines(invoice, error);
    checkTotals(invoice, error);
    checkCategories(invoice, error);
    checkTaxIds(invoice, error);
    checkDecimals(invoice, error);
    checkCodes(invoice, error);
    if (profile === 'facturx_basic') checkBasic(invoice, error);
    if (profile === 'xrechnung') checkGerman(invoice, reports);
    if (profile === 'xrechnung' || profile === 'peppol') checkPeppol(invoice, error);
    if (profile === 'peppol') {
      checkPeppolOnly(invoice, error);
      checkRegisterNumbers(invoice, error);
      checkCountries(invoice, error);
      if (isWithinGermany(invoice)) checkGerman(invoice, asPeppolHasThem(reports));
    }
  });
}

function isWithinGermany({ seller, buyer }: Invoice): boolean {
  return seller.address?.country === 'DE' && buyer.address?.country === 'DE';
}

/** The rules of XRechnung under the names that they have in Peppol, which left a few of them out. */
function asPeppolHasThem({ error, warn }: Reports): Reports {
  const renamed =
    (report: Report): Report =>
    (rule, finding) => {
      const [, number, part] = /^BR-DE-([0-9]+)(?:-([ab]))?$/.exec(rule) ?? [];
      if (number === undefined) return;
      const suffix = part === undefined ? '' : `-${part === 'a' ? 1 : 2}`;
      report(`DE-R-${number.padStart(3, '0')}${suffix}`, finding);
    };
  return { error: renamed(error), warn: renamed(warn) };
}

/** The profile BASIC has no place for what cash was rounded by, and what is due would not follow without it. */
function checkBasic({ totals }: Invoice, error: Report): void {
  if (totals.rounding.units === 0n) return;
  error('FX-BASIC-BT-114', {
    pointer: '/totals/rounding',
    message: 'The profile BASIC of Factur-X knows no rounding of cash.',
    remedy: 'Use the profile EN 16931 of Factur-X.',
  });
}

/** Only whether the sums are right: what is worth knowing of an invoice that somebody else wrote. */
export function checkArithmetic(invoice: Invoice): readonly Finding[] {
  const findings = findingsOf(({ error }) => {
    checkTotals(invoice, error);
    checkCategories(invoice, error);
  });
  if (invoice.lines.length > 0) return findings;
  const known = invoice.taxes.length > 0 ? sumsWithoutLines : sumsWithoutTaxes;
  return findings.filter(({ rule }) => known.has(rule));
}

/** The smallest profiles of Factur-X have no lines, and MINIMUM no taxes: what is not there adds up to nothing. */
const sumsWithoutTaxes = new Set('BR-CO-15 BR-CO-16'.split(' '));
const sumsWithoutLines = new Set('BR-CO-11 BR-CO-12 BR-CO-13 BR-CO-14 BR-CO-15 BR-CO-16 BR-CO-17'.split(' '));
