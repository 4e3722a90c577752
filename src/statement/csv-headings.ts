/** Headings by which banks and payment providers call their columns, folded and without signs. */
import { folded } from '../core/fold.ts';
import type { ColumnRole } from './options.ts';

export type HeadingRole = ColumnRole | 'net' | 'details';

/** Each a list with commas between. */
const headings: Readonly<Record<HeadingRole, string>> = {
  booking_day: `date, datum, buchungstag, buchungsdatum, buchung, booking date, posting date, post date, posted date,
    date operation, date de l operation, date comptable, date de comptabilisation, fecha, fecha operacion, fecha
    contable, data, data operazione, data contabile, data registrazione, completed date, date completed utc,
    date completed, boekdatum, boekingsdatum, transactiedatum, created utc, created, settled date,
    bokforingsdag, bogforingsdato, data ksiegowania, data operacji, date time, dato, buchungs datum, effective
    date, available on utc, datum boeking`,
  value_day: `valutadatum, valuta, wertstellung, wert, wertstellungstag, valutierung, value date, date valeur, date de
    valeur, fecha valor, data valuta, valutadag, rentedatum, interest date, wertstellungsdatum`,
  transaction_day: `transaction date, started date, date started, date started utc, purchase date, belegdatum,
    kaufdatum, einkaufsdatum, transaktionsdatum, date de la transaction, trans date`,
  amount: `amount, betrag, umsatz, bedrag, montant, importe, importo, kwota, belopp, belob, valor, transaction
    amount, transactiebedrag, gross, brutto, buchungsbetrag, betrag brutto, gross amount`,
  credit: `credit, haben, gutschrift, paid in, money in, credit amount, avere, accrediti, entrate, ingresos, abono,
    haber, credits, deposit, deposits, einzahlung, einnahmen, in`,
  debit: `debit, soll, lastschrift, belastung, paid out, money out, debit amount, dare, addebiti, uscite, cargo,
    debe, debits, withdrawal, withdrawals, auszahlung, gastos, ausgaben, out`,
  direction: `af bij, bij af, soll haben, s h, debit credit, credit debit, d c, c d, dc, kennzeichen, soll haben
    kennzeichen, direction, richtung, sens, cdtdbtind, debit or credit`,
  details: 'details',
  currency: 'currency, wahrung, waehrung, munt, muntsoort, devise, divisa, moneda, ccy, waluta',
  balance: `balance, saldo, kontostand, running balance, saldo na mutatie, saldo nach buchung, solde, saldo na trn,
    balance after, account balance, saldo disponible, saldo contabile`,
  name: `name, naam, naam omschrijving, beguenstigter zahlungspflichtiger, auftraggeber empfanger, empfanger
    auftraggeber, name zahlungsbeteiligter, zahlungsempfanger, zahlungsbeteiligter, zahlungspflichtiger,
    auftraggeber beguenstigter, counterparty, counter party, counterparty name, beneficiary, beneficiaire,
    tegenpartij, naam tegenpartij, merchant, merchant name, kontrahent, empfanger, partner name, contrepartie,
    contraparte, zahlungsempfanger in, gegenpartei, beneficiario, name of counterparty`,
  payee: 'payee, payee name',
  payer: 'payer, payer name',
  account: `auftragskonto, rekening, iban bban, rekeningnummer, account, account number, konto, compte, iban
    auftragskonto, cuenta, conto, account iban, numero de compte, kontonummer auftragskonto`,
  counterparty_account: `kontonummer iban, iban zahlungsbeteiligter, tegenrekening, iban, counterparty iban,
    partner iban, tegenrekening iban bban, kontonummer, iban beguenstigter, gegenkonto, gegenkonto iban, to account,
    rekening tegenpartij, counterparty account, account number iban`,
  counterparty_bic: 'bic, bic swift code, bic zahlungsbeteiligter, bic tegenpartij, swift, bic code tegenpartij',
  text: `verwendungszweck, description, omschrijving, mededelingen, memo, reference, libelle, concepto,
    descrizione, causale, avisierungstext, zahlungszweck, payment reference, message, communication,
    mededeling, transaction description, remittance information, narrative, particulars, text, opis, zweck,
    beschreibung, umsatztext, betreff, omschrijving 1, libelle operation, subject, tekst`,
  more_text: `omschrijving 2, omschrijving 3, libelle complementaire, informations complementaires, notes, note`,
  type: `buchungstext, type, transaction type, mutatiesoort, umsatzart, vorgang, art, transaktionstyp, reporting
    category, umsatztyp, code, payment type, typ`,
  reference: `transaction id, transferwise id, id, balance transaction id, volgnr, fitid, transaction reference, bank
    reference, reference number, referenznummer, transaktions id, transaktionsnummer, transaktionscode`,
  end_to_end_id: 'end to end id, kundenreferenz end to end, kundenreferenz, eref, end to end reference',
  mandate_id: 'mandatsreferenz, mandate, mandate reference, machtigingskenmerk',
  creditor_id: 'glaubiger id, glaeubiger id, creditor id, incassant id',
  structured_reference: 'structured reference, betalingskenmerk, gestructureerde mededeling, qr referenz',
  status: 'status, state, info, buchungsstatus, zustand',
  effect: 'balance impact, auswirkung auf guthaben',
  fee: 'fee, gebuhr, gebuehr, kosten, spesen, frais',
  net: 'net, netto, net amount',
  original_amount: `original amount, amount foreign currency, fremdwahrungsbetrag, local amount, orig amount, betrag in
    fremdwahrung, originalbetrag, oorspr bedrag, ursprungsbetrag`,
  original_currency: `original currency, type foreign currency, fremdwahrung, local currency, orig currency,
    originalwahrung, oorspr munt, ursprungswahrung`,
  rate: 'exchange rate, kurs, wechselkurs, koers, umrechnungskurs, taux, koers oorspr munt',
  check_number: 'check or slip, check number, cheque number, check no, check',
  customer_reference: 'reference txn id, customer reference, charge id',
};

const roleOf = new Map(
  // The keys of the table are its roles.
  (Object.keys(headings) as HeadingRole[]).flatMap((role) =>
    headings[role].split(/,\s+/).map((heading) => [heading.replaceAll(/\s+/g, ' '), role] as const),
  ),
);

/** A heading without case, accents, signs and the currency that stands behind it. */
export function plainHeading(heading: string): string {
  return folded(heading.replace(currencyBehind, ''))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const currencyBehind = /(?:\s*\(([A-Z]{3})\)|\s+in\s+([A-Z]{3})|\s+([A-Z]{3}))\s*$/;

export function currencyIn(heading: string): string | undefined {
  const [, inside, behind, bare] = currencyBehind.exec(heading.trim()) ?? [];
  return inside ?? behind ?? bare;
}

/** Columns by role. Where two have the same, the first has it; more texts are read too. */
export function rolesIn(header: readonly string[]): Map<HeadingRole, number[]> {
  const found = new Map<HeadingRole, number[]>();
  header.forEach((heading, index) => {
    const role = roleOf.get(plainHeading(heading)) ?? roleOf.get(plainHeading(heading.replaceAll(/[A-Z]{3}$/g, '')));
    if (role !== undefined) found.set(role, [...(found.get(role) ?? []), index]);
  });
  const [transaction, booking] = [found.get('transaction_day'), found.get('booking_day')];
  if (booking === undefined && transaction !== undefined) {
    found.set('booking_day', transaction);
    found.delete('transaction_day');
  }
  return found;
}

/** True for a row that says at least when and how much. */
export function isHeader(roles: ReadonlyMap<HeadingRole, unknown>): boolean {
  return roles.has('booking_day') && (roles.has('amount') || roles.has('credit') || roles.has('debit'));
}
