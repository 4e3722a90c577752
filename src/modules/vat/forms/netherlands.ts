import type { VatForm } from '../../../core/vat/form.ts';

export const netherlands: VatForm = {
  id: 'nl-ob',
  country: 'NL',
  name: 'Aangifte omzetbelasting',
  from: '2019-01-01',
  due: '[5g]',
  boxes: [
    { box: '1a', base: 'base(S21)', tax: 'tax(S21)' },
    { box: '1b', base: 'base(S9)', tax: 'tax(S9)' },
    { box: '1c', base: 'base(S!21!9!0)', tax: 'tax(S!21!9!0)' },
    { box: '1d', base: 'base(OWN)', tax: 'tax(OWN)' },
    { box: '1e', base: 'base(Z+S0+E+AE)' },
    { box: '2a', base: 'base(IA)', tax: 'tax(IA)' },
    { box: '3a', base: 'base(G+O)' },
    { box: '3b', base: 'base(K+KS+T)' },
    { box: '3c', name: 'Installation and distance sales in the EU', asked: true },
    { box: '4a', base: 'base(IMP+IX)', tax: 'tax(IMP+IX)' },
    { box: '4b', base: 'base(IK+IS)', tax: 'tax(IK+IS)' },
    {
      box: '5a',
      name: 'VAT owed',
      total: '[1a.tax] + [1b.tax] + [1c.tax] + [1d.tax] + [2a.tax] + [4a.tax] + [4b.tax]',
    },
    { box: '5b', tax: 'input(P+PG+PC+IA+IK+IS+IX+IMP+IM)' },
    { box: '5g', name: 'To pay', total: '[5a] - [5b]' },
  ],
};
