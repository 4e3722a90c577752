import type { z } from 'zod';
import { clampedDay, dayOfMonth } from '../../core/calendar.ts';
import { moneyFrom } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { changedAddress, plainTaxId } from '../../wire/index.ts';
import {
  booksBegun,
  Organization,
  OrganizationPatch,
  organizationUpdated,
  type OrganizationValue,
  slugTaken,
  stockMoved,
} from './organization.ts';
import { readOrganization } from './store.ts';

type Patch = z.output<typeof OrganizationPatch>;

/** Payee details on documents and mails, and the contact for verifying them. */
const shownToPayers = {
  bank_account: true,
  invoice_defaults: true,
  e_invoicing: true,
  name: true,
  legal_name: true,
  address: true,
  email: true,
  phone: true,
  website: true,
} as const;

export const updateOrganization = operation({
  name: 'update_organization',
  summary: 'Update the settings of the current organisation.',
  guidance:
    'Country and base currency can change only until something is posted, the costing method until stock moves.',
  http: 'PATCH /organization',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  redirectsMoney: shownToPayers,
  undo: undoneByEarlierValues('update_organization'),
  input: OrganizationPatch,
  output: Organization,
  refuses: [notFound, versionConflict, slugTaken, booksBegun, stockMoved],
  emits: [organizationUpdated],
  async run(context, patch) {
    const { version: seen, ...changes } = patch;
    const current = await readOrganization(context, { lock: concernsBooks(changes) ? 'alone' : 'change' });
    if (seen !== undefined && seen !== current.version) throw versionConflict({ current_version: current.version });
    const next = organizationWith(current, changes);
    checkFiscalYearStart(next);
    context.before(encoderOf(Organization)(current));
    await write(context, next, { isRenamed: next.slug !== current.slug });
    // Time zone and currency are cached with actors: the very next request must have the new ones.
    context.access.forget(context.organization);
    context.emit(organizationUpdated({ id: current.id, version: current.version + 1 }));
    return readOrganization(context, { lock: false });
  },
});

/** True for settings that are fixed once the books have begun, so this locks out the first posting. */
function concernsBooks({ country, base_currency: currency, inventory }: Patch): boolean {
  return [country, currency, inventory?.costing_method].some((field) => field !== undefined);
}

/** Absent keeps; groups of settings keep what is absent inside them too. */
export function organizationWith(
  current: OrganizationValue,
  { cash_rounding_increment: asked, ...patch }: Patch,
): OrganizationValue {
  const { invoice_defaults: invoiceDefaults, e_invoicing: eInvoicing, inventory, address, tax_ids, ...plain } = patch;
  const next = {
    ...merged(current, plain),
    tax_ids:
      tax_ids === undefined ? current.tax_ids : ownTaxIds(tax_ids, { country: plain.country ?? current.country }),
    address: changedAddress(current.address, address),
    invoice_defaults: merged(current.invoice_defaults, invoiceDefaults),
    e_invoicing: merged(current.e_invoicing, eInvoicing),
    inventory: merged(current.inventory, inventory),
  };
  if (asked === null) return { ...next, cash_rounding_increment: null };
  // An amount of the currency before means nothing in the one after.
  const kept = next.base_currency === current.base_currency ? current.cash_rounding_increment : null;
  return { ...next, cash_rounding_increment: asked === undefined ? kept : incrementFrom(asked, next.base_currency) };
}

/** Those of which nobody says who gave them are of its own country. */
function ownTaxIds(given: NonNullable<Patch['tax_ids']>, { country }: Pick<OrganizationValue, 'country'>) {
  return given.map((taxId) => {
    const plain = plainTaxId(taxId);
    return { ...plain, country: plain.country ?? country };
  });
}

function merged<Value extends object>(
  current: Value,
  patch: { readonly [Key in keyof Value]?: Value[Key] | undefined } = {},
): Value {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}

function incrementFrom(asked: NonNullable<Patch['cash_rounding_increment']>, currency: string) {
  const increment = moneyFrom(asked, currency);
  if (increment !== undefined && increment.minor > 0n) return increment;
  const message = `Write an amount above zero with the decimals of ${currency}.`;
  throw validationFailed({ errors: [{ pointer: '/cash_rounding_increment', code: 'wrong_scale', message }] });
}

/** 29 February is allowed, and means the 28th in other years; 31 April is no day in any. */
function checkFiscalYearStart(next: OrganizationValue): void {
  const { fiscal_year_start_month: month, fiscal_year_start_day: day } = next;
  const leapYear = 2024;
  if (dayOfMonth(clampedDay(leapYear, month, day)) === day) return;
  const message = 'Write a day that exists in the month.';
  throw validationFailed({ errors: [{ pointer: '/fiscal_year_start_day', code: 'no_such_day', message }] });
}

/**
 * A unique column among those that are set takes the stronger lock, whatever is set there, because the table has a
 * trigger before its updates. So the slug is named only where it is another.
 */
function write(
  context: Context,
  next: OrganizationValue,
  { isRenamed }: { readonly isRenamed: boolean },
): Promise<number> {
  return context.db.run(sql`
    update organizations set name = ${next.name}, legal_name = ${next.legal_name},
      ${isRenamed ? sql`slug = ${next.slug},` : sql``}
      country = ${next.country}, base_currency = ${next.base_currency}, timezone = ${next.timezone},
      locale = ${next.locale}, date_format = ${next.date_format}, number_format = ${next.number_format},
      fiscal_year_start_month = ${next.fiscal_year_start_month}, fiscal_year_start_day = ${next.fiscal_year_start_day},
      accounting_basis = ${next.accounting_basis}, statement_layout = ${next.statement_layout},
      tax_basis = ${next.tax_basis},
      tax_inclusive_default = ${next.tax_inclusive_default}, tax_rounding = ${next.tax_rounding},
      rounding_mode = ${next.rounding_mode}, cash_rounding_increment = ${next.cash_rounding_increment?.minor ?? null},
      tax_ids = ${JSON.stringify(next.tax_ids)}, address = ${next.address && JSON.stringify(next.address)},
      email = ${next.email}, phone = ${next.phone}, website = ${next.website},
      registration_number = ${next.registration_number},
      invoice_defaults = ${JSON.stringify(next.invoice_defaults)},
      bank_account = ${next.bank_account && JSON.stringify(next.bank_account)},
      e_invoicing = ${JSON.stringify(next.e_invoicing)},
      costing_method = ${next.inventory.costing_method}, negative_stock = ${next.inventory.negative_stock},
      reservation_minutes = ${next.inventory.reservation_ttl},
      external_id = ${next.external_id}, metadata = ${JSON.stringify(next.metadata)},
      custom_fields = ${JSON.stringify(next.custom_fields)}, tags = ${next.tags}, version = version + 1,
      updated_at = ${context.now}, updated_by = ${JSON.stringify(actorStamp(context.actor))}
    where id = ${context.organization}`);
}
