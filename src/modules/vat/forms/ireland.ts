import type { VatForm } from '../../../core/vat/form.ts';

export const ireland: VatForm = {
  id: 'ie-vat3',
  country: 'IE',
  name: 'VAT3 return',
  from: '2021-01-01',
  due: '[T1] - [T2]',
  boxes: [
    { box: 'T1', tax: 'tax(S+OWN+IK+IS+IX+IA+IMP)' },
    { box: 'T2', tax: 'input(P+PG+PC+IK+IS+IX+IA+IMP+IM)' },
    { box: 'T3', name: 'Payable', total: 'atLeastZero([T1] - [T2])' },
    { box: 'T4', name: 'Repayable', total: 'atLeastZero([T2] - [T1])' },
    { box: 'E1', base: 'whole(base(K))' },
    { box: 'E2', base: 'whole(base(IK))' },
    { box: 'ES1', base: 'whole(base(KS))' },
    { box: 'ES2', base: 'whole(base(IS))' },
    { box: 'PA1', base: 'whole(base(IMP))' },
  ],
};
