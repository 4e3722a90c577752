/** Files for the bank, read back by a parser that knows nothing of how they are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml, type XmlElement } from '../xml/parse-xml.ts';
import { formats, type TransferFile, writeTransferFile } from './credit-transfer.ts';

const file: TransferFile = {
  messageId: 'PF-20260703-0011223344',
  day: '2026-07-03',
  debtor: { name: 'Bäckerei Übel & Co', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  batchBooking: true,
  batches: [
    {
      id: 'PF-20260703-0011223344-1',
      day: '2026-07-03',
      transfers: [
        {
          endToEndId: 'EXP-2026-0001-aabbccdd',
          amount: 116_620n,
          creditor: { name: 'Mühle <Ost> '.repeat(8), iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
          remittance: 'RE-17 & RE-18',
        },
        {
          endToEndId: 'EXP-2026-0002-aabbccdd',
          amount: 5n,
          creditor: { name: 'Zweite', iban: 'DE89370400440532013000', bic: null },
          remittance: '',
        },
      ],
    },
    {
      id: 'PF-20260703-0011223344-2',
      day: '2026-07-06',
      transfers: [
        {
          endToEndId: 'EXP-2026-0003-aabbccdd',
          amount: 100_000_000_001n,
          creditor: { name: 'Dritte', iban: 'BE68539007547034', bic: null },
          remittance: 'x'.repeat(200),
        },
      ],
    },
  ],
};

const limits = { bytesMax: 1_000_000, depthMax: 20, elementsMax: 1_000 };

/** Texts of the leaves, each with the path that leads to it. */
function leaves({ name, children, text }: XmlElement, path = ''): string[] {
  const own = `${path}/${name}`;
  return children.length === 0 ? [`${own}=${text}`] : children.flatMap((child) => leaves(child, own));
}

function read(format: (typeof formats)[number], written: TransferFile = file): string[] {
  const xml = writeTransferFile(written, format);
  const namespaces = new Set<string>();
  const nameOf = ({ uri, local }: { readonly uri: string; readonly local: string }) => {
    namespaces.add(uri);
    return local;
  };
  const root = parseXml(Buffer.from(xml), { limits, nameOf });
  assert.deepEqual([...namespaces], [`urn:iso:std:iso:20022:tech:xsd:${format}`]);
  return leaves(root).map((leaf) => leaf.replace('/Document/CstmrCdtTrfInitn/', ''));
}

test('a file says how many transfers it has and what they come to, in all and for each day', () => {
  const said = read('pain.001.001.09');
  const sums = said.filter((leaf) => /NbOfTxs|CtrlSum/.test(leaf));
  assert.deepEqual(sums, [
    'GrpHdr/NbOfTxs=3',
    'GrpHdr/CtrlSum=1000001166.26',
    'PmtInf/NbOfTxs=2',
    'PmtInf/CtrlSum=1166.25',
    'PmtInf/NbOfTxs=1',
    'PmtInf/CtrlSum=1000000000.01',
  ]);
  const amounts = said.filter((leaf) => leaf.includes('InstdAmt'));
  assert.deepEqual(
    amounts.map((leaf) => leaf.split('=')[1]),
    ['1166.20', '0.05', '1000000000.01'],
  );
});

test('it is written in the characters of SEPA, and cut to what fits', () => {
  const said = read('pain.001.001.09');
  assert.ok(said.includes('GrpHdr/InitgPty/Nm=Baeckerei Uebel + Co'));
  const [name = ''] = said.filter((leaf) => leaf.includes('/Cdtr/Nm='));
  assert.equal(name, `PmtInf/CdtTrfTxInf/Cdtr/Nm=${'Muehle Ost '.repeat(8).slice(0, 70).trim()}`);
  const texts = said.filter((leaf) => leaf.includes('Ustrd'));
  assert.deepEqual(
    texts.map((leaf) => leaf.split('=')[1]),
    ['RE-17 + RE-18', 'x'.repeat(140)],
  );
});

test('the elements come in the order of the schema, in both versions', () => {
  const order = [
    'PmtInf/PmtInfId',
    'PmtInf/PmtMtd',
    'PmtInf/BtchBookg',
    'PmtInf/NbOfTxs',
    'PmtInf/CtrlSum',
    'PmtInf/PmtTpInf/SvcLvl/Cd',
  ];
  const day = { 'pain.001.001.09': 'PmtInf/ReqdExctnDt/Dt', 'pain.001.001.03': 'PmtInf/ReqdExctnDt' } as const;
  const bank = { 'pain.001.001.09': 'BICFI', 'pain.001.001.03': 'BIC' } as const;
  for (const format of formats) {
    const transfer = 'PmtInf/CdtTrfTxInf';
    const expected = [
      'GrpHdr/MsgId',
      'GrpHdr/CreDtTm',
      'GrpHdr/NbOfTxs',
      'GrpHdr/CtrlSum',
      'GrpHdr/InitgPty/Nm',
      ...order,
      day[format],
      'PmtInf/Dbtr/Nm',
      'PmtInf/DbtrAcct/Id/IBAN',
      `PmtInf/DbtrAgt/FinInstnId/${bank[format]}`,
      'PmtInf/ChrgBr',
      `${transfer}/PmtId/EndToEndId`,
      `${transfer}/Amt/InstdAmt`,
      `${transfer}/CdtrAgt/FinInstnId/${bank[format]}`,
      `${transfer}/Cdtr/Nm`,
      `${transfer}/CdtrAcct/Id/IBAN`,
      `${transfer}/RmtInf/Ustrd`,
    ];
    const paths = read(format).map((leaf) => leaf.split('=')[0]);
    assert.deepEqual(paths.slice(0, expected.length), expected, format);
  }
});

test('a bank whose BIC nobody knows is not invented', () => {
  const said = read('pain.001.001.09', { ...file, debtor: { ...file.debtor, bic: null } });
  assert.ok(said.includes('PmtInf/DbtrAgt/FinInstnId/Othr/Id=NOTPROVIDED'));
  assert.equal(said.filter((leaf) => leaf.includes('CdtrAgt')).length, 1);
});
