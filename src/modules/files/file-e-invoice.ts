import { z } from 'zod';
import { skontoIn } from '../../einvoice/skonto.ts';
import type { KeptEInvoice } from '../../einvoice/kept.ts';
import { type Money as Amount, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { notFound, refusal } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Address, Day, Money, foreignKeyword } from '../../wire/index.ts';

/** The e-invoice that somebody sent, as its file says. */
export const FileEInvoice = z
  .object({
    kind: z.enum(['invoice', 'credit_note']),
    supplier: z.object({
      name: z.string().nullable(),
      vat_id: z.string().nullable(),
      tax_number: z.string().nullable(),
      registration_number: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      address: Address.nullable(),
    }),
    number: z.string().nullable(),
    issue_date: Day.nullable(),
    due_date: Day.nullable(),
    currency: z.string(),
    lines: z.array(
      z.object({
        description: z.string(),
        quantity: z.string().nullable(),
        unit: z.string().nullable().describe('A unit code of UNECE Recommendation 20, such as "HUR".'),
        amount: Money.describe('Net of tax; negative for a discount.'),
        category: z.string().nullable(),
        percentage: z.string().nullable(),
      }),
    ),
    lines_total: z.int().describe('Number of lines in the file; `lines` holds the first 500.'),
    cut: cutField,
    taxes: z.array(
      z.object({
        category: z.string(),
        percentage: z.string().nullable(),
        base: Money,
        amount: Money,
        exemption: z.string().nullable(),
      }),
    ),
    totals: z.object({ net: Money, tax: Money, gross: Money, prepaid: Money, due: Money }),
    payment: z.object({
      iban: z.string().nullable(),
      account_number: z.string().nullable(),
      bic: z.string().nullable(),
      reference: z.string().nullable(),
      terms: z.string().nullable(),
      early_discounts: z
        .array(z.object({ percent: z.string(), days: z.int(), base: z.string().nullable() }))
        .describe('Early-payment discounts in the terms; `base` where it is not the whole invoice.'),
    }),
    order_number: z.string().nullable().describe('Your order number, as stated by the supplier.'),
    corrects: z.array(z.string()).describe('Numbers of the invoices it corrects.'),
    warnings: z
      .array(z.object({ code: z.string(), place: z.string(), message: z.string() }))
      .describe('Inconsistencies found; `place` is the location in the file.'),
  })
  .meta({ [foreignKeyword]: 'text' });
export type FileEInvoice = z.output<typeof FileEInvoice>;

export const eInvoiceUnreadable = refusal(
  'e_invoice_unreadable',
  422,
  'The file contains no readable e-invoice.',
  'See `reason` and `place`. Upload UBL 2.1, CII, or a PDF with one of them embedded, such as Factur-X.',
);

export async function eInvoiceInContent({ db, organization }: Context, sha256: string): Promise<FileEInvoice> {
  const row = await db.maybe<{ e_invoice: KeptEInvoice | null }>(sql`
    select e_invoice from file_contents
    where organization_id = ${organization} and sha256 = ${sha256} and stored_at is not null`);
  if (row === undefined) throw notFound();
  return readable(row.e_invoice);
}

/** The same of a file that is there. */
export async function eInvoiceInFile(
  { db, organization }: Context,
  id: string,
  missing: () => Error = notFound,
): Promise<FileEInvoice> {
  const row = await db.maybe<{ e_invoice: KeptEInvoice | null }>(sql`
    select c.e_invoice from files f
    join file_contents c on c.organization_id = f.organization_id and c.sha256 = f.sha256
    where f.organization_id = ${organization} and f.id = ${id}`);
  if (row === undefined) throw missing();
  return readable(row.e_invoice);
}

function readable(kept: KeptEInvoice | null): FileEInvoice {
  if (kept?.facts !== undefined) return fromKept(kept.facts);
  const fault = kept?.fault ?? { code: 'no_attachment', message: 'the file contains no e-invoice', place: null };
  throw eInvoiceUnreadable({ detail: fault.message, reason: fault.code, place: fault.place });
}

function fromKept(facts: NonNullable<KeptEInvoice['facts']>): FileEInvoice {
  const { supplier, payment, totals, currency } = facts;
  const amount = (digits: string): Amount => money(BigInt(digits), currency);
  const { name, vatId, taxNumber, registration, email, phone, address } = supplier;
  return {
    kind: facts.kind,
    supplier: {
      name,
      vat_id: vatId,
      tax_number: taxNumber,
      registration_number: registration,
      email,
      phone,
      address: address && addressOf(address),
    },
    number: facts.number,
    issue_date: facts.issued,
    due_date: facts.due,
    currency,
    lines: facts.lines.map(({ percent, amount: digits, ...line }) => {
      return { ...line, amount: amount(digits), percentage: percent };
    }),
    lines_total: facts.linesTotal,
    cut: cutOf({
      list: 'lines',
      shown: facts.lines.length,
      left: facts.linesTotal - facts.lines.length,
      how: 'Download the file: only the first lines are returned.',
    }),
    taxes: facts.taxes.map(({ category, percent, base, amount: tax, exemption }) => {
      return { category, percentage: percent, base: amount(base), amount: amount(tax), exemption };
    }),
    totals: {
      net: amount(totals.net),
      tax: amount(totals.tax),
      gross: amount(totals.gross),
      prepaid: amount(totals.prepaid),
      due: amount(totals.due),
    },
    payment: {
      iban: payment.iban,
      account_number: payment.account,
      bic: payment.bic,
      reference: payment.reference,
      terms: payment.terms,
      early_discounts: skontoIn(payment.terms),
    },
    order_number: facts.order,
    corrects: [...facts.corrects],
    warnings: [...facts.warnings],
  };
}

type KeptAddress = NonNullable<NonNullable<KeptEInvoice['facts']>['supplier']['address']>;

function addressOf({ line1, line2, line3, city, region, postalCode, country }: KeptAddress): Address {
  const more = [line2, line3].filter((line) => line !== null).join(', ');
  return { line1, line2: more === '' ? null : more, city, region, postal_code: postalCode, country };
}
