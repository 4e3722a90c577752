import { notFound, validationFailed } from '../../operation/errors.ts';
import type { Account } from './accounts/account.ts';
import { type AccountClass, accountClasses, type AccountType } from './accounts/chart.ts';

/** Depth limit of a chart; deeper, no report could show it. */
const depthMax = 10;

/** An account's place in the chart: under which other, and of which class. */
export type ChartPosition = { readonly id: string; readonly parentId: string | null; readonly class: AccountClass };

/** Refuses a place under itself, under an account of another class, or too deep. */
export function checkPlace(chart: ReadonlyMap<string, Account>, place: ChartPosition): void {
  let above = place.parentId;
  for (let depth = 1; above !== null; depth += 1) {
    if (above === place.id)
      throw refused('cycle', 'Choose another parent: an account cannot be under itself or its subaccounts.');
    if (depth > depthMax) throw refused('too_deep', `Nest accounts at most ${depthMax} levels deep.`);
    const parent = chart.get(above);
    if (parent === undefined) throw noParent();
    if (parent.class !== place.class)
      throw refused('wrong_class', `Choose a parent account of the class ${place.class}.`);
    above = parent.parent_id;
  }
}

function noParent(): Error {
  return notFound({ errors: [{ pointer: '/parent_id', code: 'not_found', message: 'The account was not found.' }] });
}

function refused(code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: '/parent_id', code, message }], hint: message });
}

const typesByClass: Readonly<Record<AccountClass, readonly AccountType[]>> = {
  asset: ['cash', 'bank', 'accounts_receivable', 'inventory', 'other_current_asset', 'tax_receivable', 'fixed_asset'],
  liability: ['accounts_payable', 'credit_card', 'tax_payable', 'other_current_liability', 'long_term_liability'],
  equity: ['equity', 'retained_earnings'],
  revenue: ['revenue', 'other_income'],
  expense: ['cost_of_goods_sold', 'expense', 'other_expense'],
};

/** The class of a type, as the database derives it too. */
export function classOf(type: AccountType): AccountClass {
  const found = accountClasses.find((name) => typesByClass[name].includes(type));
  if (found === undefined) throw new RangeError(`${type} is in no class`);
  return found;
}
