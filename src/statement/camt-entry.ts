import { type Money, money } from '../core/money.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { signed } from './amount.ts';
import { chargesIn, paymentIn } from './camt-payment.ts';
import { dayIn, dayWritten, find, findAll, isDebit, moneyIn, textAt } from './camt-element.ts';
import type { BankCodes, LineDetail, LineStatus, StatementLine } from './model.ts';
import { LineFault } from './problem.ts';
import { given, remittanceOf } from './remittance.ts';

export type EntryContext = {
  readonly position: number;
  readonly place: string;
  readonly ownAccount: string | null;
  readonly raw: string;
};

/** One `Ntry`: one line, whose `TxDtls` are the payments in it. */
export function entryIn(entry: XmlElement, { position, place, ownAccount, raw }: EntryContext): StatementLine {
  const element = find(entry, 'Amt');
  if (element === undefined) throw new LineFault('field_missing', 'Amt is missing');
  const isOut = isDebit(entry);
  const amount = signed(moneyIn(element), isOut);
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const days = daysIn(entry);
  const transactions = findAll(entry, 'NtryDtls/TxDtls');
  const context = { isReversal, ownAccount };
  const details = transactions.map((one) =>
    detailIn(one, { ...context, entry: amount, isOnly: transactions.length === 1 }),
  );
  const [first] = transactions;
  const facts = paymentIn(first, {
    ...context,
    isOut: details[0]?.amount ? details[0].amount.minor < 0n : isOut,
    amount,
  });
  const isSaid = facts.text !== '' || facts.references.length > 0;
  const said = isSaid ? undefined : textAt(entry, 'AddtlNtryInf');
  return {
    ...facts,
    ...(said !== undefined && remittanceOf([said])),
    // Ids of one payment are not those of a batch.
    ...(details.length > 1 && { endToEndId: null, mandateId: null, returnReason: null }),
    references: [...new Set(details.flatMap(({ references }) => references))],
    charges: [...chargesIn(entry), ...details.flatMap(({ charges }) => charges)],
    position,
    place,
    ...days,
    amount,
    status: statusOf(entry, amount),
    isReversal,
    bankReference: given(textAt(entry, 'AcctSvcrRef')),
    customerReference: given(textAt(entry, 'NtryRef')),
    checkNumber: given(textAt(first, 'Refs/ChqNb')),
    batchId: given(textAt(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId')),
    codes: codesOf(entry, first),
    details,
    detailsAgree: doAgree(details, amount),
    runningBalance: null,
    corrects: null,
    raw,
  };
}

function daysIn(entry: XmlElement): Pick<StatementLine, 'bookingDay' | 'valueDay' | 'transactionDay'> {
  const [booking, value] = [dayIn(find(entry, 'BookgDt')), dayIn(find(entry, 'ValDt'))];
  // A pending entry has no day of booking yet.
  const bookingDay = booking ?? value;
  if (bookingDay === undefined) throw new LineFault('field_missing', 'BookgDt and ValDt are missing');
  const dates = find(entry, 'NtryDtls/TxDtls/RltdDts');
  const transactionDay = dayWritten(textAt(dates, 'TxDtTm', 'AccptncDtTm')) ?? null;
  return { bookingDay, valueDay: value ?? bookingDay, transactionDay };
}

const statuses: ReadonlyMap<string, LineStatus> = new Map([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
  ['FUTR', 'pending'],
  ['INFO', 'info'],
]);

/** `Sts` is a text until .07, and has a code inside since. Nothing moves where the amount is zero. */
function statusOf(entry: XmlElement, { minor }: Money): LineStatus {
  if (minor === 0n) return 'info';
  const code = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts') ?? 'BOOK';
  const status = statuses.get(code);
  if (status === undefined) throw new LineFault('field_missing', `Sts "${code.slice(0, 20)}" is not known`);
  return status;
}

type DetailContext = {
  readonly isReversal: boolean;
  readonly ownAccount: string | null;
  readonly entry: Money;
  readonly isOnly: boolean;
};

/** A return within a batch goes the other way than the batch: a detail may have its own direction. */
function detailIn(details: XmlElement, { isReversal, ownAccount, entry, isOnly }: DetailContext): LineDetail {
  const isOut = isDebit(details, entry.minor < 0n);
  const element = ['Amt', 'AmtDtls/TxAmt/Amt'].map((path) => find(details, path)).find((one) => one !== undefined);
  const amount = element === undefined ? (isOnly ? entry : null) : signed(moneyIn(element), isOut);
  return {
    ...paymentIn(details, { isOut, isReversal, amount, ownAccount }),
    amount,
    bankReference: given(textAt(details, 'Refs/AcctSvcrRef')),
  };
}

function doAgree(details: readonly LineDetail[], entry: Money): boolean {
  const amounts = details.map(({ amount }) => amount);
  if (amounts.some((amount) => amount === null || amount.currency !== entry.currency)) return false;
  const sum = amounts.reduce((total, amount) => total + (amount?.minor ?? 0n), 0n);
  return details.length === 0 || money(sum, entry.currency).minor === entry.minor;
}

function codesOf(entry: XmlElement, details: XmlElement | undefined): BankCodes {
  const code = find(entry, 'BkTxCd') ?? find(details, 'BkTxCd');
  const proprietary = textAt(code, 'Prtry/Cd');
  return {
    domain: textAt(code, 'Domn/Cd'),
    family: textAt(code, 'Domn/Fmly/Cd'),
    subfamily: textAt(code, 'Domn/Fmly/SubFmlyCd'),
    proprietary,
    // German banks write `NTRF+166+9310+992`: SWIFT, business code, number of the journal, extension.
    swift: /^([NSF][A-Z]{3})\+/.exec(proprietary ?? '')?.[1],
    gvc: /^(?:[NSF][A-Z]{3}\+)?(\d{3})(?:\+|$)/.exec(proprietary ?? '')?.[1],
  };
}
