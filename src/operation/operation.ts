import type { z } from 'zod';
import type { Day } from '../core/calendar.ts';
import type { Db } from '../db/database.ts';
import type { Access } from './access.ts';
import type { Actor } from './actor.ts';
import type { AuditHeads } from './audit-heads.ts';
import type { Afterwards, DocumentRenderer } from './afterwards.ts';
import { noteAction } from './action-name.ts';
import type { AmountOf } from './amount.ts';
import { confinedSession, periodLocked, reconciledPeriod, type Refusal, stepUpRequired } from './errors.ts';
import type { Emitted, EventKind } from './events.ts';
import type { Calls } from './risk.ts';
import type { Outward } from './outward.ts';
import type { StatementReader } from './statement-reader.ts';
import type { NoUndo } from './no-undo.ts';
import type { Undo } from './undo.ts';
import type { Secrets } from './secrets.ts';

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
  /** The record before this change, in wire form, for the audit log. */
  readonly before: (record: unknown) => void;
  /** The id on the wire of what this is done to, where neither answer nor input says it. */
  readonly about: (id: string) => void;
  /** Other organisations whose audit log tells of this too: how somebody signs in concerns all of theirs. */
  readonly alsoIn: (organizations: readonly string[]) => void;
  /** Goes on as another actor: signing in and founding an organisation begin as a stranger and end as a member. */
  readonly enter: (actor: Actor) => void;
  /** Carries out another operation within this transaction, with the audit line, events and key of its own call. */
  readonly carryOut: (nestedCall: NestedCall) => Promise<WriteOutcome>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  /** Absent where no file says where audit logs ended. */
  readonly auditHeads?: AuditHeads | undefined;
  /** Signs at once; forgets when the transaction has committed. */
  readonly access: Access;
  readonly origin: Origin;
};

/** The operator's configuration that operations depend on. */
export type Settings = {
  /** `first` lets only the first user register. */
  readonly signup: 'first' | 'open' | 'closed';
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Slows down guessing at secrets. Off only for load tests. */
  readonly throttle: boolean;
  /** Lets URLs given by users lead to this machine. Defaults to false. */
  readonly callLoopback?: boolean;
  /** Mailed once a day with the head of each organisation's audit log. Defaults to nobody. */
  readonly auditMail?: string | undefined;
};

/** For the audit log. */
export type Origin = {
  readonly door: 'rest' | 'mcp' | 'job' | 'console';
  readonly requestId: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly mcpClient?: string;
  /** The conversation of an AI client that the call belongs to, where the client names it. */
  readonly conversation?: string;
  readonly client?: ClientFacts;
  /** Users who have signed in on this browser before, as a cookie of ours says, and since when. */
  readonly remembers?: readonly RememberedUser[];
};

/** `user`: their uuid; `since`: RFC 3339. */
export type RememberedUser = { readonly user: string; readonly since: string };

/** An MCP client's own statements about itself and its connection, for troubleshooting. */
export type ClientFacts = {
  /** The revision of the protocol that it speaks, where it says so. */
  readonly protocol?: string;
  /** False where only the handshake said so. */
  readonly saysItEachTime: boolean;
  /** It can show its user a URL and wait. */
  readonly opensPages: boolean;
  /** The client's clock, by its `Date` header; RFC 3339. */
  readonly date?: string;
  /** Toolsets that the URL and headers of this connection narrow it to. */
  readonly toolsets?: readonly string[];
  readonly readOnly: boolean;
  /** Per minute. */
  readonly rate?: { readonly limit: number; readonly remaining: number; readonly resetsInSeconds: number };
};

/** For work that must not hold a transaction, such as hashing a password. */
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
  readonly renderer?: DocumentRenderer | undefined;
  readonly readStatement?: StatementReader | undefined;
  readonly outward?: Outward | undefined;
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
   * True where no program may with an API key. Defaults to what needs a second factor and what is about the account of
   * a person; false opens the latter.
   */
  readonly forPeople?: boolean;
  /**
   * Reaches the account of a person beyond the organisation that they are signed in to: refused to sessions that a
   * sign-in provider opened, since whoever runs the provider would reach what other organisations have.
   */
  readonly beyondOrganization?: true;
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
  /** Counts against the limits of a token. Defaults to the debits that it posts. */
  readonly amount?: AmountOf<z.output<Output>>;
  /** Calls that set a day on which the rest is done by a job: what that comes to is not known when it is asked for. */
  readonly postsLater?: Calls;
  /** Reverts the write exactly, for users whose AI app wrote by mistake. */
  readonly undo?: Undo;
  /** Why there is no such way; whatever an AI app may write has one or the other. */
  readonly noUndo?: NoUndo;
  /** Takes back a write of an AI app, or all of its conversation, by calls that decide each for itself who may. */
  readonly undoes?: 'write' | 'conversation';
  /**
   * Makes the calls that its input lists as `steps`, all or none of them. Each decides for itself who may, whether a
   * person is asked, and what it counts as.
   */
  readonly steps?: true;
  /**
   * Is about the practice of an AI app: done for real in the midst of one, while every other call is only tried, and
   * free to whoever may write at all, since nothing of it is in the books.
   */
  readonly ofPractice?: true;
  /** Tells what became of a call that waited: whoever may ask for something may ask this, listed or not. */
  readonly tellsOutcome?: true;
  /** Its answer is a record that a job goes on with: the operation that ends the work before its time. */
  readonly cancelledBy?: string;
  /** Of a rate-limit window, how many ordinary calls this one counts as. 1 unless said. */
  readonly cost?: number;
  /** For requests that carry a file. Defaults to 1 MiB. */
  readonly bodyMaxBytes?: number;
  /** REST takes multipart/form-data too: the file in the part `file` is kept first, and its hash sent as `sha256`. */
  readonly takesFile?: true;
  /** Fields of the input and the answer that must never be written down. Such a call keeps no idempotency key. */
  readonly secretInput?: readonly string[];
  /** Texts and objects too long for the audit log, or nobody's business: kept elsewhere as long as they are needed. */
  readonly unaudited?: readonly string[];
  /**
   * Calls of it may be carried out side by side in one transaction, as if one came after the other: what they read and
   * write together is `batched`. Names what a call reads or changes that another may change too, such as a number that
   * it takes: two that have one of these in common come one after the other.
   */
  readonly sideBySide?: ((input: z.output<Input>) => readonly string[]) | undefined;
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

/** An operation and what it is asked to do. */
export type Call = { readonly operation: Operation; readonly request: Request };

export type Request = {
  readonly actor: Actor;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean;
  readonly origin: Origin;
  readonly beforeCommit?: BeforeCommit | undefined;
  /** Aborted when the caller hangs up: what is made once the transaction is over is then not made. */
  readonly signal?: AbortSignal | undefined;
};

/** Result of a write before it commits, so that it can still be rolled back. */
export type WriteOutcome = {
  /** The id of its line in the audit log. */
  readonly line: string;
  readonly operation: Operation;
  readonly request: Request;
  /** The handler's answer, and the same in wire form with every field. */
  readonly answer: unknown;
  readonly output: unknown;
  /** The record before, in wire form; undefined where the handler told of none. */
  readonly before: unknown;
  readonly events: readonly Emitted[];
  /** Uuids that were given out, in that order: what the write made bears one of them. */
  readonly ids: readonly string[];
  /** Kinds of work that wait for the commit, one for each. */
  readonly jobs: readonly string[];
  /** The calls that it carried out within its own, in that order. */
  readonly parts: readonly WriteOutcome[];
  /** The key had been used for it before, so that nothing was done now. */
  readonly replayed: boolean;
};

/** Sees what a write did before it stands. What it throws takes the write back. */
export type BeforeCommit = (context: Context, written: WriteOutcome) => Promise<void>;

/**
 * Another operation to carry out within the transaction of the one that runs. `dryRun` of its request rolls it back
 * once its `beforeCommit` has seen it.
 */
export type NestedCall = Call & {
  /** Result of the operation's own `prepare`, where it has one. */
  readonly prepared?: unknown;
};

/** Returns whether an operation does nothing by itself: the calls that it makes decide who may do them. */
export function onlyMakesCalls({ undoes, steps }: Pick<Operation, 'undoes' | 'steps'>): boolean {
  return undoes !== undefined || steps === true;
}

/** Gives one declaration its types, and adds the refusals that follow from what it says of itself. It is plain data. */
export function operation<Input extends z.ZodType, Output extends z.ZodType, Prepared = undefined>(
  spec: Operation<Input, Output, Prepared>,
): Operation {
  const following = [
    ...(spec.posts === true ? [periodLocked, reconciledPeriod] : []),
    ...(spec.stepUp === true ? [stepUpRequired] : []),
    ...(spec.beyondOrganization === true ? [confinedSession] : []),
  ];
  const complete: typeof spec =
    following.length === 0 ? spec : { ...spec, refuses: [...(spec.refuses ?? []), ...following] };
  noteAction(spec.name);
  // The pipeline parses the input with the operation's own schema before it calls run, so the types do meet.
  return complete;
}
