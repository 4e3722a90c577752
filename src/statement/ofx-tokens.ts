/** An aggregate of OFX: leaves have text, the others stand in each other. */
export type OfxNode = {
  readonly name: string;
  readonly leaves: Map<string, string>;
  readonly children: OfxNode[];
  /** Offset in the text. */
  readonly from: number;
};

export type OfxVisitor = {
  /** Called once an aggregate is closed. `drop` leaves it out of its parent. */
  readonly onClosed: (node: OfxNode, ancestors: readonly OfxNode[], to: number) => 'keep' | 'drop';
};

/** Those that contain others; any other tag without a text is an empty leaf, whose end SGML may leave out. */
const aggregates = new Set(
  `OFX SIGNONMSGSRSV1 SONRS STATUS FI BANKMSGSRSV1 STMTTRNRS STMTRS BANKACCTFROM BANKTRANLIST STMTTRN LEDGERBAL
    AVAILBAL CREDITCARDMSGSRSV1 CCSTMTTRNRS CCSTMTRS CCACCTFROM CURRENCY ORIGCURRENCY PAYEE BANKACCTTO CCACCTTO
    BALLIST BAL BANKTRANLISTP STMTTRNP REWARDINFO IMAGEDATA EXTDPMT LOANMSGSRSV1 INVSTMTMSGSRSV1`.split(/\s+/),
);

const depthMax = 32;
const textMax = 4_000;
const tag = /<(\/?)([A-Za-z][A-Za-z0-9._]{0,63})\s*\/?>/g;

/**
 * Reads SGML and XML alike, as tolerantly as banks write it: a tag with text before the next one is a leaf, a `<` or
 * `&` that begins nothing is text, and an aggregate that is never closed ends with the one around it.
 */
export function readOfxTags(text: string, { onClosed }: OfxVisitor): void {
  const open: OfxNode[] = [{ name: '', leaves: new Map(), children: [], from: 0 }];
  const close = (to: number): void => {
    const node = open.pop();
    const parent = open.at(-1);
    if (node !== undefined && parent !== undefined && onClosed(node, open, to) === 'keep') parent.children.push(node);
  };
  tag.lastIndex = 0;
  let match = tag.exec(text);
  while (match !== null) {
    const [whole, slash = '', written = ''] = match;
    const name = written.toUpperCase();
    const from = match.index;
    const next = tag.exec(text);
    if (slash !== '') {
      const at = open.findLastIndex((node) => node.name === name);
      for (let left = at > 0 ? open.length - at : 0; left > 0; left--) close(from + whole.length);
    } else if (aggregates.has(name)) {
      // A record that was never closed does not contain the next one.
      if (open.at(-1)?.name === name) close(from);
      if (open.length <= depthMax) open.push({ name, leaves: new Map(), children: [], from });
    } else {
      const value = text.slice(
        from + whole.length,
        Math.min(next?.index ?? text.length, from + whole.length + textMax),
      );
      const leaves = open.at(-1)?.leaves;
      if (leaves !== undefined && !leaves.has(name)) leaves.set(name, unescaped(value));
    }
    match = next;
  }
  while (open.length > 1) close(text.length);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function unescaped(text: string): string {
  const bare = text.trim().replace(/^<!\[CDATA\[([\s\S]*?)\]\]>$/, '$1');
  if (!bare.includes('&')) return bare;
  return bare.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
