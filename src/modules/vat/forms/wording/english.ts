/** VAT return (VAT100). */
export const englishOfTheUnitedKingdom: Readonly<Record<string, string>> = {
  '1': 'VAT due in the period on sales and other outputs',
  '2': 'VAT due in the period on acquisitions of goods made in Northern Ireland from EU member states',
  '3': 'Total VAT due',
  '4': 'VAT reclaimed in the period on purchases and other inputs',
  '5': 'Net VAT to pay to HMRC or reclaim',
  '6': 'Total value of sales and all other outputs excluding any VAT',
  '7': 'Total value of purchases and all other inputs excluding any VAT',
  '8': 'Total value of dispatches of goods and related costs, excluding VAT, from Northern Ireland to the EU',
  '9': 'Total value of acquisitions of goods and related costs, excluding VAT, in Northern Ireland from the EU',
};

/** VAT3 return. */
export const englishOfIreland: Readonly<Record<string, string>> = {
  T1: 'VAT on sales',
  T2: 'VAT on purchases',
  T3: 'Net payable',
  T4: 'Net repayable',
  E1: 'Total goods to other EU countries',
  E2: 'Total goods from other EU countries',
  ES1: 'Total services to other EU countries',
  ES2: 'Total services from other EU countries',
  PA1: 'Postponed accounting',
};

/** Business activity statement. */
export const englishOfAustralia: Readonly<Record<string, string>> = {
  G1: 'Total sales',
  G2: 'Export sales',
  G3: 'Other GST-free sales',
  G10: 'Capital purchases',
  G11: 'Non-capital purchases',
  '1A': 'GST on sales',
  '1B': 'GST on purchases',
  '7': 'Deferred GST',
  W1: 'Total salary, wages and other payments',
  W2: 'Amounts withheld from the payments at W1',
  '5A': 'PAYG income tax instalment',
  '9': 'Your payment or refund amount',
};

/** GST return 101. */
export const englishOfNewZealand: Readonly<Record<string, string>> = {
  '5': 'Total sales and income for the period, including GST and any zero-rated supplies',
  '6': 'Zero-rated supplies included in box 5',
  '7': 'Box 5 less box 6',
  '8': 'Box 7 multiplied by three and divided by twenty-three',
  '9': 'Adjustments from the calculation sheet',
  '10': 'Total GST collected on sales and income',
  '11': 'Total purchases and expenses, including GST, excluding imported goods',
  '12': 'Box 11 multiplied by three and divided by twenty-three',
  '13': 'Credit adjustments from the calculation sheet',
  '14': 'Total GST credit for purchases and expenses',
  '15': 'GST to pay or refund',
};

/** GST/HST return. */
export const englishOfCanada: Readonly<Record<string, string>> = {
  '101': 'Sales and other revenue',
  '103': 'GST/HST collected or collectible',
  '104': 'Adjustments to be added to the net tax',
  '105': 'Total GST/HST and adjustments for the period',
  '106': 'Input tax credits',
  '107': 'Adjustments to be deducted when determining the net tax',
  '108': 'Total input tax credits and adjustments',
  '109': 'Net tax',
  '110': 'Instalment and other annual filer payments',
  '111': 'Rebates',
  '113A': 'Balance',
  '205': 'GST/HST due on the acquisition of taxable real property',
  '405': 'Other GST/HST to be self-assessed',
  '114': 'Refund claimed',
  '115': 'Payment enclosed',
};
