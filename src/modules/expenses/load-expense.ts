import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { fault, missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { type Client, loadClientsNamed } from '../clients/index.ts';
import { type DimensionValues, dimensionValuesNamed, refuseUnknownValues } from '../dimensions/index.ts';
import { baseOf, type KnownRate, knownRate } from '../exchange/index.ts';
import { type OrganizationSettings, settingsOf } from '../organization/index.ts';
import { methodOf, type PaymentMethodRecord, methodsOf } from '../payments/index.ts';
import { type TaxRateForSale, taxRatesFor } from '../products/index.ts';
import { loadMembers } from '../team/index.ts';
import { ambiguousName } from '../sales/index.ts';
import { categoryArchived, notASupplier, supplierNotActive } from './expense.ts';
import type { ExpenseInput, LineGiven } from './expense-input.ts';
import { findNamed, withFound } from './bills/expense-names.ts';
import { checkGoods, type GoodsParts, loadGoods, notForGoods } from './bills/goods-lines.ts';

/** A category as lines need it. */
type CategoryFacts = {
  readonly id: string;
  readonly name: string;
  readonly name_key: string;
  readonly account_id: string;
  readonly default_tax_rate_id: string | null;
  readonly dimension_value_ids: readonly string[];
  readonly archived: boolean;
};

/** Input of an expense with its names resolved to ids. */
export type ExpenseNamed = {
  /** Naming everything by its id. */
  readonly input: ExpenseInput;
  readonly settings: OrganizationSettings;
  readonly supplier: Client | undefined;
  readonly method: PaymentMethodRecord | undefined;
  /** One for each line. */
  readonly categories: readonly CategoryFacts[];
  /** Default taxes of each line. */
  readonly taxDefaults: readonly (readonly string[])[];
  readonly rates: ReadonlyMap<string, TaxRateForSale>;
  readonly goods: GoodsParts;
  /** Values of dimensions that its lines name. */
  readonly dimensionValues: DimensionValues;
};

/** Records that an expense depends on. */
export type ExpenseParts = ExpenseNamed & {
  readonly currency: string;
  /** Exchange rates of the organisation on the day of the expense and on that of its payment. */
  readonly known: KnownRate | undefined;
  readonly knownWhenPaid: KnownRate | undefined;
};

/** Reads what an expense depends on, in two flights at most. `before` is as for {@link loadNamed}. */
export async function loadExpense(
  context: Context,
  input: ExpenseInput,
  before?: string | null,
): Promise<ExpenseParts> {
  return loadTerms(context, await loadNamed(context, input, before));
}

/**
 * Reads all that an expense names in one flight; refuses what is not there. `before` is the supplier of the draft that
 * is changed, who may have gone out of use meanwhile.
 */
export async function loadNamed(context: Context, given: ExpenseInput, before?: string | null): Promise<ExpenseNamed> {
  const ids = [...new Set([given.supplier_id, ...given.lines.map((line) => line.client_id)].filter(isId))];
  const rateIds = new Set(given.lines.flatMap((line) => line.tax_rate_ids ?? []));
  const namesMethod = Boolean(given.method_id) || given.method !== undefined;
  const namesClients = ids.length > 0 || given.supplier !== undefined;
  const [names, settings, clients, found, methods, rates, members, goods, dimensionValues] = await Promise.all([
    findNamed(context, given),
    settingsOf(context),
    namesClients ? loadClientsNamed(context, { text: given.supplier, ids }) : new Map<string, Client>(),
    findCategories(context, given.lines),
    namesMethod ? methodsOf(context) : [],
    rateIds.size === 0 ? new Map<string, TaxRateForSale>() : taxRatesFor(context, [...rateIds]),
    given.member_id ? loadMembers(context, [given.member_id]) : undefined,
    loadGoods(context, given.lines),
    dimensionValuesNamed(context, [given, ...given.lines]),
  ]);
  const input = withFound(given, names);
  const { supplier_id: supplierId } = input;
  if (input.member_id && members?.has(input.member_id) !== true) throw missing('/member_id', 'member');
  refuseUnknownValues(input, dimensionValues);
  checkLines(input.lines, { clients, rates, goods });
  const categories = input.lines.map((line, index) => categoryOf(line, index, { found, goods }));
  const supplier = supplierId ? clients.get(supplierId) : undefined;
  if (supplierId && supplierId !== before) checkSupplier(supplier);
  const taxDefaults = input.lines.map((line, index) => defaultTaxes(line, categories[index], goods));
  const method = namesMethod
    ? methodOf(methods, { method_id: input.method_id ?? undefined, method: input.method }, '')
    : undefined;
  return { input, settings, supplier, method, categories, taxDefaults, rates, goods, dimensionValues };
}

/** Reads what follows from what is named: taxes that lines leave to it, and what is known of another currency. */
export async function loadTerms(context: Context, named: ExpenseNamed): Promise<ExpenseParts> {
  const { input, supplier, taxDefaults, rates } = named;
  const defaults = new Set(taxDefaults.flat());
  const currency = input.currency ?? supplier?.currency ?? baseOf(context);
  const day = input.expense_date ?? context.today;
  const paidOn = input.paid_on ?? day;
  const [more, known, knownWhenPaid, given] = await Promise.all([
    defaults.size === 0 ? [] : taxRatesFor(context, [...defaults]),
    knownRate(context, currency, day),
    paidOn === day ? undefined : knownRate(context, currency, paidOn),
    dimensionValuesNamed(
      context,
      input.lines
        .flatMap((line, index) => defaultValues(line, index, named))
        .map((ids) => ({ dimension_value_ids: ids })),
    ),
  ]);
  const dimensionValues = new Map([...named.dimensionValues, ...given]);
  return { ...named, dimensionValues, rates: new Map([...rates, ...more]), currency, known, knownWhenPaid };
}

/** Values of dimensions that a new line has by default, those that go before others first. */
export function defaultValues(
  { dimension_value_ids: own, variant_id: variantId }: LineGiven,
  index: number,
  { categories, supplier, goods }: Pick<ExpenseNamed, 'categories' | 'supplier' | 'goods'>,
): (readonly string[])[] {
  if (own !== undefined) return [];
  const ofProduct = variantId ? (goods.variants.get(variantId)?.dimensionIds ?? []) : [];
  return [ofProduct, categories[index]?.dimension_value_ids ?? [], supplier?.dimension_value_ids ?? []];
}

/** Default taxes of a line: the purchase taxes of its goods, else those of its category. */
function defaultTaxes(line: LineGiven, category: CategoryFacts | undefined, { variants }: GoodsParts): string[] {
  if (line.tax_rate_ids !== undefined) return [];
  const ofGoods = line.variant_id ? (variants.get(line.variant_id)?.taxRateIds ?? []) : [];
  if (ofGoods.length > 0) return [...ofGoods];
  const ofCategory = category?.default_tax_rate_id ?? null;
  return ofCategory === null ? [] : [ofCategory];
}

function isId(id: string | null | undefined): id is string {
  return typeof id === 'string';
}

/**
 * The categories that lines name, and where a line brings goods those of assets that every organisation has. They are
 * kept from being merged into others before the expense is written.
 */
function findCategories({ db, organization }: Context, lines: readonly LineGiven[]): Promise<CategoryFacts[]> {
  const ids = lines.flatMap((line) => line.category_id ?? []);
  const keys = lines.flatMap(({ category }) => (category === undefined ? [] : nameKey(category)));
  const hasGoods = lines.some((line) => Boolean(line.variant_id) || line.sku !== undefined);
  return db.many<CategoryFacts>(sql`
    select id, name, name_key, account_id, default_tax_rate_id, dimension_value_ids, archived_at is not null as archived
    from expense_categories
    where organization_id = ${organization}
      and (id = any(${ids}::uuid[]) or (name_key = any(${keys}::text[]) and archived_at is null)
        or (${hasGoods} and system and kind = 'asset' and archived_at is null))
    order by id for key share`);
}

type Filing = { readonly found: readonly CategoryFacts[]; readonly goods: GoodsParts };

function categoryOf(line: LineGiven, index: number, { found, goods }: Filing): CategoryFacts {
  const pointer = `/lines/${index}`;
  if (!line.variant_id) return categoryNamed(line, pointer, found);
  const isNamed = line.category_id !== undefined || line.category !== undefined;
  const category = isNamed
    ? categoryNamed(line, pointer, found)
    : found.find((one) => one.account_id === goods.account && !one.archived);
  if (category === undefined || category.account_id !== goods.account) throw notForGoods(`${pointer}/category_id`);
  return category;
}

function categoryNamed(line: LineGiven, pointer: string, found: readonly CategoryFacts[]): CategoryFacts {
  const { category_id: id, category: name } = line;
  if ((id === undefined) === (name === undefined)) {
    throw fault(`${pointer}/category_id`, 'required', 'Name the category, by `category_id` or by `category`.');
  }
  const key = name === undefined ? undefined : nameKey(name);
  const [only, ...others] = found.filter((one) =>
    id === undefined ? !one.archived && one.name_key === key : one.id === id,
  );
  if (only === undefined)
    throw missing(`${pointer}/${id === undefined ? 'category' : 'category_id'}`, 'expense category');
  if (others.length > 0) throw ambiguousName({ candidates: [only, ...others].map((one) => one.name) });
  // A line that is kept from before keeps its category.
  if (only.archived && line.id === undefined) throw categoryArchived({ category: only.name });
  return only;
}

type LineParts = {
  readonly clients: ReadonlyMap<string, unknown>;
  readonly rates: ReadonlyMap<string, TaxRateForSale>;
  readonly goods: GoodsParts;
};

function checkLines(lines: readonly LineGiven[], { clients, rates, goods }: LineParts): void {
  for (const [index, line] of lines.entries()) {
    const pointer = `/lines/${index}`;
    if (line.client_id && !clients.has(line.client_id)) throw missing(`${pointer}/client_id`, 'client');
    checkGoods(line, pointer, goods);
    if (line.billable === true && !line.client_id) {
      throw fault(`${pointer}/client_id`, 'required', 'Name the client to bill, by `client_id` or by `client`.');
    }
    for (const [position, id] of (line.tax_rate_ids ?? []).entries()) {
      const at = `${pointer}/tax_rate_ids/${position}`;
      const rate = rates.get(id);
      if (rate === undefined) throw missing(at, 'tax rate');
      if (rate.appliesTo === 'sales') throw fault(at, 'wrong_side', 'That tax rate is for sales only.');
    }
  }
}

function checkSupplier(supplier: Client | undefined): void {
  if (supplier === undefined) throw missing('/supplier_id', 'client');
  if (!supplier.roles.includes('supplier')) throw notASupplier({ supplier: supplier.display_name });
  if (supplier.status !== 'active') throw supplierNotActive({ status: supplier.status });
}
