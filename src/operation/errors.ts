/** What a refusal tells beside its code: a pointer to the field, remedy data such as `max`, a sharper hint. */
export type RefusalDetails = {
  /** What is possible now: operations by their whole names, or methods and types of files. */
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

export type FieldError = { readonly pointer: string; readonly code: string; readonly message: string };

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
  return [...declared.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

export const validationFailed = refusal(
  'validation_failed',
  422,
  'The input does not fit.',
  'Read `errors`: each names a field and what to write there.',
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
  'Use `next_cursor` as it was given, with the same filters and sort; or leave `cursor` out to start again.',
);
export const unauthenticated = refusal(
  'unauthenticated',
  401,
  'A valid credential is needed.',
  'Log in at POST /api/auth/login and send `Authorization: Bearer <access_token>`.',
);
export const forbidden = refusal(
  'forbidden',
  403,
  'This role may not do that.',
  'Ask an owner or admin for the permission named in `needs`.',
);
export const insufficientScope = refusal(
  'insufficient_scope',
  403,
  'This token may not do that.',
  'Use a token whose preset and scopes allow it.',
);
export const stepUpRequired = refusal(
  'step_up_required',
  403,
  'Nobody takes this back, so it needs your second factor again.',
  'Send a code to POST /api/auth/totp/prove, then repeat the call. A dry run needs no code.',
);
export const notFound = refusal(
  'not_found',
  404,
  'There is no such record.',
  'Check the id; list the resource to find it.',
);
export const methodNotAllowed = refusal(
  'method_not_allowed',
  405,
  'That method is not offered here.',
  'Use one of `allowed`.',
);
export const idempotencyKeyRequired = refusal(
  'idempotency_key_required',
  400,
  'This call needs an Idempotency-Key.',
  'Send a header such as `Idempotency-Key: 5f1c…` with a value of your own, and the same one when you retry.',
);
export const idempotencyKeyReused = refusal(
  'idempotency_key_reused',
  422,
  'That key was used for a different request.',
  'Use a new Idempotency-Key for a new request.',
);
export const requestInProgress = refusal(
  'request_in_progress',
  409,
  'The same request is still running.',
  'Wait a moment and send it again with the same key.',
);
export const versionConflict = refusal(
  'version_conflict',
  412,
  'The record has changed since you read it.',
  'Read it again, and send the change with `current_version`.',
);
export const invalidStateTransition = refusal(
  'invalid_state_transition',
  409,
  'The record is in a state that does not allow this.',
  'Do one of `allowed`.',
);
export const hasHistory = refusal('has_history', 409, 'Other records refer to this one, so it stays.', 'archive', []);
export const periodLocked = refusal(
  'period_locked',
  409,
  'The books of that day are closed.',
  'Date it `open_from` or later, or ask somebody with periods:override for an exception.',
  ['period_locked'],
);
export const limitExceeded = refusal('limit_exceeded', 422, 'That is more than the limit.', 'Send at most `max`.');
export const rateLimited = refusal('rate_limited', 429, 'Too many requests.', 'Wait for the seconds in Retry-After.');
export const payloadTooLarge = refusal(
  'payload_too_large',
  413,
  'The body is too large.',
  'Send at most `max_bytes` bytes; use a batch or an import for more.',
);
export const requestTimeout = refusal(
  'request_timeout',
  408,
  'The request did not come in time.',
  'Send it again, whole and without a pause.',
);
export const unsupportedMediaType = refusal(
  'unsupported_media_type',
  415,
  'That media type is not understood here.',
  'Send JSON with `Content-Type: application/json`.',
);
export const unavailable = refusal(
  'unavailable',
  503,
  'The service cannot reach its database or is too busy.',
  'Send it again after the seconds in Retry-After; use the same Idempotency-Key.',
);
export const overloaded = refusal(
  'overloaded',
  503,
  'The service has more to do than it can answer in time.',
  'Send it again after the seconds in Retry-After, and fewer at once; use the same Idempotency-Key.',
);
export const storageFull = refusal(
  'storage_full',
  507,
  'The service has no space left to write.',
  'Reading still works. Tell the person who runs the service.',
);
export const internal = refusal(
  'internal',
  500,
  'Something broke on our side.',
  'Send it again; if it stays, report the request_id.',
);
