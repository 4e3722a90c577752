import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { anyOf } from '../../../operation/filter.ts';
import { numberKey, textKey } from '../../../operation/list.ts';
import {
  archiveRecord,
  defineRecord,
  getRecord,
  json,
  listRecords,
  plain,
  restoreRecord,
} from '../../../operation/record/index.ts';
import { ruleModes } from '../../../matching/rules.ts';
import { ForeignName, Id, Instant, recordFields } from '../../../wire/index.ts';

const { version, created_at, updated_at, created_by, updated_by } = recordFields;

export const directions = ['in', 'out'] as const;

const BankRuleConditions = z.object({
  bank_account_ids: z.array(Id('bank_account')).describe('One of these bank accounts; empty for any.'),
  direction: z.enum(directions).nullable(),
  amount_min: z.string().nullable().describe('Without a sign, in `currency`.'),
  amount_max: z.string().nullable(),
  currency: z.string().nullable(),
  words_all: z.array(z.string()).describe('All of these are in the text or the name of the counterparty.'),
  words_any: z.array(z.string()).describe('At least one of these is.'),
  counterparty_name: ForeignName.nullable(),
  counterparty_account: ForeignName.nullable(),
});
export type BankRuleConditions = z.output<typeof BankRuleConditions>;

const BankRuleTarget = z.object({
  account_id: Id('account').nullable(),
  client_id: Id('client').nullable(),
  supplier_id: Id('client').nullable(),
  bank_account_id: Id('bank_account').nullable(),
  percent: z.string().nullable(),
  amount: z.string().nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
});
export type BankRuleTarget = z.output<typeof BankRuleTarget>;

export const BankRule = z.object({
  id: Id('bank_rule'),
  organization_id: Id('organization'),
  name: z.string(),
  position: z.int().describe('Rules are tried in this order; the first that fits a line wins.'),
  mode: z.enum(ruleModes).describe('`book` records lines without asking, `suggest` only suggests it.'),
  conditions: BankRuleConditions,
  targets: z.array(BankRuleTarget).describe('What a line is in the books. The one without a part takes the rest.'),
  memo: z.string().nullable(),
  lines_booked: z.int().describe('Lines that are matched by it now.'),
  status: z.enum(['active', 'archived']),
  version,
  created_at,
  updated_at,
  created_by,
  updated_by,
  archived_at: Instant.nullable(),
});
export type BankRule = z.output<typeof BankRule>;

/** Events name nobody who pays or is paid. */
const BankRuleNotice = BankRule.pick({ id: true, name: true, position: true, mode: true, status: true, version: true });

export const bankRuleNameTaken = refusal(
  'bank_rule_name_taken',
  409,
  'Another bank rule has that name.',
  'Choose another `name`, or update that rule.',
  ['bank_rules_name_key'],
);

export const bankRules = defineRecord<typeof BankRule>({
  name: 'bank_rule',
  plural: 'bank_rules',
  table: 'bank_rules',
  path: '/bank-rules',
  permissions: { read: 'bank:read', manage: 'bank:write' },
  schema: BankRule,
  columns: { name: plain, position: plain, mode: plain, conditions: json, targets: json, memo: plain },
  gathered: {
    lines_booked: sql`(select count(distinct line_id)::int from bank_matches as match
      where match.organization_id = bank_rules.organization_id and match.rule_id = bank_rules.id)`,
  },
  tells: BankRuleNotice,
  // Matches refer to it while it is locked.
  lock: 'no key update',
});

export const getBankRule = getRecord(bankRules, { summary: 'Get one bank rule.' });

export const listBankRules = listRecords(bankRules, {
  summary: 'List bank rules in the order in which they are tried.',
  sorts: {
    position: numberKey(bankRules.column('position')),
    name: textKey(bankRules.column('name')),
    created_at: 'usual',
    updated_at: 'usual',
  },
  defaultSort: 'position',
  filters: {
    status: 'usual',
    mode: anyOf(ruleModes, (modes) => sql`mode = any(${modes}::text[])`),
    updated_at: 'usual',
  },
});

export const archiveBankRule = archiveRecord(bankRules, {
  summary: 'Archive a bank rule. What it booked stays.',
});

export const restoreBankRule = restoreRecord(bankRules, {
  summary: 'Restore an archived bank rule.',
  refuses: [bankRuleNameTaken],
});
