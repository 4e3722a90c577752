import { z } from 'zod';
import { typeIdFrom, uuidFrom } from './type-id.ts';

/** Prefix of every kind of record that has an id on the wire. */
export const prefixes = {
  organization: 'org',
  user: 'user',
  session: 'sess',
  passkey: 'pkey',
  member: 'mem',
  role: 'role',
  invite: 'inv',
  sso_domain: 'ssod',
  client: 'client',
  client_group: 'cgrp',
  contact: 'contact',
  product: 'prod',
  variant: 'variant',
  product_category: 'pcat',
  tax_rate: 'tax',
  vat_return: 'vret',
  vat_payment: 'vpay',
  price_list: 'plist',
  location: 'loc',
  movement: 'mov',
  stock_count: 'count',
  reservation: 'resv',
  transfer: 'transfer',
  stock_alert: 'alert',
  sale: 'sale',
  sale_line: 'sline',
  payment_method: 'pm',
  payment: 'pay',
  allocation: 'alloc',
  refund: 'refund',
  money_transfer: 'mtr',
  bank_account: 'bank',
  bank_import: 'bimp',
  bank_statement: 'bst',
  bank_line: 'bline',
  bank_match: 'bmatch',
  bank_reconciliation: 'brec',
  bank_rule: 'brule',
  scheduled_payment: 'plan',
  payment_file: 'pfile',
  document: 'doc',
  document_share: 'dshare',
  document_mail: 'dmail',
  reminder: 'rem',
  late_fee: 'fee',
  document_export: 'dexp',
  export: 'expt',
  accountant_link: 'alink',
  scheduled_report: 'srep',
  report_recipient: 'rcpt',
  report_run: 'rrun',
  report_link: 'rlink',
  document_template: 'tmpl',
  series: 'series',
  recurring_document: 'rdoc',
  other_document: 'odoc',
  expense: 'exp',
  expense_line: 'xline',
  expense_category: 'xcat',
  expense_payment: 'xpay',
  supplier_payment: 'spay',
  supplier_refund: 'sref',
  recurring_expense: 'rexp',
  exchange_rate: 'xrate',
  file: 'file',
  account: 'acct',
  journal_entry: 'je',
  lock_exception: 'lockx',
  accrual: 'accr',
  schedule: 'sched',
  asset: 'asset',
  dimension: 'dim',
  dimension_value: 'dimv',
  budget: 'budg',
  revaluation: 'reval',
  custom_field: 'cfield',
  saved_filter: 'sfilter',
  mcp_token: 'mcpt',
  api_key: 'akey',
  oauth_app: 'oapp',
  connected_app: 'conn',
  approval: 'appr',
  practice: 'prac',
  import: 'imp',
  job: 'job',
  audit: 'aud',
  event: 'evt',
  notification: 'note',
  webhook: 'wh',
  webhook_delivery: 'whd',
} as const;

export type Prefixed = keyof typeof prefixes;

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Prefixed]));

/** The kind of record an id is of: `doc_…` of a document. Undefined for what is no id. */
export function kindOf(id: string): Prefixed | undefined {
  return kinds.get(id.slice(0, Math.max(0, id.lastIndexOf('_'))));
}

const codecs = new Map<Prefixed, IdCodec>();
type IdCodec = z.ZodCodec<z.ZodString, z.ZodString>;

/** An id: `client_01h455vb4pex5vsknk084sn02q` on the wire, a uuid inside. */
export function Id(of: Prefixed): IdCodec {
  let codec = codecs.get(of);
  if (codec === undefined) {
    codec = makeId(prefixes[of]);
    codecs.set(of, codec);
  }
  return codec;
}

const exampleDigits = '01h455vb4pex5vsknk084sn02q';
const example = new RegExp(`^([a-z]+)_${exampleDigits}$`);
/** Stands for the prefix where an id of any kind is taken. */
export const anyPrefix = '*';

/** The prefix that a schema takes by the examples that it shows; undefined for what takes no id. */
export function prefixOfExample(examples: unknown): string | undefined {
  const [first, second] = (Array.isArray(examples) ? examples : []).map((one) => example.exec(String(one))?.[1]);
  return first !== undefined && second !== undefined ? anyPrefix : first;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id on the wire of a value that was read where such an id is taken, or passed on unread; undefined for a word. */
export function idIn(prefix: string, value: string): { readonly id: string; readonly prefix: string } | undefined {
  if (prefix !== anyPrefix) {
    const id = uuidPattern.test(value) ? typeIdFrom(prefix, value) : value;
    return uuidFrom(prefix, id) === undefined ? undefined : { id, prefix };
  }
  const of = Object.values(prefixes).find((one) => uuidFrom(one, value) !== undefined);
  return of === undefined ? undefined : { id: value, prefix: of };
}

/** The id of a record of any kind. A number, which many take for it, would fit nothing and look like an answer. */
export const AnyId = z
  .string()
  .trim()
  .max(64)
  .refine((text) => Object.values(prefixes).some((prefix) => uuidFrom(prefix, text) !== undefined), {
    error:
      'Write the id of a record, such as sale_01h455vb4pex5vsknk084sn02q. ' +
      'A number such as INV-2026-0042 is not an id: use search or the list of such records to find the id.',
    params: { code: 'wrong_id' },
  })
  .meta({ examples: [`sale_${exampleDigits}`, `client_${exampleDigits}`] });

/** The prefix that a schema made by `Id` takes; undefined for any other schema. */
export function prefixOf(schema: unknown): string | undefined {
  const [of] = [...codecs].find(([, codec]) => codec === schema) ?? [];
  return of === undefined ? undefined : prefixes[of];
}

function makeId(prefix: string): IdCodec {
  const wire = z
    .string()
    .max(64)
    .meta({ examples: [`${prefix}_${exampleDigits}`] });
  return z.codec(wire, z.string(), {
    decode: (text, context) => {
      const uuid = uuidFrom(prefix, text);
      if (uuid !== undefined) return uuid;
      const message = `Write an id that begins with ${prefix}_, such as ${prefix}_${exampleDigits}.`;
      context.issues.push({ code: 'custom', input: text, message, params: { code: 'wrong_id' } });
      return z.NEVER;
    },
    encode: (uuid) => typeIdFrom(prefix, uuid),
  });
}
