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

/** Notes of a write's result beside the record. */
export type WriteNotes = {
  /** The main fields of the record, and what comes next. */
  readonly main: Readonly<Record<string, unknown>>;
  readonly replayed: boolean;
  readonly dryRun: boolean;
  /** Effect of the write on books, stock and mail, where it was asked for. */
  readonly previewed?: Previewed | undefined;
  /** The action that undoes this write exactly, if any. */
  readonly undo?: UndoOffer | undefined;
  /** Of whoever reads it. */
  readonly permissions: ReadonlySet<string>;
};

/** Result of a read, as structured content and as the same in text. */
export function succeeded({ output }: Pick<Answer, 'output'>): CallToolResult {
  return { content: [{ type: 'text', text: plainText(output) }], structuredContent: structureOf(output) };
}

/**
 * Result of a write: its main fields as text, and as structured content those or the whole record. Never both are
 * whole: a record that was asked for is paid for once.
 */
export function written(record: unknown, { main, replayed, ...told }: WriteNotes): CallToolResult {
  const added = told.previewed === undefined ? {} : { preview: previewShown(told.previewed, told.permissions) };
  const undo = told.undo === undefined ? {} : { undo: { action: undoAction, id: told.undo.id } };
  const notes = [
    ...(told.dryRun ? ['This is a preview. Nothing was written.'] : []),
    ...(told.previewed === undefined ? [] : [plainText(added)]),
    ...(replayed ? ['This was already written with the same idempotency_key; nothing was written again.'] : []),
  ];
  const isWhole = record !== undefined && sizeOf(record) <= resultCharactersMax;
  const wholeUndo = told.undo === undefined ? {} : { undo: undoShown(told.undo) };
  return {
    content: [plainText({ ...main, ...undo }), ...notes].map((text) => ({ type: 'text', text })),
    structuredContent: isWhole ? { ...structureOf(record), ...added, ...wholeUndo } : { ...main, ...added, ...undo },
  };
}

const undoAction = 'undo_mcp_write';

/** Effect of a write beyond its answer, and the ticket that holds it to this plan. */
function previewShown({ preview, ticket }: Previewed, permissions: ReadonlySet<string>): object {
  const { result: _, ...effect } = previewFor(permissions, preview);
  return { plan: ticket.toString('base64url'), ...effect };
}

/** Called with the id, undo_mcp_write makes the calls that are named, under the rules that each of them has. */
function undoShown({ id, until, steps }: UndoOffer): object {
  return { action: undoAction, id, until, calls: [...new Set(steps.map(({ name }) => name))] };
}

/** Operations answer with objects. */
function structureOf(output: unknown): Record<string, unknown> {
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : { result: output };
}
