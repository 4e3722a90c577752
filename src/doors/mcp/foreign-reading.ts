import {
  type Conversation,
  isRiskyAfterReading,
  noteEveryMs,
  noteReading,
  waitsAfterReading,
} from '../../modules/connector/index.ts';
import { carriesInstruction, foreignIn } from '../../operation/foreign-text.ts';
import { type ForeignKind, foreignKinds } from '../../wire/index.ts';
import type { MeantCall } from './meant-calls.ts';
import type { AnsweredCall, Caller, McpContext, OperationCall } from './mcp-context.ts';

const notedMax = 10_000;

/** Readings already recorded, with their time, so that not every page that is read is recorded again. */
const noted = new Map<string, number>();

/** Keeps in mind what others wrote, before whoever asked gets to see it: risky writes then wait for a person. */
export function noteForeign(
  mcpContext: McpContext,
  caller: Caller,
  { operation, input, output }: AnsweredCall,
): Promise<void> {
  return note(mcpContext, caller, { action: operation.name, kinds: foreignIn(operation.output, output, input) });
}

type Words = OperationCall & { readonly words: unknown };

/** The same of what the service says beside an answer: a refusal or a preview may quote what others wrote. */
export async function noteWords(
  mcpContext: McpContext,
  caller: Caller,
  { operation, input, words }: Words,
): Promise<void> {
  if (carriesInstruction(words, input))
    await note(mcpContext, caller, { action: operation.name, kinds: new Set(['text']) });
}

type Noted = { readonly action: string; readonly kinds: ReadonlySet<ForeignKind> };

async function note({ runtime }: McpContext, caller: Caller, { action, kinds }: Noted): Promise<void> {
  if (kinds.size === 0) return;
  const place = placeOf(caller);
  const at = runtime.now();
  const fresh = foreignKinds.filter((kind) => kinds.has(kind) && !isNoted(place, kind, at));
  if (fresh.length === 0) return;
  await noteReading(runtime.db, place, { kinds: new Set(fresh), action, at });
  if (noted.size >= notedMax) noted.clear();
  for (const kind of fresh) noted.set(keyOf(place, kind), Date.parse(at));
}

/** True where a risky call needs approval because its conversation has read foreign text. */
export async function waitsForReading({ runtime }: McpContext, caller: Caller, meant: readonly MeantCall[]) {
  if (!meant.some(({ operation, input }) => isRiskyAfterReading(operation, input))) return false;
  return waitsAfterReading(runtime.db, placeOf(caller), runtime.now());
}

function placeOf({ view, origin }: Caller): Conversation {
  const { actor, token } = view.credential;
  return { organization: actor.organization?.id ?? '', token: token.id, conversation: origin.conversation ?? '' };
}

function isNoted(place: Conversation, kind: ForeignKind, at: string): boolean {
  const last = noted.get(keyOf(place, kind));
  return last !== undefined && Math.abs(Date.parse(at) - last) < noteEveryMs;
}

function keyOf({ organization, token, conversation }: Conversation, kind: ForeignKind): string {
  return `${organization} ${token} ${kind} ${conversation}`;
}
