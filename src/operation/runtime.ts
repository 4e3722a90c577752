import type { Database } from '../db/database.ts';
import type { Access } from './access.ts';
import type { AuditHeads } from './audit-heads.ts';
import type { Packer, DocumentRenderer } from './afterwards.ts';
import type { Emitted } from './events.ts';
import type { Call } from './operation.ts';
import type { Settings } from './operation.ts';
import type { Outward } from './outward.ts';
import type { Practices } from './practice.ts';
import type { Secrets } from './secrets.ts';
import type { StatementReader } from './statement-reader.ts';

export type Runtime = {
  readonly db: Database;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  /** A new uuid v7. */
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly access: Access;
  /** Absent where nothing is printed. */
  readonly renderer?: DocumentRenderer;
  /** Absent where no file says where audit logs ended. */
  readonly auditHeads?: AuditHeads;
  /** Absent where no files are made. */
  readonly packer?: Packer;
  /** Absent where no files of banks are read. */
  readonly readStatement?: StatementReader;
  /** Absent where nothing is asked of the network. */
  readonly outward?: Outward;
  /** Absent where no AI apps practise. */
  readonly practices?: Practices;
  /** True while too little space is left to write. Absent where the database keeps its own. */
  readonly isFull?: () => boolean;
  /** Looks on while calls run together, most often one alone. Absent where nobody does. */
  readonly watch?: <Result>(calls: readonly Call[], work: () => Promise<Result>) => Promise<Result>;
  /** Told after a commit what happened and which kinds of work wait, so that who does them need not wait for a poll. */
  readonly committed?: (events: readonly Emitted[], queued: ReadonlySet<string>) => void;
};
