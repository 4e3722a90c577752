/** Words of one line mean the same to whoever looks for an action. The first is the one that actions use. */
const alike = [
  'create add new record book enter make register draft',
  'update change edit modify correct fix set rename raise lower adjust',
  'update address moved',
  'delete remove erase gdpr',
  'export download accountant spreadsheet csv',
  'merge duplicate combine same twice',
  'void undo cancel annul revoke',
  'list show see view all find which who',
  'get read show see view open download look',
  'send mail email',
  'client customer buyer',
  'tax vat',
  'supplier vendor client',
  'expense bill cost purchase reimburse',
  'document invoice quote estimate offer proforma receipt',
  'product item article good',
  'variant sku item article product',
  'stock inventory good warehouse',
  'location warehouse shop store branch',
  'movement receive delivery delivered',
  'member team colleague employee staff user',
  'invite hire',
  'reminder remind chase dunning',
  'sale takings till earning',
  'margin profit earn',
  'transfer move',
  'pay payment money settle',
  'refund money back',
  'return back goods',
  'convert turn',
  'recurring repeat every monthly weekly yearly schedule subscription',
  'pause stop halt hold',
  'series numbering',
  'template design logo look layout',
  'einvoice xrechnung facturx peppol ubl',
  'period month close lock year',
  'report figures',
  'write debt lost',
  'account chart',
  'match reconcile assign statement',
  'organization business company setting logo',
  'activity audit history log happened changed',
  'deposit advance prepayment',
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
  [
    'a an the of to into between by with for in on at is are was were be and or from as it its this that these those',
    'our us we my me i you your his her their them he she they last again please what how when where why do does did',
    'has have had been will would should can could want wants need needs all some any one half',
  ]
    .join(' ')
    .split(' '),
);

/** The words that tell anything, in lower case, without the ends that words take on: `Reminding` is `remind`. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('e-invoice', 'einvoice')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map(stemOf);
}

function stemOf(word: string): string {
  const one =
    word.length <= 3 || word.endsWith('ss') ? word : word.replace(/(?:ies|s)$/, (end) => (end === 'ies' ? 'y' : ''));
  const plain = one.length <= 6 ? one : one.replace(/ing$/, '');
  return plain.length <= 4 ? plain : plain.replace(/e$/, '');
}
