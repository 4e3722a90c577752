/** The headings of a Swiss QR-bill, which are prescribed: Style Guide, and annex D of the guidelines. */
export type QrBillMessages = {
  readonly paymentPart: string;
  readonly account: string;
  readonly reference: string;
  readonly message: string;
  readonly currency: string;
  readonly amount: string;
  readonly receipt: string;
  readonly acceptancePoint: string;
  readonly payableBy: string;
  readonly payableByBlank: string;
};

const de: QrBillMessages = {
  paymentPart: 'Zahlteil',
  account: 'Konto / Zahlbar an',
  reference: 'Referenz',
  currency: 'Währung',
  message: 'Zusätzliche Informationen',
  amount: 'Betrag',
  receipt: 'Empfangsschein',
  acceptancePoint: 'Annahmestelle',
  payableBy: 'Zahlbar durch',
  payableByBlank: 'Zahlbar durch (Name/Adresse)',
};

const fr: QrBillMessages = {
  paymentPart: 'Section paiement',
  account: 'Compte / Payable à',
  reference: 'Référence',
  currency: 'Monnaie',
  message: 'Informations supplémentaires',
  amount: 'Montant',
  receipt: 'Récépissé',
  acceptancePoint: 'Point de dépôt',
  payableBy: 'Payable par',
  payableByBlank: 'Payable par (nom/adresse)',
};

const it: QrBillMessages = {
  paymentPart: 'Sezione pagamento',
  account: 'Conto / Pagabile a',
  reference: 'Riferimento',
  currency: 'Valuta',
  message: 'Informazioni supplementari',
  amount: 'Importo',
  receipt: 'Ricevuta',
  acceptancePoint: 'Punto di accettazione',
  payableBy: 'Pagabile da',
  payableByBlank: 'Pagabile da (nome/indirizzo)',
};

const en: QrBillMessages = {
  paymentPart: 'Payment part',
  account: 'Account / Payable to',
  reference: 'Reference',
  currency: 'Currency',
  message: 'Additional information',
  amount: 'Amount',
  receipt: 'Receipt',
  acceptancePoint: 'Acceptance point',
  payableBy: 'Payable by',
  payableByBlank: 'Payable by (name/address)',
};

const languages = { de, fr, it, en } as const;
export type SwissLanguage = keyof typeof languages;

/** The one of the four that a language is; English for all others. */
export function swissLanguageOf(language: string): SwissLanguage {
  const [main = ''] = language.split('-');
  return main === 'de' || main === 'fr' || main === 'it' ? main : 'en';
}

export function qrBillMessages(language: SwissLanguage): QrBillMessages {
  return languages[language];
}
