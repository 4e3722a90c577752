import { z } from 'zod';
import { languageOf, messagesOf } from '../../messages/index.ts';
import { notFound } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { isSalesTaxId, Locale } from '../../wire/index.ts';
import { type ClientsInvoiced, clientsInvoiced } from '../clients/index.ts';
import { hasIssuedInvoice, hasLogo } from '../documents/index.ts';
import { isNumbered, type OrganizationValue, readOrganization } from '../organization/index.ts';
import { chargedRate, defaultRate } from '../products/index.ts';
import { eInvoiceItems } from './e-invoice-items.ts';
import { type Needed, needsTaxNumber, Readiness, type ReadinessCode } from './readiness.ts';

export const getOrganizationReadiness = operation({
  name: 'get_organization_readiness',
  summary: 'List what is missing before correct invoices can be issued.',
  guidance:
    'Each item is `done`, `missing` or `recommended`, says why it matters, and names the operation and field that ' +
    'change it. E-invoices are tried by the rules that issuing them applies, under the same codes.',
  http: 'GET /organization/readiness',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({
    language: Locale.optional().describe('Language of `title` and `why`. Default: the organisation’s.'),
  }),
  output: Readiness,
  refuses: [notFound],
  async run(context, { language = context.actor.organization?.locale ?? 'en' }) {
    const facts = await readFacts(context);
    const { e_invoice: refused, ...words } = messagesOf(language, 'readiness');
    const needed = plainItems(facts).map(({ code, ...item }) => ({ code, ...words[code], hint: null, ...item }));
    const asked = eInvoiceItems(facts).map((item) => ({ ...item, ...refused, state: 'missing' as const }));
    const items = [...needed, ...asked];
    return {
      ready: items.every(({ state }) => state !== 'missing'),
      has_invoices: facts.hasInvoices,
      language: languageOf(language, 'readiness'),
      items,
    };
  },
});

type Facts = {
  readonly organization: OrganizationValue;
  readonly clients: ClientsInvoiced;
  readonly chargesTax: boolean;
  readonly hasDefaultRate: boolean;
  readonly hasLogo: boolean;
  readonly isNumbered: boolean;
  readonly hasInvoices: boolean;
};

/** One flight, however much there is. */
async function readFacts(context: Context): Promise<Facts> {
  const [organization, clients, charged, usual, logo, numbered, invoices] = await Promise.all([
    readOrganization(context, { lock: false }),
    clientsInvoiced(context),
    chargedRate(context),
    defaultRate(context),
    hasLogo(context),
    isNumbered(context, 'invoice'),
    hasIssuedInvoice(context),
  ]);
  return {
    organization,
    clients,
    chargesTax: charged !== undefined,
    hasDefaultRate: usual !== undefined,
    hasLogo: logo,
    isNumbered: numbered,
    hasInvoices: invoices,
  };
}

/** Countries that prescribe e-invoices between businesses, now or by a law that is passed. */
const eInvoiceCountries = new Set(['BE', 'DE', 'ES', 'FR', 'HR', 'IT', 'LV', 'PL', 'PT', 'RO']);

function plainItems(facts: Facts): Needed[] {
  const { organization, clients } = facts;
  const { address, country, e_invoicing: sending } = organization;
  const isReachable = address !== null && address.city !== null && (address.line1 ?? address.postal_code) !== null;
  const own = (code: ReadinessCode, field: string, isDone: boolean, otherwise: Needed['state'] = 'missing'): Needed => {
    return { code, state: isDone ? 'done' : otherwise, change_with: 'update_organization', pointer: `/${field}` };
  };
  return [
    own('legal_name', 'legal_name', organization.legal_name !== null, 'recommended'),
    own('address', 'address', isReachable),
    ...taxNumber(facts, own),
    own('bank_account', 'bank_account', organization.bank_account !== null),
    taxRates(facts),
    {
      code: 'invoice_numbering',
      state: facts.isNumbered ? 'done' : 'missing',
      change_with: 'update_numbering_series',
      pointer: '/pattern',
    },
    {
      code: 'first_client',
      state: clients.exist ? 'done' : 'missing',
      change_with: 'create_client',
      pointer: '/display_name',
    },
    own('sender_email', 'email', organization.email !== null, 'recommended'),
    {
      code: 'logo',
      state: facts.hasLogo ? 'done' : 'recommended',
      change_with: 'create_document_template',
      pointer: '/logo_file_id',
    },
    ...(sending.format !== null || eInvoiceCountries.has(country)
      ? [own('e_invoice_format', 'e_invoicing/format', sending.format !== null, 'recommended')]
      : []),
  ];
}

type Own = (code: ReadinessCode, field: string, isDone: boolean, otherwise?: Needed['state']) => Needed;

function taxNumber({ organization, chargesTax }: Facts, own: Own): Needed[] {
  const needs = needsTaxNumber(organization.country, { chargesTax });
  const has = organization.tax_ids.length > 0;
  return has || needs !== 'no' ? [own('tax_number', 'tax_ids', has, needs === 'yes' ? 'missing' : 'recommended')] : [];
}

/** An organisation that charges tax should issue no line without it: the condition of `line_without_tax`. */
function taxRates({ organization, chargesTax, hasDefaultRate }: Facts): Needed {
  const code = 'tax_rates';
  if (chargesTax) {
    const state = hasDefaultRate ? 'done' : 'recommended';
    return { code, state, change_with: 'update_tax_rate', pointer: '/is_default' };
  }
  const state = organization.tax_ids.some(isSalesTaxId) ? 'missing' : 'done';
  return { code, state, change_with: 'create_tax_rate', pointer: '/percentage' };
}
