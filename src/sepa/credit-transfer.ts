/** Credit transfers in euro as a file for the bank: ISO 20022 pain.001, as the SEPA rulebook has banks take it. */
import type { Day } from '../core/calendar.ts';
import { formatMoney, money } from '../core/money.ts';
import { sum } from '../core/list.ts';
import { sepaText } from '../core/sepa-text.ts';
import { tag, text, xmlHead } from '../xml/write-xml.ts';

export const formats = ['pain.001.001.09', 'pain.001.001.03'] as const;
export type Format = (typeof formats)[number];

const currency = 'EUR';
const nameMax = 70;
const remittanceMax = 140;

export type BankParty = { readonly name: string; readonly iban: string; readonly bic: string | null };

/** `amount` in cents. `endToEndId` and ids of batches are in the characters of SEPA already. */
export type CreditTransfer = {
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly creditor: BankParty;
  readonly remittance: string;
};

/** Transfers that the bank carries out on one day. */
export type Batch = {
  readonly id: string;
  readonly day: Day;
  readonly transfers: readonly CreditTransfer[];
};

export type TransferFile = {
  readonly messageId: string;
  /** On which it is made. The file says no time, so that the same payments are the same file all day. */
  readonly day: Day;
  readonly debtor: BankParty;
  /** One line on the statement for each batch, instead of one for each transfer. */
  readonly batchBooking: boolean;
  readonly batches: readonly Batch[];
};

export function writeTransferFile(file: TransferFile, format: Format): string {
  const all = file.batches.flatMap(({ transfers }) => transfers);
  const header = tag(
    'GrpHdr',
    text('MsgId', file.messageId),
    text('CreDtTm', `${file.day}T00:00:00`),
    totals(all),
    tag('InitgPty', nameOf(file.debtor)),
  );
  const batches = file.batches.map((batch) => batchOf(file, batch, format));
  const root = tag('CstmrCdtTrfInitn', header, ...batches);
  return `${xmlHead}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">${root}</Document>\n`;
}

function totals(transfers: readonly CreditTransfer[]): string {
  const total = sum(transfers.map(({ amount }) => amount));
  return text('NbOfTxs', String(transfers.length)) + text('CtrlSum', inEuro(total));
}

function batchOf({ debtor, batchBooking }: TransferFile, { id, day, transfers }: Batch, format: Format): string {
  // Version 09 tells a day from a moment; 03 has days alone.
  const on = format === 'pain.001.001.09' ? tag('ReqdExctnDt', text('Dt', day)) : text('ReqdExctnDt', day);
  return tag(
    'PmtInf',
    text('PmtInfId', id),
    text('PmtMtd', 'TRF'),
    text('BtchBookg', String(batchBooking)),
    totals(transfers),
    tag('PmtTpInf', tag('SvcLvl', text('Cd', 'SEPA'))),
    on,
    tag('Dbtr', nameOf(debtor)),
    account('DbtrAcct', debtor.iban),
    debtor.bic === null ? tag('DbtrAgt', notProvided) : agent('DbtrAgt', debtor.bic, format),
    text('ChrgBr', 'SLEV'),
    ...transfers.map((transfer) => transferOf(transfer, format)),
  );
}

function transferOf({ endToEndId, amount, creditor, remittance }: CreditTransfer, format: Format): string {
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', text('EndToEndId', endToEndId)),
    tag('Amt', text('InstdAmt', inEuro(amount), { Ccy: currency })),
    // Within SEPA the IBAN is enough, so that a bank is named only where its BIC is known.
    creditor.bic === null ? '' : agent('CdtrAgt', creditor.bic, format),
    tag('Cdtr', nameOf(creditor)),
    account('CdtrAcct', creditor.iban),
    tag('RmtInf', text('Ustrd', sepaText(remittance, remittanceMax))),
  );
}

/** A name of which no letter is left would be none. */
function nameOf({ name }: BankParty): string {
  return text('Nm', sepaText(name, nameMax) || 'NOTPROVIDED');
}

function account(name: string, iban: string): string {
  return tag(name, tag('Id', text('IBAN', iban)));
}

function agent(name: string, bic: string, format: Format): string {
  return tag(name, tag('FinInstnId', text(format === 'pain.001.001.09' ? 'BICFI' : 'BIC', bic)));
}

const notProvided = tag('FinInstnId', tag('Othr', text('Id', 'NOTPROVIDED')));

function inEuro(cents: bigint): string {
  return formatMoney(money(cents, currency));
}
