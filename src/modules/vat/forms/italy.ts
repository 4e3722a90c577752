import type { VatForm } from '../../../core/vat/form.ts';

/** The periodic statement, from whose figures the annual return follows. */
export const italy: VatForm = {
  id: 'it-lipe',
  country: 'IT',
  name: 'Liquidazione periodica IVA',
  from: '2018-01-01',
  due: '[VP14]',
  net: '[VP6]',
  boxes: [
    { box: 'VP2', base: 'base(S+OWN+Z+E+G+K+KS+T+AE+O)' },
    { box: 'VP3', base: 'base(P+PG+PC+IK+IS+IX+IA+IM+IMP)' },
    { box: 'VP4', tax: 'tax(S+OWN+IK+IS+IX+IA+IMP)' },
    { box: 'VP5', tax: 'input(P+PG+PC+IK+IS+IX+IA+IM+IMP)' },
    { box: 'VP6', name: 'Tax owed or in credit', total: '[VP4] - [VP5]' },
    { box: 'VP7', name: 'Debt of the period before, up to the limit', asked: true },
    { box: 'VP8', name: 'Credit of the period before', asked: true },
    { box: 'VP9', name: 'Credit of the year before', asked: true },
    { box: 'VP10', name: 'Paid on cars from the EU', asked: true },
    { box: 'VP11', name: 'Tax credits', asked: true },
    { box: 'VP12', name: 'Interest of quarterly payers', asked: true },
    { box: 'VP13', name: 'Advance of December', asked: true },
    {
      box: 'VP14',
      name: 'To pay',
      total: '[VP6] + [VP7] - [VP8] - [VP9] - [VP10] - [VP11] + [VP12] - [VP13]',
    },
  ],
};
