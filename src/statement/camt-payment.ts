import type { Money } from '../core/money.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { signed } from './amount.ts';
import { find, findAll, isDebit, moneyIn, textAt } from './camt-element.ts';
import type { Counterparty, LineCharge, LineRate, OriginalAmount, PaymentFacts } from './model.ts';
import { given, remittanceOf } from './remittance.ts';

export type PaymentContext = {
  /** Money went out by this payment. */
  readonly isOut: boolean;
  readonly isReversal: boolean;
  /** As the account was credited or debited. */
  readonly amount: Money | null;
  readonly ownAccount: string | null;
};

/** Reads `TxDtls` of an entry, whose names differ by version. */
export function paymentIn(details: XmlElement | undefined, context: PaymentContext): PaymentFacts {
  const refs = find(details, 'Refs');
  return {
    original: originalIn(details, context),
    rate: rateIn(details),
    charges: chargesIn(details),
    counterparty: counterpartyIn(details, context),
    endToEndId: given(textAt(refs, 'EndToEndId')),
    mandateId: given(textAt(refs, 'MndtId')),
    creditorId: given(creditorIdIn(details)),
    references: referencesIn(details),
    ...remittanceOf(piecesIn(details)),
    returnReason: textAt(details, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry') ?? null,
  };
}

function piecesIn(details: XmlElement | undefined): readonly string[] {
  const unstructured = findAll(details, 'RmtInf/Ustrd').map(({ text }) => text);
  if (unstructured.length > 0) return unstructured;
  const additional = findAll(details, 'RmtInf/Strd/AddtlRmtInf').map(({ text }) => text);
  if (additional.length > 0) return additional;
  const text = textAt(details, 'AddtlTxInf');
  return text === undefined ? [] : [text];
}

function referencesIn(details: XmlElement | undefined): readonly string[] {
  const all = findAll(details, 'RmtInf/Strd/CdtrRefInf/Ref').flatMap(({ text }) => given(text) ?? []);
  return [...new Set(all)];
}

/** The scheme of direct debits: in the party since .08, in `PrvtId` or `OrgId`. */
function creditorIdIn(details: XmlElement | undefined): string | undefined {
  const creditor = find(details, 'RltdPties/Cdtr');
  const party = find(creditor, 'Pty') ?? creditor;
  const schemes = [...findAll(party, 'Id/PrvtId/Othr'), ...findAll(party, 'Id/OrgId/Othr')];
  return textAt(
    schemes.find((one) => textAt(one, 'SchmeNm/Prtry', 'SchmeNm/Cd')?.toUpperCase() === 'SEPA'),
    'Id',
  );
}

/**
 * The debtor of a credit and the creditor of a debit. A reversal turns the direction, while the parties keep the roles
 * of the first payment. An ultimate party stands behind a collector or payer, and is the one that counts.
 */
function counterpartyIn(details: XmlElement | undefined, context: PaymentContext): Counterparty {
  const wanted = context.isOut === context.isReversal ? 'Dbtr' : 'Cdtr';
  const found = partyIn(details, wanted);
  if (found.name !== null || found.account !== null) return found;
  // Some banks name the other role alone; not where that is the owner of the account.
  const other = partyIn(details, wanted === 'Dbtr' ? 'Cdtr' : 'Dbtr');
  const isOwn = other.account === null || other.account === context.ownAccount;
  return isOwn ? found : other;
}

function partyIn(details: XmlElement | undefined, role: 'Dbtr' | 'Cdtr'): Counterparty {
  const parties = find(details, 'RltdPties');
  const agent = find(details, `RltdAgts/${role}Agt/FinInstnId`);
  const name = textAt(parties, `Ultmt${role}/Pty/Nm`, `Ultmt${role}/Nm`, `${role}/Pty/Nm`, `${role}/Nm`);
  const account = textAt(parties, `${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`);
  return { name: given(name), account: given(account), bic: given(textAt(agent, 'BICFI', 'BIC')) };
}

/** The amount that was instructed, where that is not the one of the account. */
function originalIn(details: XmlElement | undefined, { amount, isOut }: PaymentContext): OriginalAmount | null {
  const element = find(details, 'AmtDtls/InstdAmt/Amt');
  if (element === undefined) return null;
  const original = signed(moneyIn(element), isOut);
  const isSame = amount !== null && original.currency === amount.currency && original.minor === amount.minor;
  return isSame ? null : { currency: original.currency, amount: original };
}

const exchanges = ['AmtDtls/TxAmt/CcyXchg', 'AmtDtls/CntrValAmt/CcyXchg', 'AmtDtls/InstdAmt/CcyXchg', 'CcyXchg'];

function rateIn(details: XmlElement | undefined): LineRate | null {
  const exchange = exchanges.map((path) => find(details, path)).find((one) => one !== undefined);
  const value = textAt(exchange, 'XchgRate');
  if (value === undefined || !/^\d{1,20}(?:\.\d{1,20})?$/.test(value)) return null;
  return { value, of: textAt(exchange, 'UnitCcy', 'SrcCcy') ?? null };
}

/** Records of single charges since .04; before, `Chrgs` itself has the amount of one. */
export function chargesIn(from: XmlElement | undefined): readonly LineCharge[] {
  const all = findAll(from, 'Chrgs');
  const records = all.flatMap((one) => [...findAll(one, 'Rcrd'), ...(find(one, 'Amt') === undefined ? [] : [one])]);
  return records.flatMap((record) => {
    const element = find(record, 'Amt');
    if (element === undefined) return [];
    const amount = signed(moneyIn(element), !isDebit(record, true));
    return amount.minor === 0n ? [] : [{ amount, isIncluded: textAt(record, 'ChrgInclInd') === 'true' }];
  });
}
