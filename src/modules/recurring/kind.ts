import type { OperationName } from '../../operation/errors.ts';
import { z } from 'zod';
import type { Sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, type Prefixed } from '../../wire/index.ts';
import { type RecurringRow, statusField } from './recurring.ts';

/** Table and names of one kind of recurring record. */
export type RecurringTable = {
  /** The prefix of their ids; `run_…` makes the next occurrence, and is the kind of the job that does. */
  readonly name: Prefixed;
  readonly table: Sql;
};

/** All that is to be known of one kind. `subject` is what is kept of what is made, as columns and as their values. */
export type RecurringKind<Row extends RecurringRow> = RecurringTable & {
  readonly events: RecurringEvents;
  readonly subject: { readonly columns: Sql; readonly stored: (row: Row) => Sql };
  /** Keeps a row as it was for the audit log, in wire form. */
  readonly keepBefore: (context: Context, row: Row) => void;
};

export type RecurringEvents = ReturnType<typeof recurringEvents>;

export function recurringEvents(name: Prefixed) {
  const Notice = z.object({
    id: Id(name),
    name: z.string(),
    ...statusField,
    next_date: Day.nullable(),
    version: z.int(),
  });
  return {
    created: event(`${name}.created`, Notice),
    updated: event(`${name}.updated`, Notice),
    paused: event(`${name}.paused`, Notice),
    resumed: event(`${name}.resumed`, Notice),
    cancelled: event(`${name}.cancelled`, Notice),
    completed: event(`${name}.completed`, Notice),
  };
}

/** The operation that runs one, pauses it and so on. */
export function operationFor(verb: 'run' | 'pause' | 'resume' | 'cancel', { name }: RecurringTable): OperationName {
  return `${verb}_${name}`;
}
