import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { parseDecimal, percentScale, rescale, wholePercent } from '../../../core/decimal.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByCode, accountsOf } from '../../ledger/index.ts';
import { settingsOf } from '../../organization/index.ts';
import type { TaxRate } from './tax-rate.ts';
import { vatRates } from './vat-rates.ts';

/**
 * Gives a new organisation the tax rates of its country, those that say why a client pays none, and no tax. Reduced
 * rates have accounts of their own where the chart has them.
 */
export async function seedTaxRates(context: Context, chart: ChartOfAccounts): Promise<void> {
  const { db, organization, actor, now, newId } = context;
  const { country } = await settingsOf(context);
  const stamp = JSON.stringify(actorStamp(actor));
  const reduced = await reducedAccounts(context, chart);
  const rates = ratesOf(country).map((rate) => {
    const accounts = rate.code?.startsWith('reduced') === true ? reduced : {};
    return { ...rate, ...accounts, id: newId(), percentage: rate.percentage.toString() };
  });
  await db.run(sql`
    insert into tax_rates (organization_id, id, name, display_name, code, percentage, kind, compound, sequence,
      inclusive_default, is_default, category, exemption_reason, country, applies_to, recoverable_percent,
      payable_account_id, receivable_account_id, created_at, updated_at, created_by, updated_by)
    select ${organization}, id, name, display_name, code, percentage, 'standard', false, 0, false, false, category,
      exemption_reason, ${country}, coalesce(applies_to, 'both'), ${wholePercent},
      payable_account_id, receivable_account_id, ${now}, ${now}, ${stamp}, ${stamp}
    from jsonb_populate_recordset(null::tax_rates, ${JSON.stringify(rates)})`);
}

type TaxAccounts = { readonly payable_account_id?: string; readonly receivable_account_id?: string };

async function reducedAccounts(context: Context, chart: ChartOfAccounts): Promise<TaxAccounts> {
  const account = (meaning: string) => accountsOf(chart).find((one) => one.meaning === meaning);
  const [output, input] = [account('Output VAT, reduced rate'), account('Input VAT, reduced rate')];
  if (output === undefined || input === undefined) return {};
  const ids = await accountsByCode(context, [output.code, input.code]);
  const [payable, receivable] = [ids.get(output.code), ids.get(input.code)];
  if (payable === undefined || receivable === undefined) throw new Error(`the chart ${chart} has not been seeded`);
  return { payable_account_id: payable, receivable_account_id: receivable };
}

type Seeded = Pick<TaxRate, 'name' | 'display_name' | 'percentage' | 'category' | 'code'> &
  Partial<Pick<TaxRate, 'applies_to' | 'exemption_reason'>>;

function ratesOf(country: string): Seeded[] {
  const known = vatRates[country];
  const none: Seeded = { name: 'No tax', display_name: 'No tax', code: 'none', percentage: 0n, category: 'O' };
  if (known === undefined) return [none];
  const { tax, rates } = known;
  const charged = rates.map((percent, index): Seeded => {
    const kind = index === 0 ? 'standard' : 'reduced';
    const code = index < 2 ? kind : `${kind}_${index}`;
    return {
      name: `${tax} ${percent}%`,
      display_name: `${tax} ${percent}%`,
      code,
      percentage: millionths(percent),
      category: 'S',
    };
  });
  const zero: Seeded = { name: `${tax} 0%`, display_name: `${tax} 0%`, code: 'zero', percentage: 0n, category: 'Z' };
  return [...charged, zero, exempt, reverseCharge, none];
}

const exempt: Seeded = {
  name: 'Exempt',
  display_name: 'Exempt',
  code: 'exempt',
  percentage: 0n,
  category: 'E',
  exemption_reason: 'Exempt from tax',
};
/** For sales where the buyer owes the tax; such purchases have a rate of the kind `reverse_charge`. */
const reverseCharge: Seeded = {
  name: 'Reverse charge',
  display_name: 'Reverse charge',
  code: 'reverse_charge',
  percentage: 0n,
  category: 'AE',
  applies_to: 'sales',
  exemption_reason: 'Reverse charge: the buyer owes the tax',
};

function millionths(percent: string): bigint {
  const decimal = parseDecimal(percent);
  const value = decimal && rescale(decimal, percentScale);
  if (value === undefined) throw new RangeError(`"${percent}" is no percentage`);
  return value;
}
