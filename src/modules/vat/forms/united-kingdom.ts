import type { VatForm } from '../../../core/vat/form.ts';

export const unitedKingdom: VatForm = {
  id: 'uk-vat-return',
  country: 'GB',
  name: 'VAT return',
  from: '2021-01-01',
  due: '[3] - [4]',
  boxes: [
    { box: '1', tax: 'tax(S+OWN+IS+IX+IA+IMP)' },
    { box: '2', tax: 'tax(IK)' },
    { box: '3', name: 'Total VAT due', total: '[1] + [2]' },
    { box: '4', tax: 'input(P+PG+PC+IK+IS+IX+IA+IMP+IM)' },
    { box: '5', name: 'Net VAT to pay or reclaim', total: 'size([3] - [4])' },
    { box: '6', base: 'whole(base(S+OWN+Z+E+G+K+KS+AE+O+IS+IX+IA))' },
    { box: '7', base: 'whole(base(P+PG+PC+IK+IS+IX+IA+IM+IMP))' },
    { box: '8', base: 'whole(base(K))' },
    { box: '9', base: 'whole(base(IK))' },
  ],
};
