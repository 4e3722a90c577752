import { ascending } from '../core/order.ts';
/** Beside the code: a pointer to the field, remedy data such as `max`, a sharper hint. */
export type RefusalDetails = {
  /** Possible now: operations by their full names, or methods and types of files. */
  readonly allowed?: readonly Possible[];
  readonly detail?: string;
  readonly hint?: string;
  readonly errors?: readonly FieldError[];
  readonly [remedy: string]: unknown;
};

/** `restore_client`, and never `restore` alone, which names no call. Tests hold that there is such an operation. */
export type OperationName = `${string}_${string}`;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
type Possible = OperationName | Method | `${string}/${string}`;

export type FieldError = {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  /** In a file that was sent, such as `line 7` or the path of an element. */
  readonly place?: string | null;
};

export type RefusalKind = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** One sentence that says what to do or write instead. */
  readonly hint: string;
  /** Names of database constraints whose violation means this refusal. */
  readonly constraints: readonly string[];
};

/** A declared refusal: data for the documentation, and callable to make the error that is thrown. */
export type Refusal = RefusalKind & ((details?: RefusalDetails) => BusinessError);

/** An expected refusal. Anything else that is thrown is our bug and becomes `internal`. */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly kind: RefusalKind;
  readonly details: RefusalDetails;

  constructor(kind: RefusalKind, details: RefusalDetails = {}) {
    super(details.detail ?? kind.title);
    this.kind = kind;
    this.details = details;
  }
}

const declared = new Map<string, Refusal>();

/** Declares a refusal once. `throw stockTooLow({ available })` is the only way one is made. */
export function refusal(
  code: string,
  status: number,
  title: string,
  hint: string,
  constraints: readonly string[] = [],
): Refusal {
  const kind: RefusalKind = { code, status, title, hint, constraints };
  const made: Refusal = Object.assign((details?: RefusalDetails) => new BusinessError(kind, details), kind);
  if (declared.has(code)) throw new Error(`refusal ${code} is declared twice`);
  declared.set(code, made);
  return made;
}

/** Every refusal that exists, for `GET /api/errors`. */
export function refusals(): readonly Refusal[] {
  return [...declared.values()].toSorted(ascending(({ code }) => code));
}

export const validationFailed = refusal(
  'validation_failed',
  422,
  'The input is invalid.',
  'Read `errors`: each entry names a field and what to write there.',
);
export const malformedRequest = refusal(
  'malformed_request',
  400,
  'The request cannot be read.',
  'Send well-formed JSON with the media type application/json.',
);
export const invalidCursor = refusal(
  'invalid_cursor',
  400,
  'The cursor does not belong to this list.',
  'Send `next_cursor` unchanged, with the same filters and sort; or leave `cursor` out to start again.',
);
export const unauthenticated = refusal(
  'unauthenticated',
  401,
  'A valid credential is needed.',
  'Send `Authorization: Bearer` with an API key (POST /api/api-keys) or an access token (POST /api/auth/login).',
);
export const forbidden = refusal(
  'forbidden',
  403,
  'You do not have permission to do this.',
  'Ask an owner or admin: `needs` names the permission or role that is required.',
);
export const insufficientScope = refusal(
  'insufficient_scope',
  403,
  'This token or key does not have permission to do this.',
  'Use one whose scopes allow it: `needs` names the permission.',
);
export const personRequired = refusal(
  'person_required',
  403,
  'Only a signed-in person can do this.',
  'Do it in the console, or with the access token of a person. An API key cannot.',
);
export const stepUpRequired = refusal(
  'step_up_required',
  403,
  'This cannot be undone. Confirm with your second factor.',
  'Send a code to POST /api/auth/totp/prove, or a passkey to POST /api/auth/passkeys/prove, then repeat the call.',
);
export const confinedSession = refusal(
  'confined_session',
  403,
  'This session was opened by the sign-in provider of an organisation, and reaches nothing beyond it.',
  'Log in with your own password or passkey to change your account or to reach other organisations.',
);
export const providerRequired = refusal(
  'provider_required',
  403,
  'This organisation lets you in through its sign-in provider only.',
  'Start at POST /api/auth/provider/start with the domain of your address.',
);
export const notFound = refusal(
  'not_found',
  404,
  'The record was not found.',
  'Check the id; list the resource to find it.',
);
export const methodNotAllowed = refusal(
  'method_not_allowed',
  405,
  'This HTTP method is not supported here.',
  'Use one of `allowed`.',
);
export const idempotencyKeyRequired = refusal(
  'idempotency_key_required',
  400,
  'This call needs an Idempotency-Key.',
  'Send a header such as `Idempotency-Key: 5f1c…` with a unique value, and the same value when you retry.',
);
export const idempotencyKeyReused = refusal(
  'idempotency_key_reused',
  422,
  'This Idempotency-Key was already used for a different request.',
  'Use a new Idempotency-Key for a new request.',
);
export const requestInProgress = refusal(
  'request_in_progress',
  409,
  'The same request is still running.',
  'Wait a moment and retry with the same key.',
);
export const versionConflict = refusal(
  'version_conflict',
  412,
  'The record was changed since you read it.',
  'Read it again, then send the change with `current_version`.',
);
export const invalidStateTransition = refusal(
  'invalid_state_transition',
  409,
  'The status of the record does not allow this.',
  'Use one of the operations in `allowed`.',
);
export const hasHistory = refusal(
  'has_history',
  409,
  'Other records refer to this one, so it cannot be deleted.',
  'archive',
  [],
);
export const periodLocked = refusal(
  'period_locked',
  409,
  'The accounting period of that date is locked.',
  'Use a date from `open_from` on, or ask a member with periods:override for an exception.',
  ['period_locked'],
);
export const reconciledPeriod = refusal(
  'reconciled_period',
  409,
  'The bank account is reconciled through that date.',
  'Use a date after `reconciled_through`, or reopen the reconciliation with reopen_bank_reconciliation.',
  ['bank_account_reconciled', 'bank_reconciliations_statement_stands'],
);
export const limitExceeded = refusal('limit_exceeded', 422, 'The limit is exceeded.', 'Send at most `max`.');
export const rateLimited = refusal(
  'rate_limited',
  429,
  'Too many requests.',
  'Wait the number of seconds in Retry-After, then retry.',
);
export const payloadTooLarge = refusal(
  'payload_too_large',
  413,
  'The body is too large.',
  'Send at most `max_bytes` bytes; use a batch or an import for more.',
);
export const requestTimeout = refusal(
  'request_timeout',
  408,
  'The request timed out before it was complete.',
  'Send the complete request again without a pause.',
);
export const unsupportedMediaType = refusal(
  'unsupported_media_type',
  415,
  'This media type is not supported.',
  'Send JSON with `Content-Type: application/json`.',
);
export const unavailable = refusal(
  'unavailable',
  503,
  'The service is unavailable: its database cannot be reached or it is too busy.',
  'Retry after the number of seconds in Retry-After, with the same Idempotency-Key.',
);
export const overloaded = refusal(
  'overloaded',
  503,
  'The service is overloaded.',
  'Retry after the seconds in Retry-After with fewer requests at once and the same Idempotency-Key.',
);
export const storageFull = refusal(
  'storage_full',
  507,
  'The service has run out of disk space.',
  'Reading still works. Tell the operator of the service.',
);
export const notInPractice = refusal(
  'not_in_practice',
  409,
  'This cannot be tried in a practice.',
  'Leave it out, or do it with the real books once the practice is over (end_practice, promote_practice).',
);
export const practiceOutdated = refusal(
  'practice_outdated',
  409,
  'The books have changed, so an earlier write of this practice can no longer be done.',
  'Take it and what came after it back with rewind_practice, or end the practice with end_practice.',
);
export const practiceBusy = refusal(
  'practice_busy',
  409,
  'Other calls write to this practice at the same time.',
  'Send one call after the other.',
);
export const internal = refusal(
  'internal',
  500,
  'An internal error occurred.',
  'Retry; if the error persists, report the request_id.',
);
