/** Words of one line mean the same to whoever looks for an action. The first is the one that actions use. */
const alike = [
  'create add new record book enter make register draft',
  'update change edit modify correct set rename raise lower',
  'delete remove',
  'void undo cancel annul revoke',
  'list show see view all find which who',
  'get read show see view open download look',
  'send mail email',
  'client customer buyer',
  'supplier vendor client',
  'expense bill cost purchase',
  'document invoice quote estimate offer proforma receipt',
  'product item article good',
  'variant sku item article product',
  'stock inventory good warehouse',
  'location warehouse shop store branch',
  'movement receive delivery delivered',
  'member team colleague employee staff user',
  'transfer move',
  'pay payment money settle',
  'refund money back',
  'return back goods',
  'convert turn',
  'recurring repeat every monthly weekly yearly schedule subscription',
  'series numbering number',
  'template design logo look layout',
  'einvoice xrechnung facturx peppol ubl',
  'period month close lock',
  'report figures',
  'write debt lost',
  'account chart bank',
  'organization business company setting',
  'activity audit history log',
  'reorder low refill',
].map((line) => line.split(' '));

const meanings = new Map<string, Set<string>>();
for (const line of alike) {
  for (const word of line) {
    const stem = stemOf(word);
    const others = meanings.get(stem) ?? new Set<string>();
    for (const other of line) if (stemOf(other) !== stem) others.add(stemOf(other));
    meanings.set(stem, others);
  }
}

const nobody: ReadonlySet<string> = new Set();

/** Other words that somebody may mean by this one. */
export function meantBy(stem: string): ReadonlySet<string> {
  return meanings.get(stem) ?? nobody;
}

const empty = new Set(
  'a an the of to into between by with for in on at is are and or from as it its this that our us we'.split(' '),
);

/** The words that tell anything, in lower case, singular as far as a plural ends in s: `Invoices` is `invoice`. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('e-invoice', 'einvoice')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map(stemOf);
}

function stemOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || word.endsWith('ss')) return word;
  return word.replace(/(?:ies|s)$/, (end) => (end === 'ies' ? 'y' : ''));
}
