import type { Operation } from '../../../operation/operation.ts';
import type { Caller } from '../mcp-context.ts';
import type { TaskRecord } from './task-id.ts';

/** Hears of work that a call began and that goes on after its answer. */
export type HearBegun = (work: TaskRecord) => void;

type Answered = { readonly operation: Operation; readonly output: unknown; readonly full: boolean };

/** Tells whoever makes a task of a call that its answer is a record that a job works on. */
export function tellBegun({ hearBegun }: Pick<Caller, 'hearBegun'>, { operation, output, full }: Answered): void {
  const { id } = (output ?? {}) as { readonly id?: unknown };
  if (operation.cancelledBy !== undefined && typeof id === 'string') hearBegun?.({ action: operation.name, id, full });
}
