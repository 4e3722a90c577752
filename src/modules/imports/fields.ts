import { type Field, field, required } from './field.ts';
import { billFields } from './fields-of-bills.ts';
import { accountFields, journalFields, openingFields } from './fields-of-books.ts';
import { billPaymentFields, paymentFields } from './fields-of-payments.ts';
import { priceListFields, priceListHead } from './fields-of-price-lists.ts';
import { productFields, productHead } from './fields-of-products.ts';
import { currencyNames, dueAmounts, dueDays, methods, paidAmounts, paidDays, rateNames, statuses } from './headings.ts';

/** Fields of each kind of record, and the headings by which their columns are recognised. */
export const kinds = [
  'accounts',
  'clients',
  'product_categories',
  'products',
  'price_lists',
  'sales',
  'bills',
  'payments',
  'bill_payments',
  'opening_balances',
  'journal',
  'exchange_rates',
] as const;
export type Kind = (typeof kinds)[number];

// Names that columns have in the exports of other software and in the languages of the neighbours, without accents.
const clientIds = [
  'reference_id',
  'client_no',
  'customer_no',
  'kundennummer',
  'kunden_nr',
  'numero_client',
  'klantnummer',
  'klantcode',
];
const clientNames = [
  'customer_full_name',
  'kunde',
  'kundenname',
  'nom_client',
  'klant',
  'klantnaam',
  'naam',
  'cliente',
];
const companyNames = [
  'billing_company',
  'default_address_company',
  'firma',
  'firmenname',
  'unternehmen',
  'societe',
  'entreprise',
  'raison_sociale',
  'bedrijf',
  'bedrijfsnaam',
  'empresa',
  'razon_social',
  'azienda',
  'ragione_sociale',
];
const firstNames = ['vorname', 'prenom', 'voornaam', 'primer_nombre', 'nombre', 'nome'];
const lastNames = [
  'nachname',
  'familienname',
  'nom',
  'nom_de_famille',
  'achternaam',
  'apellido',
  'apellidos',
  'cognome',
];
const phones = ['telefon', 'telefonnummer', 'telefoon', 'telefoonnummer', 'telefono', 'mobil', 'portable'];
const streets = [
  'address1',
  'address_1',
  'address_line1',
  'street_address',
  'street_address_1',
  'billing_address_1',
  'billing_address',
  'billing_street',
  'billing_address_line_1',
  'default_address_address1',
  'poaddress_line1',
  'strasse',
  'adresse',
  'anschrift',
  'rue',
  'straat',
  'adres',
  'calle',
  'direccion',
  'domicilio',
];
const secondLines = ['default_address_address2', 'poaddress_line2', 'adresszusatz', 'complement_adresse', 'address_2'];
const cities = ['ort', 'stadt', 'ville', 'plaats', 'stad', 'woonplaats', 'ciudad', 'poblacion'];
const regions = ['address_state', 'poregion', 'bundesland', 'departement', 'provincie', 'provincia'];
const postalCodes = ['address_postal_code', 'popostal_code', 'plz', 'postleitzahl', 'code_postal', 'codigo_postal'];
const countries = ['address_country', 'pocountry', 'land', 'pays', 'pais'];
const vatNumbers = [
  'ust_id',
  'ustid',
  'ust_idnr',
  'ust_id_nr',
  'numero_tva',
  'tva',
  'btw_nummer',
  'nif',
  'cif',
  'nif_cif',
];
const saleNumbers = [
  'invoice_id',
  'invoice_no',
  'order_number',
  'order_no',
  'receipt_number',
  'transaction_id',
  'rechnung',
  'rechnungsnummer',
  'rechnungs_nr',
  'belegnummer',
  'numero_facture',
  'facture',
  'factuurnummer',
  'factura',
];
const saleDates = [
  'date_utc',
  'datum',
  'rechnungsdatum',
  'date_facture',
  'factuurdatum',
  'fecha',
  'fecha_factura',
  'created_at',
];
const soldTo = ['customer_name', 'client_name', 'contact_name', 'kunde', 'kundennummer', 'klant', 'cliente'];
const articleNumbers = ['lineitem_sku', 'artikelnummer', 'artikel_nr', 'reference', 'referencia'];
const descriptions = [
  'beschreibung',
  'bezeichnung',
  'artikel',
  'designation',
  'omschrijving',
  'descripcion',
  'concepto',
];

export const fieldsOf: Readonly<Record<Kind, readonly Field[]>> = {
  clients: [
    field('external_id', 'id', 'customer_id', 'client_id', 'customer_number', ...clientIds),
    field('number', 'client_number', 'account_number'),
    field('name', 'display_name', 'customer', 'client', 'customer_name', 'client_name', 'full_name', ...clientNames),
    field('company', 'company_name', 'organization', 'organisation', 'business_name', ...companyNames),
    field('type', 'client_type', 'customer_type'),
    field('legal_name', 'registered_name'),
    field('first_name', 'given_name', 'forename', 'billing_first_name', ...firstNames),
    field('last_name', 'surname', 'family_name', 'billing_last_name', ...lastNames),
    field(
      'email',
      'e_mail',
      'mail',
      'email_address',
      'billing_email',
      'e_mail_adresse',
      'courriel',
      'correo',
      'e_mailadres',
    ),
    field('phone', 'telephone', 'tel', 'phone_number', 'mobile', 'billing_phone', 'default_address_phone', ...phones),
    field('website', 'url', 'web', 'webseite', 'site_web', 'sitio_web'),
    field('contact_name', 'contact', 'contact_person', 'ansprechpartner', 'contactpersoon', 'contacto'),
    field('contact_role', 'contact_title', 'job_title', 'position', 'funktion', 'fonction', 'functie', 'cargo'),
    field('contact_email'),
    field('line1', 'address', 'street', 'address_line_1', ...streets),
    field(
      'line2',
      'address_line_2',
      'address_line2',
      'address2',
      'billing_address_2',
      'street_address_2',
      ...secondLines,
    ),
    field('city', 'town', 'billing_city', 'default_address_city', 'address_city', 'pocity', ...cities),
    field('region', 'state', 'province', 'county', 'billing_state', 'default_address_province_code', ...regions),
    field('postal_code', 'zip', 'zip_code', 'postcode', 'billing_postcode', 'default_address_zip', ...postalCodes),
    field('country', 'country_code', 'billing_country', 'default_address_country_code', ...countries),
    field('vat_number', 'vat_id', 'eu_vat', 'tax_id', 'tax_number', ...vatNumbers),
    field('roles', 'role', 'rolle', 'rol'),
    field('language', 'locale', 'sprache', 'langue', 'taal', 'idioma'),
    field(
      'payment_days',
      'payment_terms',
      'terms',
      'net_days',
      'zahlungsziel',
      'betalingstermijn',
      'delai_de_paiement',
    ),
    field('notes', 'note', 'comment', 'notes_internal', 'notiz', 'bemerkung', 'remarque', 'opmerking', 'notas'),
    field('tags', 'schlagworte', 'labels'),
  ],
  product_categories: [
    field('external_id', 'id', 'category_id'),
    required('name', 'category', 'category_name'),
    field('parent', 'parent_category'),
  ],
  products: productFields,
  price_lists: priceListFields,
  sales: [
    required('sale', 'sale_id', 'order_id', 'order', 'invoice', 'invoice_number', 'number', ...saleNumbers),
    required('date', 'sale_date', 'order_date', 'invoice_date', ...saleDates),
    field('due_date', ...dueDays),
    field('client', 'client_id', 'customer', 'customer_id', 'client_number', 'customer_number', ...soldTo),
    field('product', 'product_id', 'sku', 'variant_id', 'article_number', 'item_number', ...articleNumbers),
    field('description', 'item', 'product_name', 'line_description', 'lineitem_name', 'item_name', ...descriptions),
    required('quantity', 'qty', 'units', 'lineitem_quantity', 'menge', 'anzahl', 'quantite', 'aantal', 'cantidad'),
    field('unit_price', 'price', 'unit_amount', 'lineitem_price', 'einzelpreis', 'preis', 'prix', 'prijs', 'precio'),
    field('discount_percent'),
    field('discount_fraction', 'discount'),
    field('tax_rate', 'tax', 'vat', 'vat_rate'),
    field('prices_include_tax', 'gross_prices'),
    field('shipping', 'freight', 'delivery', 'postage'),
    field('currency', ...currencyNames),
    field('exchange_rate', ...rateNames),
    field('amount_paid', ...paidAmounts),
    field('amount_due', ...dueAmounts),
    field('paid_on', ...paidDays),
    field('payment_method', ...methods),
    field('status', ...statuses),
    field('channel'),
    field('notes', 'note', 'comment'),
    field('tags'),
    field(
      'line_total',
      'line_amount',
      'amount',
      'extended_price',
      'zeilensumme',
      'betrag',
      'montant',
      'bedrag',
      'importe',
    ),
    field('total', 'order_total', 'invoice_total', 'grand_total', 'gesamtbetrag', 'gesamt', 'montant_total', 'totaal'),
  ],
  bills: billFields,
  payments: paymentFields,
  bill_payments: billPaymentFields,
  accounts: accountFields,
  opening_balances: openingFields,
  journal: journalFields,
  exchange_rates: [
    required('currency', 'currency_code', 'code'),
    required('rate_date', 'date', 'day'),
    required('rate', 'exchange_rate', 'value'),
    field('source'),
  ],
};

/** The field that says which record a row belongs to, of kinds with a row for each line. */
export const groupedBy: Partial<Readonly<Record<Kind, string>>> = {
  price_lists: 'list',
  sales: 'sale',
  bills: 'bill',
  journal: 'entry',
};

const ofDebts = ['date', 'due_date', 'currency', 'exchange_rate', 'amount_paid', 'amount_due', 'paid_on'] as const;
const aboutDebts = ['payment_method', 'status', 'notes', 'tags', 'total'] as const;

/** Fields of a record as a whole, in any of its rows. */
export const headFields: Partial<Readonly<Record<Kind, readonly string[]>>> = {
  sales: [...ofDebts, 'client', 'prices_include_tax', 'shipping', 'channel', ...aboutDebts],
  products: productHead,
  price_lists: priceListHead,
  opening_balances: ['date'],
  journal: ['date', 'external_id', 'tags'],
  bills: [...ofDebts, 'supplier', 'amounts_include_tax', 'external_id', 'reference', ...aboutDebts],
};

/** Required fields: a default would be wrong, such as today for the date of an old sale. */
export const neededFields: Readonly<Record<Kind, readonly string[]>> = {
  clients: [],
  product_categories: ['name'],
  products: ['name', 'price'],
  price_lists: ['list'],
  sales: ['sale', 'date', 'quantity'],
  bills: ['bill', 'supplier', 'date'],
  payments: ['date', 'amount'],
  bill_payments: ['bill', 'date', 'amount'],
  accounts: ['code', 'name'],
  opening_balances: ['date'],
  journal: ['date'],
  exchange_rates: ['currency', 'rate_date', 'rate'],
};

export const numberFields: ReadonlySet<string> = new Set([
  'price',
  'stock',
  'cost',
  'low_stock_threshold',
  'min_quantity',
  'percent_off',
  'quantity',
  'unit_price',
  'shipping',
  'discount_percent',
  'discount_fraction',
  'rate',
  'exchange_rate',
  'line_total',
  'total',
  'amount',
  'net',
  'gross',
  'tax_amount',
  'amount_paid',
  'amount_due',
  'fee',
  'debit',
  'credit',
  'balance',
  'base_amount',
]);
export const dayFields: ReadonlySet<string> = new Set([
  'date',
  'due_date',
  'rate_date',
  'paid_on',
  'stock_date',
  'valid_from',
  'valid_to',
]);
/** Fields one of which says what a record is about, and the refusal of a row and of a file without any. */
export const oneOfFields: Partial<Readonly<Record<Kind, OneOf>>> = {
  clients: {
    fields: ['name', 'company', 'first_name', 'last_name', 'contact_name'],
    row: 'Write a name, a company, or a first and last name.',
    file: 'Map a column to the client’s name: name, company, or first_name and last_name.',
  },
  payments: {
    fields: ['invoice', 'client'],
    row: 'Write the invoice that was paid, or the client who paid.',
    file: 'Map a column to the invoice that was paid, or to the client who paid.',
  },
  opening_balances: {
    fields: ['code', 'account'],
    row: 'Write the code or the name of the account.',
    file: 'Map a column to the codes or the names of the accounts.',
  },
  journal: {
    fields: ['entry', 'contra', 'memo'],
    row: 'Write the number of the entry that the row belongs to.',
    file: 'Map a column to the number of the entry, or to the contra account of each row.',
  },
};
type OneOf = { readonly fields: readonly [string, ...string[]]; readonly row: string; readonly file: string };

export const truthFields: ReadonlySet<string> = new Set([
  'price_includes_tax',
  'prices_include_tax',
  'amounts_include_tax',
  'taxable',
]);

export function fieldNames(kind: Kind): string[] {
  return fieldsOf[kind].map(({ name }) => name);
}
