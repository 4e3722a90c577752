import type { VatForm } from '../../../core/vat/form.ts';

/** For countries whose own form is not known here. */
export function genericForm(country: string): VatForm {
  return {
    id: 'generic',
    country,
    name: 'Tax return',
    from: '2000-01-01',
    due: '[due]',
    boxes: [
      { box: 'sales', base: 'base(S+OWN)' },
      { box: 'untaxed', base: 'base(Z+E+G+K+KS+T+AE+O)' },
      { box: 'output', tax: 'tax(S+OWN)' },
      { box: 'reverse', base: 'base(IK+IS+IX+IA+IG+IMP)', tax: 'tax(IK+IS+IX+IA+IG+IMP)' },
      { box: 'purchases', base: 'base(P+PG+PC+IM)' },
      { box: 'input', tax: 'input(P+PG+PC+IM+IK+IS+IX+IA+IG+IMP)' },
      { box: 'due', name: 'To pay', total: '[output] + [reverse.tax] - [input]' },
    ],
  };
}

/** The union scheme of the One-Stop Shop has rows by country and rate, and one total. */
export const oneStopShop: VatForm = {
  id: 'eu-oss',
  country: 'EU',
  name: 'One-Stop Shop',
  from: '2021-07-01',
  due: '[due]',
  boxes: [
    { box: 'supplies', base: 'base(OSS)' },
    { box: 'due', tax: 'tax(OSS)' },
  ],
};
