import type { KeyedFile, StatementSource } from '../statement/read-keyed.ts';
import type { WorkFor } from './heavy-work.ts';

/**
 * Reads the file of a bank beside the event loop, when it is the organisation's turn. A file that cannot be read is
 * answered with its fault.
 *
 * @throws Overloaded where too many files of the organisation wait already.
 */
export type StatementReader = (source: StatementSource, whose: WorkFor) => Promise<KeyedFile>;
