/** Payment behaviour of a customer: promptly, late, in two parts, with one transfer a month, or not at all. */
export type Habit = 'prompt' | 'late' | 'parts' | 'monthly' | 'never';

export type Business = {
  readonly name: string;
  readonly domain: string;
  readonly place: readonly [line1: string, postalCode: string, city: string, country: string];
  /** Of the right form, but its check digits are wrong, so that it is nobody's. */
  readonly vat: string;
  readonly contact: readonly [name: string, role: string];
  readonly group: 'Trade' | 'Institutions' | 'Neighbours';
  readonly habit: Habit;
  readonly termsDays: number;
  readonly discount?: string;
  readonly tags?: readonly string[];
  readonly isReverseCharged?: true;
};

const trade = { group: 'Trade', termsDays: 30, discount: '12', tags: ['b2b', 'reseller'] } as const;
const institution = { group: 'Institutions', termsDays: 30, tags: ['b2b', 'public'] } as const;
const neighbour = { group: 'Neighbours', termsDays: 14, tags: ['b2b'] } as const;

export const businesses: readonly Business[] = [
  {
    ...trade,
    name: 'Boekhandel De Windroos',
    domain: 'windroos.example',
    vat: 'BE0412345614',
    habit: 'prompt',
    place: ['Onderstraat 41', '9000', 'Gent', 'BE'],
    contact: ['Lieve Verschueren', 'Buyer'],
  },
  {
    ...trade,
    name: 'Librairie du Vieux Pont',
    domain: 'vieuxpont.example',
    vat: 'BE0423456765',
    habit: 'monthly',
    place: ['Rue des Brasseurs 12', '5000', 'Namur', 'BE'],
    contact: ['Maxime Lambert', 'Owner'],
  },
  {
    ...trade,
    name: 'Boekbinderij Van Hove',
    domain: 'vanhove.example',
    vat: 'BE0434567819',
    habit: 'prompt',
    place: ['Adegemstraat 77', '2800', 'Mechelen', 'BE'],
    contact: ['Joris Van Hove', 'Master binder'],
  },
  {
    ...trade,
    name: 'Schrijfwaren Peeters',
    domain: 'peeters.example',
    vat: 'BE0445678970',
    habit: 'late',
    place: ['Demerstraat 9', '3500', 'Hasselt', 'BE'],
    contact: ['An Peeters', 'Owner'],
  },
  {
    ...trade,
    name: 'Kraft & Kleur',
    domain: 'kraftenkleur.example',
    vat: 'NL812345678B01',
    habit: 'prompt',
    place: ['Nieuwe Binnenweg 210', '3021 GN', 'Rotterdam', 'NL'],
    contact: ['Femke de Boer', 'Buyer'],
    isReverseCharged: true,
  },
  {
    ...trade,
    name: 'Papeterie Lefèvre',
    domain: 'lefevre.example',
    vat: 'FR27345678905',
    habit: 'parts',
    place: ['Rue de la Monnaie 18', '59800', 'Lille', 'FR'],
    contact: ['Hélène Lefèvre', 'Owner'],
    isReverseCharged: true,
  },
  {
    ...institution,
    name: 'Museum voor Schrijfkunst',
    domain: 'schrijfkunst.example',
    vat: 'BE0456789034',
    habit: 'late',
    place: ['Naamsestraat 63', '3000', 'Leuven', 'BE'],
    contact: ['Tine Aerts', 'Museum shop'],
  },
  {
    ...institution,
    name: 'Kunsthumaniora Sint-Amandus',
    domain: 'sint-amandus.example',
    vat: 'BE0467890188',
    habit: 'late',
    place: ['Coupure 180', '9000', 'Gent', 'BE'],
    contact: ['Pieter Claeys', 'Teacher'],
  },
  {
    ...institution,
    name: 'Stadsarchief Meerdonk',
    domain: 'archief-meerdonk.example',
    vat: 'BE0478901272',
    habit: 'prompt',
    place: ['Kerkplein 1', '9170', 'Meerdonk', 'BE'],
    contact: ['Griet Baert', 'Conservator'],
  },
  {
    ...institution,
    name: 'Muziekschool De Kwint',
    domain: 'dekwint.example',
    vat: 'BE0489012335',
    habit: 'monthly',
    place: ['Molenstraat 30', '9300', 'Aalst', 'BE'],
    contact: ['Bart Lievens', 'Secretary'],
  },
  {
    ...institution,
    name: 'Theater De Vonk',
    domain: 'devonk.example',
    vat: 'BE0490123479',
    habit: 'parts',
    place: ['Doorniksestraat 55', '8500', 'Kortrijk', 'BE'],
    contact: ['Sofie Delrue', 'Production'],
  },
  {
    ...neighbour,
    name: 'Maes & Mertens Architecten',
    domain: 'maesmertens.example',
    vat: 'BE0501234533',
    habit: 'prompt',
    place: ['Predikherenlei 14', '9000', 'Gent', 'BE'],
    contact: ['Koen Maes', 'Partner'],
  },
  {
    ...neighbour,
    name: 'Notarissen Verbeke & De Wilde',
    domain: 'verbekedewilde.example',
    vat: 'BE0512345684',
    habit: 'prompt',
    place: ['Markt 22', '9800', 'Deinze', 'BE'],
    contact: ['Ilse De Wilde', 'Notary'],
  },
  {
    ...neighbour,
    name: 'Hotel De Lindeboom',
    domain: 'lindeboom.example',
    vat: 'BE0523456738',
    habit: 'monthly',
    place: ['Ezelstraat 6', '8000', 'Brugge', 'BE'],
    contact: ['Nathalie Goossens', 'Reception'],
  },
  {
    ...neighbour,
    name: 'Bistro Kruidnagel',
    domain: 'kruidnagel.example',
    vat: 'BE0534567889',
    habit: 'never',
    place: ['Oudburg 52', '9000', 'Gent', 'BE'],
    contact: ['Wout Hermans', 'Owner'],
  },
  {
    ...neighbour,
    name: 'Wit & Zilver Trouwfeesten',
    domain: 'witenzilver.example',
    vat: 'BE0545678943',
    habit: 'parts',
    place: ['Kortrijksesteenweg 310', '9000', 'Gent', 'BE'],
    contact: ['Elien Smet', 'Planner'],
  },
  {
    ...neighbour,
    name: 'Galerie Blauwhuis',
    domain: 'blauwhuis.example',
    vat: 'BE0556789007',
    habit: 'late',
    place: ['Sint-Pietersnieuwstraat 8', '9000', 'Gent', 'BE'],
    contact: ['Arne Wouters', 'Curator'],
  },
  {
    ...neighbour,
    name: 'Studio Noordzee',
    domain: 'noordzee.example',
    vat: 'BE0567890161',
    habit: 'prompt',
    place: ['Visserskaai 29', '8400', 'Oostende', 'BE'],
    contact: ['Jasmien Roels', 'Designer'],
  },
];

/** They send goods and invoices; the shop sells them nothing. */
export const suppliers = [
  {
    name: 'Papiermolen De Reiger',
    domain: 'dereiger.example',
    vat: 'NL823456791B01',
    city: 'Apeldoorn',
    country: 'NL',
  },
  { name: 'Garenhuis Claes', domain: 'garenhuisclaes.example', vat: 'BE0578901245', city: 'Kortrijk', country: 'BE' },
  { name: 'Encres Roussel', domain: 'encresroussel.example', vat: 'FR45456789016', city: 'Lyon', country: 'FR' },
] as const;

/** Regulars: who they are, where they live, and what they come for. */
export const regulars: readonly (readonly [first: string, last: string, city: string, tag: string])[] = [
  ['Amber', 'De Clercq', 'Gent', 'workshop'],
  ['Bram', 'Willems', 'Gent', 'newsletter'],
  ['Charlotte', 'Dumont', 'Brussel', 'newsletter'],
  ['Dries', 'Vandenberghe', 'Brugge', 'webshop'],
  ['Eva', 'Jacobs', 'Antwerpen', 'webshop'],
  ['Fatima', 'El Amrani', 'Gent', 'workshop'],
  ['Gilles', 'Fontaine', 'Liège', 'webshop'],
  ['Hanne', 'Bogaert', 'Sint-Niklaas', 'workshop'],
  ['Ivo', 'Nowak', 'Gent', 'newsletter'],
  ['Johanna', 'Schmitt', 'Aachen', 'webshop'],
  ['Karel', 'Thys', 'Gent', 'fountain pens'],
  ['Linde', 'Martens', 'Leuven', 'workshop'],
  ['Marie', 'Lecomte', 'Tournai', 'webshop'],
  ['Nele', 'Van Damme', 'Gent', 'newsletter'],
  ['Omar', 'Bensaïd', 'Gent', 'fountain pens'],
  ['Paulien', 'Dekker', 'Breda', 'webshop'],
  ['Quinten', 'Michiels', 'Aalst', 'workshop'],
  ['Rosa', 'Ferreira', 'Gent', 'newsletter'],
  ['Stijn', 'Callebaut', 'Dendermonde', 'webshop'],
  ['Trees', 'Vermeulen', 'Gent', 'fountain pens'],
  ['Yasmine', 'Haddad', 'Gent', 'workshop'],
];
