/** camt.053 as banks write it, in the version that most of them send today. */
type Entry = {
  readonly amount?: string;
  readonly currency?: string;
  readonly mark?: string;
  readonly status?: string;
  readonly day?: string;
  readonly more?: string;
  readonly details?: string;
  readonly reference?: string;
};

export function entry(of: Entry): string {
  const { amount = '1.00', currency = 'EUR', mark = 'CRDT', status = 'BOOK', more = '', details = '' } = of;
  const day = of.day ?? '<Dt>2026-03-02</Dt>';
  const reference = of.reference === undefined ? '' : `<AcctSvcrRef>${of.reference}</AcctSvcrRef>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${more}<Sts>${status}</Sts>
    <BookgDt>${day}</BookgDt><ValDt>${day}</ValDt>${reference}<NtryDtls>${details}</NtryDtls></Ntry>`;
}

type Message = { readonly entries?: readonly string[]; readonly opening?: string; readonly closing?: string };

export function camt({ entries = [], opening, closing }: Message): Buffer {
  const balance = (code: string, amount: string | undefined) =>
    amount === undefined
      ? ''
      : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>
         <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`;
  const account = '<Acct><Id><IBAN>DE75512108001245126199</IBAN></Id><Ccy>EUR</Ccy></Acct>';
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id>
    <ElctrncSeqNb>1</ElctrncSeqNb>${account}${balance('OPBD', opening)}${balance('CLBD', closing)}
    ${entries.join('')}</Stmt>
    </BkToCstmrStmt></Document>`);
}
