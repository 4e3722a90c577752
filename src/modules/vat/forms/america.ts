import type { VatForm } from '../../../core/vat/form.ts';

/** Figures that a state asks for. Rates and the states where tax is owed need a provider. */
export const unitedStates: VatForm = {
  id: 'us-sales-tax',
  country: 'US',
  name: 'Sales tax return',
  from: '2000-01-01',
  due: '[due]',
  boxes: [
    { box: 'gross', base: 'base(S+Z+E+G+O+K+AE+KS)' },
    { box: 'exempt', base: 'base(Z+E+G+O+K+AE+KS)' },
    { box: 'taxable', name: 'Taxable sales', total: '[gross] - [exempt]' },
    { box: 'tax', tax: 'tax(S)' },
    { box: 'use', tax: 'tax(IA+IS+IX)' },
    { box: 'discount', name: 'Discount for filing in time', asked: true },
    { box: 'due', name: 'To pay', total: '[tax] + [use] - [discount]' },
  ],
};

/** GST and HST; the tax of Quebec is declared apart. */
export const canada: VatForm = {
  id: 'ca-gst34',
  country: 'CA',
  name: 'GST/HST return',
  from: '2010-07-01',
  due: '[115] - [114]',
  boxes: [
    { box: '101', base: 'base(S+OWN+Z+E+G+K+KS+AE+O)' },
    { box: '103', tax: 'tax(S+OWN)' },
    { box: '104', name: 'Adjustments to add', asked: true },
    { box: '105', name: 'Total tax', total: '[103] + [104]' },
    { box: '106', tax: 'input(P+PG+PC+IM+IA+IS+IX+IMP)' },
    { box: '107', name: 'Adjustments to deduct', asked: true },
    { box: '108', name: 'Total credits', total: '[106] + [107]' },
    { box: '109', name: 'Net tax', total: '[105] - [108]' },
    { box: '110', name: 'Instalments paid', asked: true },
    { box: '111', name: 'Rebates', asked: true },
    { box: '113A', name: 'Balance', total: '[109] - [110] - [111]' },
    { box: '205', name: 'Tax due on real property', asked: true },
    { box: '405', tax: 'tax(IA+IS+IX+IMP)' },
    { box: '114', name: 'Refund claimed', total: 'atLeastZero(0 - [113A] - [205] - [405])' },
    { box: '115', name: 'Payment enclosed', total: 'atLeastZero([113A] + [205] + [405])' },
  ],
};
