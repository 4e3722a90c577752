import type { VatForm } from '../../../core/vat/form.ts';

/** Whole dollars, cents cut off. Sales and purchases are with GST. */
export const australia: VatForm = {
  id: 'au-bas',
  country: 'AU',
  name: 'Business activity statement',
  from: '2017-07-01',
  due: '[9]',
  boxes: [
    { box: 'G1', base: 'whole(gross(S+OWN) + base(Z+G+E+K+KS+O))' },
    { box: 'G2', base: 'whole(base(G))' },
    { box: 'G3', base: 'whole(base(Z))' },
    { box: 'G10', base: 'whole(gross(PC))' },
    { box: 'G11', base: 'whole(gross(P+PG))' },
    { box: '1A', tax: 'whole(tax(S+OWN+IA+IS+IX))' },
    { box: '1B', tax: 'whole(input(P+PG+PC+IM+IMP+IA+IS+IX))' },
    { box: '7', tax: 'whole(tax(IMP))' },
    { box: 'W1', name: 'Wages paid', asked: true },
    { box: 'W2', name: 'Withheld from wages', asked: true },
    { box: '5A', name: 'Income tax instalment', asked: true },
    { box: '9', name: 'To pay', total: '[1A] + [W2] + [5A] + [7] - [1B]' },
  ],
};

/** The tax is three twenty-thirds of what was charged with it. */
export const newZealand: VatForm = {
  id: 'nz-gst101',
  country: 'NZ',
  name: 'GST return 101',
  from: '2010-10-01',
  due: '[15]',
  boxes: [
    { box: '5', base: 'gross(S+OWN) + base(Z+G+K+KS+O)' },
    { box: '6', base: 'base(Z+G+K+KS+O)' },
    { box: '7', name: 'Sales with tax', total: '[5] - [6]' },
    { box: '8', name: 'Tax on sales', total: '[7] * 3 / 23' },
    { box: '9', tax: 'tax(IA+IS+IX+IMP)' },
    { box: '10', name: 'Total tax collected', total: '[8] + [9]' },
    { box: '11', base: 'gross(P15+PG15+PC15)' },
    { box: '12', name: 'Tax on purchases', total: '[11] * 3 / 23' },
    { box: '13', tax: 'input(IM+IMP+IA+IS+IX)' },
    { box: '14', name: 'Total credit', total: '[12] + [13]' },
    { box: '15', name: 'To pay', total: '[10] - [14]' },
  ],
};
