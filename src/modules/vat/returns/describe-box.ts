import { codesOfBox, type FormBox, type VatForm } from '../../../core/vat/form.ts';

const natures: Readonly<Record<string, string>> = {
  S: 'Taxed sales',
  Z: 'Sales at zero',
  E: 'Exempt sales',
  G: 'Exports',
  K: 'Goods to businesses in the EU',
  KS: 'Services to businesses in the EU',
  T: 'Triangular supplies',
  AE: 'Sales on which the buyer owes the tax',
  O: 'Sales not taxable here',
  OWN: 'Own use',
  OSS: 'Sales to consumers in the EU',
  P: 'Purchases',
  PG: 'Goods',
  PC: 'Assets',
  IK: 'Goods from the EU',
  IS: 'Services from the EU',
  IX: 'Services from other countries',
  IA: 'Purchases on which you owe the tax',
  IG: 'Land on which you owe the tax',
  IM: 'Import tax paid',
  IMP: 'Imports, tax owed and deducted here',
};

/** Name of a box, or a description of its formula where it has none: `Taxed sales 19 %, base`. */
export function describeBox(form: VatForm, box: FormBox): string {
  if (box.name !== undefined) return box.name;
  const [text = ''] = [box.base, box.tax];
  const measure = box.base !== undefined && box.tax !== undefined ? 'base and tax' : measureOf(text || (box.tax ?? ''));
  const parts = codesOfBox(form, box.box).map(describePattern);
  const percents = [...new Set(parts.map(({ percent }) => percent))];
  const [only = ''] = percents;
  const names = [...new Set(parts.map(({ name }) => name))].join(', ');
  const named =
    percents.length === 1
      ? `${names}${only}`
      : [...new Set(parts.map(({ name, percent }) => name + percent))].join(', ');
  return `${named}: ${measure}`;
}

function describePattern(pattern: string): { name: string; percent: string } {
  const [wanted = '', ...not] = pattern.split('!');
  const [, nature = '', percent = ''] = /^([A-Z]+)([0-9.]*)$/.exec(wanted) ?? [];
  if (not.length > 0) return { name: natures[nature] ?? nature, percent: ' at other rates' };
  return { name: natures[nature] ?? nature, percent: percent === '' ? '' : ` ${percent} %` };
}

function measureOf(text: string): string {
  if (/\b(tax|taxCharged|taxCredited)\(/.test(text)) return 'tax';
  if (/\b(input|inputCredited)\(/.test(text)) return 'input tax';
  return /\bgross\(/.test(text) ? 'with tax' : 'base';
}
