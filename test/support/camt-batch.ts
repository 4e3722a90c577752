/** Batches as Swiss and German banks send them: one entry in the statement, its payments in a notification. */
export type Payment = {
  readonly amount?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly reference?: string;
  readonly text?: string;
  readonly endToEndId?: string;
};

type Batch = {
  readonly amount: string;
  readonly mark?: 'CRDT' | 'DBIT';
  readonly currency?: string;
  readonly day?: string;
  readonly bankReference?: string;
  readonly entryReference?: string;
  readonly batchId?: string;
  readonly payments?: readonly Payment[];
};

const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;

function detailsOf({ amount, name, iban, reference, text, endToEndId }: Payment, { currency, mark }: Batch): string {
  const role = mark === 'DBIT' ? 'Cdtr' : 'Dbtr';
  const party = name === undefined ? '' : `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>`;
  const account = iban === undefined ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;
  const structured = reference === undefined ? '' : `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
  return `<TxDtls><Refs>${element('EndToEndId', endToEndId ?? 'NOTPROVIDED')}</Refs>
    ${amount === undefined ? '' : `<Amt Ccy="${currency ?? 'EUR'}">${amount}</Amt>`}
    <CdtDbtInd>${mark ?? 'CRDT'}</CdtDbtInd><RltdPties>${party}${account}</RltdPties>
    <RmtInf>${element('Ustrd', text)}${structured}</RmtInf></TxDtls>`;
}

function batch(of: Batch): string {
  const { amount, mark = 'CRDT', currency = 'EUR', day = '2026-03-16', payments = [] } = of;
  const count = payments.length === 0 ? '' : `<NbOfTxs>${payments.length}</NbOfTxs>`;
  return `<Ntry>${element('NtryRef', of.entryReference)}<Amt Ccy="${currency}">${amount}</Amt>
    <CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
    ${element('AcctSvcrRef', of.bankReference)}
    <NtryDtls><Btch>${element('PmtInfId', of.batchId)}${count}</Btch>
    ${payments.map((one) => detailsOf(one, of)).join('')}</NtryDtls></Ntry>`;
}

type Message = { readonly iban: string; readonly currency?: string; readonly id?: string };

/** The statement, without what the payments are. */
export function statementOf(batches: readonly Batch[], of: Message): Buffer {
  const entries = batches.map((one) => batch({ ...one, payments: [] }));
  return message(['camt.053.001.08', 'BkToCstmrStmt', 'Stmt'], entries, of);
}

/** The statement of a bank that says there what the payments are. */
export function detailedStatementOf(batches: readonly Batch[], of: Message): Buffer {
  return message(['camt.053.001.08', 'BkToCstmrStmt', 'Stmt'], batches.map(batch), of);
}

export function notificationOf(batches: readonly Batch[], of: Message): Buffer {
  return message(['camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'], batches.map(batch), of);
}

type Names = readonly [version: string, root: string, holder: string];

function message([version, root, holder]: Names, entries: readonly string[], of: Message): Buffer {
  const { iban, currency = 'EUR', id = 'M1' } = of;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><${root}><${holder}><Id>${id}</Id>
    <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
    ${entries.join('')}</${holder}></${root}></Document>`);
}
