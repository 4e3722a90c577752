import type { Operation } from '../../../operation/operation.ts';
import type { Caller } from '../mcp-context.ts';

type Answered = { readonly operation: Operation; readonly output: unknown; readonly full: boolean };

/** Tells whoever makes a task of a call that its answer is a record that a job goes on with. */
export function tellBegun({ hearBegun }: Pick<Caller, 'hearBegun'>, { operation, output, full }: Answered): void {
  const { id } = (output ?? {}) as { readonly id?: unknown };
  if (operation.cancelledBy !== undefined && typeof id === 'string') hearBegun?.({ action: operation.name, id, full });
}
