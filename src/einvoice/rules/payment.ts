import type { Invoice, PaymentMean } from '../model.ts';
import type { Report } from './finding.ts';

/** Transfers, that need an account: BR-61. */
const transfers = new Set(['30', '58']);

/** BR-49 to BR-51 and BR-61: how it is to be paid. */
export function checkPayment({ payment }: Invoice, error: Report): void {
  for (const [index, mean] of payment.means.entries()) checkMean(mean, `/payment/means/${index}`, error);
}

function checkMean({ code, account, card }: PaymentMean, at: string, error: Report): void {
  if (code === '') {
    error('BR-49', {
      pointer: `${at}/code`,
      message: 'Nothing says how it is to be paid.',
      remedy: 'Write a code of UNTDID 4461: 58 for a SEPA transfer, 30 for another transfer, 48 for a card.',
    });
  }
  if (account !== null && account.id === '') {
    error('BR-50', { pointer: `${at}/account`, message: 'The account has no number.', remedy: 'Write the IBAN.' });
  }
  if (card !== null && !/^[0-9*X]{0,6}[0-9]{4}$/i.test(card.lastDigits)) {
    error('BR-51', {
      pointer: `${at}/lastDigits`,
      message: 'The number of the card is not shown by its last digits.',
      remedy: 'Write its last four to six digits, and never the whole number.',
    });
  }
  if (transfers.has(code) && account === null) {
    error('BR-61', {
      pointer: `${at}/account`,
      message: 'A transfer needs an account to go to.',
      remedy: 'Write the IBAN of your organisation, or choose another way to pay.',
    });
  }
}
