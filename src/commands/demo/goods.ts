/** Goods of the shop. `par` is how many of each variant it likes to have; `popular` how often it is picked. */
export type Good = {
  readonly category: Category;
  readonly name: string;
  readonly sku: string;
  /** With tax, as the label says; `cost` is without. */
  readonly price: string;
  readonly cost?: string;
  readonly par?: number;
  readonly popular: number;
  readonly options?: { readonly name: string; readonly values: readonly string[] };
  readonly description?: string;
  readonly unit?: { readonly code: string; readonly label: string; readonly decimals: number };
  readonly barcode?: string;
  /** Sold in these months only, 1 to 12. */
  readonly months?: readonly number[];
  readonly isService?: true;
};

export type Category = (typeof categories)[number];

export const categories = [
  'Notebooks & albums',
  'Paper & card',
  'Bookbinding tools',
  'Thread, cloth & board',
  'Pens & ink',
  'Cards & gifts',
  'Books',
  'Workshops',
  'Bindery',
] as const;

const metre = { code: 'MTR', label: 'metre', decimals: 2 };
const hour = { code: 'HUR', label: 'hour', decimals: 2 };
const notebooks = 'Notebooks & albums';
const paper = 'Paper & card';
const tools = 'Bookbinding tools';
const threads = 'Thread, cloth & board';
const pens = 'Pens & ink';
const gifts = 'Cards & gifts';

export const goods: readonly Good[] = [
  {
    category: notebooks,
    name: 'Katern notebook A5',
    sku: 'KN5',
    price: '16.50',
    cost: '5.80',
    par: 40,
    popular: 9,
    options: { name: 'Ruling', values: ['Plain', 'Lined', 'Dotted'] },
    description: 'Thread-sewn, 128 pages of 100 g laid paper, opens flat. Bound in our own workshop.',
  },
  {
    category: notebooks,
    name: 'Katern notebook A6',
    sku: 'KN6',
    price: '11.50',
    cost: '3.90',
    par: 40,
    popular: 8,
    options: { name: 'Ruling', values: ['Plain', 'Dotted'] },
  },
  {
    category: notebooks,
    name: 'Linen journal',
    sku: 'LJ',
    price: '28.00',
    cost: '10.40',
    par: 20,
    popular: 5,
    options: { name: 'Colour', values: ['Indigo', 'Moss', 'Oxblood'] },
  },
  {
    category: notebooks,
    name: 'Leather journal with strap',
    sku: 'LS',
    price: '54.00',
    cost: '22.50',
    par: 8,
    popular: 2,
    options: { name: 'Colour', values: ['Cognac', 'Black'] },
  },
  {
    category: notebooks,
    name: 'Guest book, quarter bound',
    sku: 'GB',
    price: '62.00',
    cost: '24.00',
    par: 6,
    popular: 2,
  },
  { category: notebooks, name: 'Concertina album', sku: 'CA', price: '39.50', cost: '14.20', par: 8, popular: 2 },
  {
    category: notebooks,
    name: 'Weekly planner',
    sku: 'WP',
    price: '24.00',
    cost: '8.60',
    par: 45,
    popular: 9,
    months: [11, 12, 1],
  },
  {
    category: paper,
    name: 'Marbled sheet 50 × 70',
    sku: 'MS',
    price: '9.80',
    cost: '3.60',
    par: 25,
    popular: 4,
    options: { name: 'Pattern', values: ['Comb', 'Stone', 'Peacock'] },
  },
  {
    category: paper,
    name: 'Japanese paper 53 × 76',
    sku: 'JP',
    price: '7.60',
    cost: '2.70',
    par: 25,
    popular: 4,
    options: { name: 'Pattern', values: ['Waves', 'Cranes', 'Plain kozo'] },
  },
  { category: paper, name: 'Laid paper A4, 100 sheets', sku: 'LP', price: '21.00', cost: '9.20', par: 25, popular: 4 },
  { category: paper, name: 'Rag paper A4, 10 sheets', sku: 'RP', price: '18.50', cost: '7.90', par: 15, popular: 2 },
  { category: paper, name: 'Book board 2 mm, A3', sku: 'BB', price: '3.20', cost: '1.05', par: 120, popular: 3 },
  {
    category: tools,
    name: 'Bone folder',
    sku: 'BF',
    price: '8.50',
    cost: '2.90',
    par: 20,
    popular: 4,
    options: { name: 'Size', values: ['Small', 'Large'] },
  },
  { category: tools, name: 'Bookbinding awl', sku: 'AW', price: '12.80', cost: '4.60', par: 14, popular: 2 },
  { category: tools, name: 'Binding needles, 5', sku: 'NE', price: '4.90', cost: '1.40', par: 30, popular: 4 },
  { category: tools, name: 'Beginner’s binding kit', sku: 'KIT', price: '49.00', cost: '19.50', par: 14, popular: 4 },
  { category: tools, name: 'Beech book press', sku: 'PR', price: '129.00', cost: '61.00', par: 4, popular: 1 },
  {
    category: threads,
    name: 'Waxed linen thread, 50 m',
    sku: 'TH',
    price: '8.40',
    cost: '2.75',
    par: 18,
    popular: 4,
    options: { name: 'Colour', values: ['Natural', 'Black', 'Red', 'Indigo'] },
  },
  {
    category: threads,
    name: 'Book cloth',
    sku: 'BC',
    price: '19.80',
    cost: '8.10',
    par: 25,
    popular: 3,
    unit: metre,
    options: { name: 'Colour', values: ['Slate', 'Ochre', 'Moss'] },
  },
  { category: threads, name: 'PVA glue 250 ml', sku: 'GL', price: '8.90', cost: '3.10', par: 24, popular: 3 },
  { category: threads, name: 'Wheat starch 200 g', sku: 'WS', price: '6.50', cost: '1.90', par: 16, popular: 1 },
  {
    category: pens,
    name: 'Brass fountain pen',
    sku: 'FP',
    price: '68.00',
    cost: '31.00',
    par: 8,
    popular: 2,
    barcode: '2000000000121',
  },
  {
    category: pens,
    name: 'Ink 50 ml',
    sku: 'IN',
    price: '13.50',
    cost: '5.20',
    par: 16,
    popular: 5,
    options: { name: 'Colour', values: ['Black', 'Blue-black', 'Sepia', 'Leaf'] },
  },
  {
    category: pens,
    name: 'Cedar pencils, 6',
    sku: 'PC',
    price: '9.90',
    cost: '3.70',
    par: 30,
    popular: 6,
    barcode: '2000000000138',
  },
  { category: gifts, name: 'Letter set, 12', sku: 'LE', price: '15.90', cost: '5.60', par: 24, popular: 4 },
  { category: gifts, name: 'Sealing wax set', sku: 'WX', price: '26.50', cost: '10.10', par: 12, popular: 2 },
  { category: gifts, name: 'Gift wrap, 2 m', sku: 'GW', price: '5.50', cost: '1.60', par: 50, popular: 6 },
  {
    category: gifts,
    name: 'Letterpress Advent calendar',
    sku: 'AC',
    price: '14.50',
    cost: '5.40',
    par: 40,
    popular: 12,
    months: [11, 12],
  },
  { category: 'Books', name: 'The Patient Binder', sku: 'BK1', price: '34.00', cost: '20.40', par: 10, popular: 3 },
  {
    category: 'Books',
    name: 'A Short History of Paper',
    sku: 'BK2',
    price: '22.50',
    cost: '13.50',
    par: 10,
    popular: 3,
  },
  { category: 'Workshops', name: 'Coptic binding, a Sunday', sku: 'W1', price: '75.00', popular: 3, isService: true },
  { category: 'Workshops', name: 'Marbling, an evening', sku: 'W2', price: '58.00', popular: 4, isService: true },
  { category: 'Bindery', name: 'Thesis binding, hardcover', sku: 'TB', price: '38.00', popular: 3, isService: true },
  { category: 'Bindery', name: 'Book repair', sku: 'RE', price: '48.00', popular: 2, isService: true, unit: hour },
];
