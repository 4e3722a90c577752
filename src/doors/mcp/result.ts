import type { CallToolResult } from '@modelcontextprotocol/server';
import { previewFor, type Previewed, type UndoOffer } from '../../modules/connector/index.ts';
import { refusal } from '../../operation/errors.ts';
import type { Answer } from '../../operation/run.ts';
import { plainText } from './plain-text.ts';

/** A result is read by a model, and paid for by the character. */
export const resultCharactersMax = 25_000;

export const resultTooLarge = refusal(
  'result_too_large',
  422,
  'The result is too long.',
  'Ask for fewer `fields`, a smaller `limit` or a shorter period.',
);

export function sizeOf(output: unknown): number {
  return JSON.stringify(output)?.length ?? 0;
}

/** Notes that a result carries beside the answer. */
export type ResultNotes = {
  readonly dryRun: boolean;
  /** Effect of the write on books, stock and mail, where it was asked for. */
  readonly previewed?: Previewed | undefined;
  /** The action that undoes this write exactly, if any. */
  readonly undo?: UndoOffer | undefined;
  /** Of whoever reads it. */
  readonly permissions: ReadonlySet<string>;
};

/** Result of a call, as structured content and as the same in text. */
export function succeeded({ output, replayed }: Answer, told?: ResultNotes): CallToolResult {
  const added = told?.previewed === undefined ? {} : { preview: previewShown(told.previewed, told.permissions) };
  const undo = told?.undo === undefined ? {} : { undo: undoShown(told.undo) };
  const notes = [
    ...(told?.dryRun === true ? ['This is a preview. Nothing was written.'] : []),
    ...(told?.previewed === undefined ? [] : [plainText(added)]),
    ...(replayed ? ['This was already written with the same idempotency_key; nothing was written again.'] : []),
  ];
  return {
    content: [plainText(told?.undo === undefined ? output : { ...structureOf(output), ...undo }), ...notes].map(
      (text) => ({ type: 'text', text }),
    ),
    structuredContent: { ...structureOf(output), ...added, ...undo },
  };
}

/** Effect of a write beyond its answer, and the ticket that holds it to this plan. */
function previewShown({ preview, ticket }: Previewed, permissions: ReadonlySet<string>): object {
  const { result: _, ...effect } = previewFor(permissions, preview);
  return { plan: ticket.toString('base64url'), ...effect };
}

/** Called with the id, undo_mcp_write makes the calls that are named, under the rules that each of them has. */
function undoShown({ id, until, steps }: UndoOffer): object {
  return { action: 'undo_mcp_write', id, until, calls: [...new Set(steps.map(({ name }) => name))] };
}

/** Operations answer with objects; what is already written is told even when it is longer than a result may be. */
function structureOf(output: unknown): Record<string, unknown> {
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : { result: output };
}

/** The record that a write made, cut to what leads to it. */
export function shortened(output: unknown): Record<string, unknown> {
  const short = Object.entries(structureOf(output)).filter(([, value]) => typeof value !== 'object' || value === null);
  return Object.fromEntries(
    short.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, 500) : value]),
  );
}
