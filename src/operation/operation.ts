import type { z } from 'zod';
import type { Day } from '../core/calendar.ts';
import type { Db } from '../db/database.ts';
import type { Access } from './access.ts';
import type { Actor } from './actor.ts';
import type { AuditHeads } from './audit-heads.ts';
import type { Afterwards, Press } from './afterwards.ts';
import { noteAction } from './action-name.ts';
import type { AmountOf } from './amount.ts';
import { periodLocked, type Refusal, stepUpRequired } from './errors.ts';
import type { Deed, Errand } from './deed.ts';
import type { Emitted, EventKind } from './events.ts';
import { noteReader } from './record-readers.ts';
import type { Calls } from './risk.ts';
import type { Undo } from './undo.ts';

export type Effect = 'read' | 'write' | 'destructive';
/** `public` needs no credential; `signed_in` any; the rest are in the permission catalogue. */
export type Permission = 'public' | 'signed_in' | `${string}:${string}`;
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;

/** Everything a handler may touch. Time, identity and I/O arrive here so that tests can choose them. */
export type Context = {
  readonly db: Db;
  readonly actor: Actor;
  /** The actor's organisation: every statement names it, beside row-level security. */
  readonly organization: string;
  /** RFC 3339, UTC. */
  readonly now: string;
  /** The day it is in the organisation's time zone. */
  readonly today: Day;
  /** A new uuid v7. */
  readonly newId: () => string;
  readonly emit: (event: Emitted) => void;
  /** Says that work of this kind waits to be done once the transaction has committed. */
  readonly queued: (kind: string) => void;
  /** What the record was before this change, in wire form, for the audit log. */
  readonly before: (record: unknown) => void;
  /** The id on the wire of what this is done to, where neither answer nor input says it. */
  readonly about: (id: string) => void;
  /** Other organisations whose audit log tells of this too: how somebody signs in concerns all of theirs. */
  readonly alsoIn: (organizations: readonly string[]) => void;
  /** Goes on as another actor: signing in and founding an organisation begin as a stranger and end as a member. */
  readonly enter: (actor: Actor) => void;
  /** Carries out another operation within this transaction, with the audit line, events and key of its own call. */
  readonly carryOut: (errand: Errand) => Promise<Deed>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  /** Absent where no file says where audit logs ended. */
  readonly auditHeads?: AuditHeads | undefined;
  /** Signs at once; forgets when the transaction has committed. */
  readonly access: Access;
  readonly origin: Origin;
};

/** Keys that handlers sign with; each purpose has its own. */
export type Secrets = {
  readonly cursors: Uint8Array;
  readonly sealing: Uint8Array;
  /** What the audit log is sealed with. Nobody who can only write to the database has it. */
  readonly audit: Uint8Array;
};

/** What the operator chose that operations depend on. */
export type Settings = {
  /** Who may register: nobody but the first user, anyone, or nobody. */
  readonly signup: 'first' | 'open' | 'closed';
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether guessing at secrets is slowed down. Off only for load tests. */
  readonly throttle: boolean;
  /** Whether URLs that people give may lead to this machine. No unless said. */
  readonly callLoopback?: boolean;
  /** Who is mailed once a day where the audit log of each organisation ends. Nobody unless said. */
  readonly auditMail?: string | undefined;
};

/** Where a call came from, for the audit log. */
export type Origin = {
  readonly door: 'rest' | 'mcp' | 'job' | 'console';
  readonly requestId: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly mcpClient?: string;
  /** The conversation of an AI client that the call belongs to, where the client names it. */
  readonly conversation?: string;
  readonly client?: ClientFacts;
};

/** What a client says of itself and of its connection beside its name, for who looks why something does not work. */
export type ClientFacts = {
  /** The revision of the protocol that it speaks, where it says so. */
  readonly protocol?: string;
  /** Whether each message says that, or a handshake has. */
  readonly saysItEachTime: boolean;
  /** Whether it can show its user an address and wait. */
  readonly opensPages: boolean;
  /** What time it is there, by its `Date` header; RFC 3339. */
  readonly date?: string;
  /** How far the address and headers of this connection narrow it. */
  readonly toolsets?: readonly string[];
  readonly readOnly: boolean;
  /** How many calls are left of a minute's. */
  readonly rate?: { readonly limit: number; readonly remaining: number; readonly resetsInSeconds: number };
};

/** What may be used before the transaction opens: work that must not hold one, such as hashing a password. */
export type Outside = {
  readonly now: string;
  readonly actor: Actor;
  readonly newId: () => string;
  readonly read: <Result>(
    scope: { user?: string; organization?: string },
    work: (db: Db) => Promise<Result>,
  ) => Promise<Result>;
  /** A short transaction of its own, for what must stand even if the call is refused, such as a counted attempt. */
  readonly write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly origin: Origin;
  readonly press?: Press | undefined;
  /** Aborted when the caller hangs up. */
  readonly signal?: AbortSignal | undefined;
};

export type Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType, Prepared = unknown> = {
  readonly name: string;
  readonly summary: string;
  readonly guidance?: string;
  readonly http: Route;
  readonly effect: Effect;
  readonly permission: Permission;
  /** A tool of its own, reachable through the actions list, or not offered to models at all. */
  readonly mcp: 'tool' | 'action' | 'hidden';
  /** A POST that is answered with 201 and the address of the record it created. */
  readonly creates?: true;
  /** Repeating the call changes nothing more. True of every read, PATCH, PUT and DELETE without saying so. */
  readonly idempotent?: true;
  /** Sends mail, links or requests to people or systems outside, beside the record it writes. */
  readonly reachesOutside?: true;
  /** Fields of a tool's input that few calls need: taken as any other, and told by describe_action alone. */
  readonly seldom?: readonly string[];
  readonly input: Input;
  readonly output: Output;
  readonly refuses?: readonly Refusal[];
  readonly emits?: readonly EventKind[];
  /** REST refuses the call without an Idempotency-Key: it moves money, stock or numbers. */
  readonly keyRequired?: boolean;
  /** Writes to the books, or to what reports of a day are made from: refused where a lock has closed that day. */
  readonly posts?: true;
  /**
   * Nobody takes it back, or it hands everything out: people with a second factor give it again, and what an AI client
   * asks for waits for a person, whatever its preset.
   */
  readonly stepUp?: true;
  /**
   * Decides who may do or see what: members, roles, invites, whom a client is assigned to, where events are sent. What
   * an AI client asks for of it waits for a person, whatever its preset, since it could make itself an accomplice.
   */
  readonly givesRights?: Calls;
  /**
   * Changes where money is paid to, or what people outside are told by whom, and where to pay and to ask: the same
   * holds for it.
   */
  readonly redirectsMoney?: Calls;
  /** Gives money or claims back, writes to people outside, or goes on in spite of a warning: waits unless `full`. */
  readonly risky?: Calls;
  /** Pays money to others, which a text that came from outside may ask for. */
  readonly paysOut?: true;
  /** What counts against the limits of a token. The debits that it posts unless said. */
  readonly amount?: AmountOf<z.output<Output>>;
  /** Calls that set a day on which the rest is done by a job: what that comes to is not known when it is asked for. */
  readonly postsLater?: Calls;
  /** What takes it back exactly, for those whose AI client did not mean it. */
  readonly undo?: Undo;
  /** Of a rate-limit window, how many ordinary calls this one counts as. 1 unless said. */
  readonly cost?: number;
  /** How large a request may be, where it carries a file. A mebibyte unless said. */
  readonly bodyMaxBytes?: number;
  /** REST takes multipart/form-data too: the file in the part `file` is kept first, and its hash sent as `sha256`. */
  readonly takesFile?: true;
  /** Fields of the input and the answer that must never be written down. Such a call keeps no idempotency key. */
  readonly secretInput?: readonly string[];
  /** Texts of the input too long for the audit log, which are kept elsewhere as long as they are needed. */
  readonly unaudited?: readonly string[];
  /** False where the answer itself is the effect, such as a token: a dry run of it would be the real thing. */
  readonly previewable?: false;
  /** Goes on where the disk is nearly full, since nobody could read without it. */
  readonly alsoWhenFull?: true;
  /** The answer waits for the next multiple of so many milliseconds, so that its time does not tell what was found. */
  readonly answersEveryMs?: number;
  readonly prepare?: (outside: Outside, input: z.output<Input>) => Promise<Prepared>;
  run(
    context: Context,
    input: z.output<Input>,
    prepared: Prepared,
  ): Promise<z.output<Output> | Afterwards<z.output<Output>>>;
};

/** Gives one declaration its types, and adds the refusals that follow from what it says of itself. It is plain data. */
export function operation<Input extends z.ZodType, Output extends z.ZodType, Prepared = undefined>(
  spec: Operation<Input, Output, Prepared>,
): Operation {
  const following = [...(spec.posts === true ? [periodLocked] : []), ...(spec.stepUp === true ? [stepUpRequired] : [])];
  const complete: typeof spec =
    following.length === 0 ? spec : { ...spec, refuses: [...(spec.refuses ?? []), ...following] };
  noteAction(spec.name);
  // The pipeline parses the input with the operation's own schema before it calls run, so the types do meet.
  noteReader(complete);
  return complete;
}
