import { folded } from '../../core/fold.ts';
import { type AccountType, accountTypes } from '../ledger/index.ts';

/** What exports of other programs and their languages call the types of accounts, folded; `*` is any plural. */
const words: Readonly<Record<AccountType, string>> = {
  cash: 'cash on hand|kasse|caisse|kas|caja',
  bank: 'bank account*|bankkonto|girokonto|banque|bankrekening|banco',
  accounts_receivable:
    'account* receivable a r|receivable*|debtor*|trade debtors|forderung*|debitoren|clients|creances clients|' +
    'debiteuren|deudores|clientes',
  inventory: 'inventory asset|stock|vorrate|warenbestand|stocks|voorraad|existencias',
  other_current_asset:
    'asset*|current asset*|current|prepayment*|other asset*|umlaufvermogen|actif circulant|vlottende activa|' +
    'activo corriente',
  tax_receivable: 'vorsteuer|input tax|input vat|tva deductible|te vorderen btw|iva soportado',
  fixed_asset:
    'non current asset*|property plant and equipment|anlagevermogen|immobilisations|vaste activa|activo fijo|' +
    'activo no corriente',
  accounts_payable:
    'account* payable a p|payable*|creditor*|trade creditors|verbindlichkeit*|kreditoren|fournisseurs|crediteuren|' +
    'acreedores|proveedores',
  credit_card: 'credit cards|kreditkarte*|carte de credit|creditcard|tarjeta de credito',
  tax_payable: 'gst|vat|sales tax|tax|umsatzsteuer|output tax|output vat|tva collectee|btw|iva repercutido',
  other_current_liability:
    'liabilit*|current liabilit*|other liabilit*|unpaid expense claims|wages payable|wages payable payroll|' +
    'fremdkapital|dettes|kortlopende schulden|pasivo corriente|pasivo',
  long_term_liability:
    'non current liabilit*|term liabilit*|loan*|darlehen|emprunts|langlopende schulden|pasivo no corriente',
  equity: 'equities|owner s equity|eigenkapital|capitaux propres|eigen vermogen|patrimonio|patrimonio neto',
  retained_earnings: 'gewinnvortrag|report a nouveau|ingehouden winst|resultados acumulados',
  revenue:
    'sales|income|turnover|ertrag*|erlos*|umsatzerlos*|produits|chiffre d affaires|opbrengst*|omzet|ingresos|ventas',
  other_income: 'sonstige ertrage|autres produits|overige opbrengsten|otros ingresos',
  cost_of_goods_sold:
    'cost of sales|direct cost*|cogs|wareneinsatz|materialaufwand|achats|kostprijs omzet|inkoopwaarde|coste de ventas',
  expense: 'overhead*|operating expense*|depreciation|aufwand|aufwendungen|betriebsausgaben|kosten|charges|gastos',
  other_expense: 'sonstige aufwendungen|autres charges|overige kosten|otros gastos',
};

const forms = accountTypes.map((type) => {
  const own = type.replaceAll('_', ' ').replace(/y$/, '(?:y|ies)');
  const others = words[type].replaceAll('liabilit*', 'liabilit(?:y|ies)').replaceAll('*', '\\p{L}{0,2}');
  return [type, new RegExp(`^(?:${own}s?|${others})$`, 'u')] as const;
});

/** The type of an account by its word in a file; undefined where it is none, or might be several. */
export function accountTypeIn(text: string): AccountType | undefined {
  const word = folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const found = forms.filter(([, form]) => form.test(word));
  return found.length === 1 ? found[0]?.[0] : undefined;
}
