import { onlyMakesCalls, type Operation } from '../../../operation/operation.ts';
import { isAmong } from '../../../operation/risk.ts';

/** Levels of autonomy within the permissions of a token, from the narrowest to the widest. */
export const presets = ['read_only', 'draft_only', 'standard', 'full'] as const;
export type Preset = (typeof presets)[number];

/** `refused`: this token never may. `needs_person`: it may prepare it, and a person has to do it. */
export type Verdict = 'allowed' | 'refused' | 'needs_person';

export type Input = Readonly<Record<string, unknown>>;

/** The verdict of a preset on a call. Computed at each use, so that a changed token counts from the next call. */
export function verdictOf(preset: Preset, operation: Operation, input: Input = {}): Verdict {
  if (operation.effect === 'read') return 'allowed';
  if (preset === 'read_only') return 'refused';
  if (operation.ofPractice === true) return 'allowed';
  if (isAlwaysAsked(operation, input)) return 'needs_person';
  // An undo, and what takes steps, only make other calls: those decide, each for itself.
  if (preset === 'full' || onlyMakesCalls(operation)) return 'allowed';
  if (isRisky(operation, input)) return 'needs_person';
  return preset === 'standard' || isDraft(operation, input) ? 'allowed' : 'needs_person';
}

/** Writes that no preset includes: they would widen the token's own rights, or redirect money and data. */
function isAlwaysAsked({ stepUp, givesRights, redirectsMoney }: Operation, input: Input): boolean {
  return stepUp === true || isAmong(givesRights, input) || isAmong(redirectsMoney, input);
}

/** By which money, rights or words to people outside have left, so that a token does not take it back by itself. */
export function letsGo(operation: Operation, input: Input): boolean {
  return operation.paysOut === true || isAlwaysAsked(operation, input) || isRisky(operation, input);
}

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

/** Writes that need approval after reading foreign text, whatever the preset. */
export function isRiskyAfterReading(operation: Operation, input: Input): boolean {
  if (operation.effect === 'read') return false;
  return isAlwaysAsked(operation, input) || isRisky(operation, input) || operation.paysOut === true;
}

function isRisky({ effect, permission, risky }: Operation, input: Input): boolean {
  return effect === 'destructive' || riskyPermissions.has(permission) || isAmong(risky, input);
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

/** Inputs that make a call more than a draft: it confirms, issues or posts at once, or on a date. */
const endsDraft = { confirm: [true], issue: [true], post: [true], send: [true], issue_at: true } as const;

function isDraft({ permission, keyRequired }: Operation, input: Input): boolean {
  return keyRequired !== true && draftPermissions.has(permission) && !isAmong(endsDraft, input);
}
