import type { Operation } from '../../operation/operation.ts';

/** What a token may do beside the permissions it has, from the narrowest to the widest. */
export const presets = ['read_only', 'draft_only', 'standard', 'full'] as const;
export type Preset = (typeof presets)[number];

/** `refused`: this token never may. `needs_person`: it may prepare it, and a person has to do it. */
export type Verdict = 'allowed' | 'refused' | 'needs_person';

export type Input = Readonly<Record<string, unknown>>;

/** What a preset says about a call. Computed at each use, so that a changed token counts from the next call. */
export function verdictOf(preset: Preset, operation: Operation, input: Input = {}): Verdict {
  if (operation.effect === 'read') return 'allowed';
  if (preset === 'read_only') return 'refused';
  if (operation.stepUp === true) return 'needs_person';
  if (preset === 'full' || judgedByItsCalls.has(operation.name)) return 'allowed';
  if (isRisky(operation) || asksForRisk(input)) return 'needs_person';
  return preset === 'standard' || isDraft(operation, input) ? 'allowed' : 'needs_person';
}

/** What only makes other calls: those decide, each for itself. */
const judgedByItsCalls = new Set(['undo_mcp_write', 'undo_mcp_conversation']);

/** Money going back, marks on the record that stay, people's rights, closed books, and what leaves the house. */
const riskyPermissions = new Set([
  'sales:void',
  'payments:refund',
  'documents:void',
  'data:erase',
  'data:archive',
  'organization:write',
  'team:manage',
  'periods:lock',
  'periods:override',
  'webhooks:manage',
  'tokens:manage',
]);
const riskyVerbs = /^(send|remind|share|refund|void|write_off|erase|merge|lock|unlock|close|reopen|reverse)_/;
/** Switched on, it writes to clients by itself. */
const riskyNames = new Set(['update_reminder_policy']);

/** Money to others, which a bill may ask for. */
const payouts = new Set(['pay_expense', 'create_supplier_payment', 'apply_supplier_credit', 'create_transfer']);

/** What a model that has read what strangers wrote does not do by itself, whatever its preset. */
export function isRiskyAfterReading(operation: Operation, input: Input): boolean {
  if (operation.effect === 'read') return false;
  return isRisky(operation) || asksForRisk(input) || payouts.has(operation.name);
}

function isRisky({ effect, permission, name }: Operation): boolean {
  return effect === 'destructive' || riskyPermissions.has(permission) || riskyVerbs.test(name) || riskyNames.has(name);
}

/** Calls that are risky for what they ask: to write goods off, to write to clients, or to go on all the same. */
function asksForRisk({ type, force, override, mode, send_when_issued: sends }: Input): boolean {
  const writesToClients = mode === 'issue_and_send' || sends === true;
  return type === 'write_off' || force === true || override !== undefined || writesToClients;
}

/** Records that people work on before anything is posted. What moves money, stock or numbers asks for a key. */
const draftPermissions = new Set([
  'clients:write',
  'products:write',
  'sales:write',
  'documents:write',
  'expenses:write',
  'stock:write',
]);

/** A draft that the same call confirms or issues is none. */
function isDraft({ permission, keyRequired }: Operation, { confirm, issue }: Input): boolean {
  return keyRequired !== true && draftPermissions.has(permission) && confirm !== true && issue !== true;
}
