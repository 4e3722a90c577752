import { isIban } from '../../core/iban.ts';
import type { Invoice, PaymentMean } from '../model.ts';
import type { Report, Reports } from './finding.ts';

const transfers = new Set(['30', '58']);
const cards = new Set(['48', '54', '55']);
const debits = new Set(['59']);

/** BR-DE-1, BR-DE-18 to BR-DE-20, BR-DE-23 to BR-DE-25, BR-DE-30 and BR-DE-31: how a German invoice is paid. */
export function checkGermanPayment({ payment }: Invoice, { error, warn }: Reports): void {
  if (payment.means.length === 0) {
    error('BR-DE-1', {
      pointer: '/payment/means',
      message: 'Nothing says how it is to be paid.',
      remedy: 'Write a way to pay, such as a transfer to the IBAN of your organisation.',
    });
  }
  for (const [index, mean] of payment.means.entries()) checkMean(mean, `/payment/means/${index}`, { error, warn });
  if (payment.means.some(({ debit }) => debit !== null) && payment.creditorId === null) {
    error('BR-DE-30', {
      pointer: '/payment/means/0/creditorId',
      message: 'A direct debit needs your creditor id.',
      remedy: 'Write the creditor id that your bank gave you.',
    });
  }
  checkDiscounts(payment.terms, error);
}

function checkMean({ code, account, card, debit }: PaymentMean, at: string, { error, warn }: Reports): void {
  const groups = [
    [transfers, account, card ?? debit, 'BR-DE-23', 'account', 'a transfer', 'the account to pay to'],
    [cards, card, account ?? debit, 'BR-DE-24', 'lastDigits', 'a card', 'the last digits of the card'],
    [debits, debit, account ?? card, 'BR-DE-25', 'mandate', 'a direct debit', 'the mandate'],
  ] as const;
  for (const [codes, own, other, rule, field, name, wanted] of groups) {
    if (!codes.has(code)) continue;
    if (own === null) {
      error(`${rule}-a`, {
        pointer: `${at}/${field}`,
        message: `Payment by ${name} does not say ${wanted}.`,
        remedy: `Write ${wanted}.`,
      });
    }
    if (other !== null) {
      error(`${rule}-b`, {
        pointer: at,
        message: `Payment by ${name} tells about another way to pay too.`,
        remedy: 'Leave out what does not belong to it.',
      });
    }
  }
  if (code === '58' && account !== null && !isIban(account.id)) {
    warn('BR-DE-19', { pointer: `${at}/account`, ...noIban });
  }
  if (debit === null) return;
  if (debit.account === null) {
    error('BR-DE-31', {
      pointer: `${at}/debitedAccount`,
      message: 'A direct debit does not say from which account.',
      remedy: 'Write the IBAN of the client.',
    });
  } else if (code === '59' && !isIban(debit.account)) {
    warn('BR-DE-20', { pointer: `${at}/debitedAccount`, ...noIban });
  }
}

const noIban = { message: 'The account is no IBAN.', remedy: 'Write an IBAN whose check digits are right.' };

const discount = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;

function checkDiscounts(terms: string | null, error: Report): void {
  const wrong = terms?.split('\n').find((line) => line.trim().startsWith('#') && !discount.test(line));
  if (wrong === undefined) return;
  error('BR-DE-18', {
    pointer: '/payment/terms',
    message: `A line of the terms of payment begins with # and is no discount: "${wrong}".`,
    remedy: 'Begin no line with #; write discounts for early payment as such.',
  });
}
