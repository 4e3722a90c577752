type Wire = Readonly<Record<string, unknown>>;

/** A write as the audit log tells it, in wire form. */
export type Written = {
  readonly input: Wire;
  /** Undefined where the handler told of no record before. */
  readonly before: Wire | undefined;
  readonly output: Wire;
};

/** State of a created record after the undo: out of use, or cancelled by another record. */
export type Leftover = 'archived' | 'credited';

/**
 * A call that takes a write back, or a part of it. A `version` in its input is that of the record right after the
 * write; whoever carries it out puts in the one after what was taken back meanwhile.
 */
export type UndoStep = {
  readonly operation: string;
  readonly input: Wire;
  /** Absent where nothing is left. */
  readonly leaves?: Leftover;
  /** Alternative where later changes rule that out: a record that must stay is archived. */
  readonly otherwise?: { readonly operation: string; readonly leaves: Leftover };
};

/** Steps that revert a write exactly, in this order. Empty where this call cannot be undone. */
export type Undo = (written: Written) => readonly UndoStep[];

/** Undone by a call that takes the id of what the write answered. */
export function undoneBy(operation: string): Undo {
  return ({ output: { id } }) => (typeof id === 'string' ? [{ operation, input: { id } }] : []);
}

/** Undone by archiving what the write made, where nothing deletes such a record. */
export function undoneByArchiving(noun: string): Undo {
  return (written) => undoneBy(`archive_${noun}`)(written).map((step) => ({ ...step, leaves: 'archived' }));
}

/** Undone by deleting what the write made, or by archiving it where other records need it by now. */
export function undoneByDeleting(noun: string): Undo {
  const otherwise = { operation: `archive_${noun}`, leaves: 'archived' } as const;
  return (written) => undoneBy(`delete_${noun}`)(written).map((step) => ({ ...step, otherwise }));
}

/** Undone by whichever fits the state that the write left. */
export function undoneByStatus(operations: Readonly<Record<string, string>>): Undo {
  return (written) => {
    const { status } = written.output;
    if (typeof status !== 'string' || !Object.hasOwn(operations, status)) return [];
    return undoneBy(operations[status] ?? '')(written);
  };
}

/** Undone by the same operation with the values that the fields sent had before. */
export function undoneByEarlierValues(operation: string): Undo {
  return ({ input, before, output }) => {
    const { id, version: _, ...sent } = input;
    const fields = Object.keys(sent);
    if (before === undefined || fields.some((field) => !Object.hasOwn(before, field))) return [];
    const earlier = Object.fromEntries(fields.map((field) => [field, before[field]]));
    const { version } = output;
    return [{ operation, input: { ...(id === undefined ? {} : { id }), ...earlier, version } }];
  };
}

/** Undone by a call for each row of a list in the answer, by the id that this field of it has; the last row first. */
export function undoneForEachRow(list: string, field: string, operation: string): Undo {
  return ({ output }) => {
    const ids = idsIn(output[list], field);
    return ids.toReversed().map((id) => ({ operation, input: { id } }));
  };
}

/** Undone by a call for each record of a list in the answer that was not in it before. */
export function undoneForEach(list: string, operation: string): Undo {
  return ({ before = {}, output }) => {
    const old = new Set(idsIn(before[list]));
    const made = idsIn(output[list]).filter((id) => !old.has(id));
    return made.map((id) => ({ operation, input: { id } }));
  };
}

/** Undone by all of these, in this order. Not at all where the last has no way back. */
export function undoneInTurn(...undos: readonly Undo[]): Undo {
  return (written) => {
    const steps = undos.map((undo) => undo(written));
    return steps.at(-1)?.length === 0 ? [] : steps.flat();
  };
}

function idsIn(list: unknown, field = 'id'): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const id: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
