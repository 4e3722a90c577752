import { isCountry } from '../../core/country.ts';
import { kosovo } from '../country-code.ts';
import type { Invoice, InvoiceParty } from '../model.ts';
import type { Report } from './finding.ts';

/** BR-06 to BR-11, BR-17 to BR-20, BR-56, BR-62, BR-63, BR-CO-09 and BR-CO-26. */
export function checkParties(invoice: Invoice, error: Report): void {
  checkParty(invoice.seller, { at: '/seller', who: 'seller', rules: sellerRules }, error);
  checkParty(invoice.buyer, { at: '/buyer', who: 'buyer', rules: buyerRules }, error);
  const { seller } = invoice;
  if (seller.vatId === null && seller.registration === null && seller.ids.length === 0) {
    error('BR-CO-26', {
      pointer: '/seller/taxIds',
      message: 'Nothing identifies the seller.',
      remedy: 'Give your organisation a VAT id, or its number in the register of companies.',
    });
  }
  checkPayee(invoice, error);
  checkRepresentative(invoice, error);
}

type Side = { readonly at: string; readonly who: 'seller' | 'buyer'; readonly rules: typeof sellerRules };

const sellerRules = { name: 'BR-06', address: 'BR-08', country: 'BR-09', scheme: 'BR-62' };
const buyerRules = { name: 'BR-07', address: 'BR-10', country: 'BR-11', scheme: 'BR-63' };

function checkParty(party: InvoiceParty, { at, who, rules }: Side, error: Report): void {
  if (party.name === null) {
    error(rules.name, {
      pointer: `${at}/legalName`,
      message: `The ${who} has no name.`,
      remedy: who === 'buyer' ? 'Choose a client for the document.' : 'Give your organisation its legal name.',
    });
  }
  if (party.address === null) {
    error(rules.address, {
      pointer: `${at}/address`,
      message: `The ${who} has no address.`,
      remedy: `Write the address of the ${who}, at least its country.`,
    });
  } else if (party.address.country === null) {
    error(rules.country, {
      pointer: `${at}/address/country`,
      message: `The address of the ${who} has no country.`,
      remedy: 'Write its ISO 3166-1 code of two letters, such as DE.',
    });
  }
  if (party.electronicAddress !== null && party.electronicAddress.scheme === null) {
    error(rules.scheme, {
      pointer: `${at}/electronicAddress/scheme`,
      message: `The electronic address of the ${who} does not say what kind it is.`,
      remedy: 'Write a code of the EAS list: EM for a mail address, 0204 for a Leitweg-ID, 0088 for a GLN.',
    });
  }
  checkVatId(party.vatId, { at: `${at}/taxIds`, who }, error);
}

function checkVatId(vatId: string | null, { at, who }: { at: string; who: string }, error: Report): void {
  if (vatId === null || isVatCountry(vatId.slice(0, 2))) return;
  error('BR-CO-09', {
    pointer: at,
    message: `The VAT id of the ${who} does not begin with a country: "${vatId}".`,
    remedy: 'Write it with its country, such as DE123456788, or keep it as the number of a tax office.',
  });
}

/** Greece has letters of its own in VAT ids, Northern Ireland has them in VAT ids only, and Kosovo has none. */
function isVatCountry(code: string): boolean {
  return code === 'EL' || code === 'XI' || (isCountry(code) && code !== kosovo.code);
}

function checkPayee({ payee, seller }: Invoice, error: Report): void {
  if (payee === null) return;
  const at = '/payee/name';
  if (payee.name === '') {
    error('BR-17', { pointer: at, message: 'The payee has no name.', remedy: 'Write who is paid.' });
  } else if (payee.name === seller.name || payee.name === seller.tradingName) {
    error('BR-17', { pointer: at, message: 'The payee is the seller.', remedy: 'Leave the payee out.' });
  }
}

function checkRepresentative({ taxRepresentative: one }: Invoice, error: Report): void {
  if (one === null) return;
  const at = '/taxRepresentative';
  if (one.name === '') {
    error('BR-18', { pointer: `${at}/name`, message: 'The tax representative has no name.', remedy: 'Write it.' });
  }
  if (one.address === null) {
    error('BR-19', {
      pointer: `${at}/address`,
      message: 'The tax representative has no address.',
      remedy: 'Write it.',
    });
  } else if (one.address.country === null) {
    error('BR-20', {
      pointer: `${at}/address/country`,
      message: 'The address of the tax representative has no country.',
      remedy: 'Write its ISO 3166-1 code of two letters.',
    });
  }
  if (one.vatId === null) {
    error('BR-56', {
      pointer: `${at}/vatId`,
      message: 'The tax representative has no VAT id.',
      remedy: 'Write the VAT id under which it acts for you.',
    });
  }
  checkVatId(one.vatId, { at: `${at}/vatId`, who: 'tax representative' }, error);
}
