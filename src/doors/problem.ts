import { BusinessError, internal, type RefusalKind } from '../operation/errors.ts';

/** RFC 9457 problem details, with a stable code, what to do about it, and remedy data. */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly hint: string;
  readonly request_id: string;
  readonly [remedy: string]: unknown;
};

/** The one map from what was thrown to what a caller reads. What is not a refusal is told as `internal` and no more. */
export function problemOf(error: unknown, requestId: string, instance?: string): Problem {
  if (!(error instanceof BusinessError)) return problem(internal, internal.title, requestId, instance, {});
  // `status` is the answer's own, so a record's goes by another name, as its version does.
  const { detail: _, hint, status, ...remedy } = error.details;
  return problem(error.kind, error.message, requestId, instance, {
    ...(hint === undefined ? {} : { hint }),
    ...(status === undefined ? {} : { current_status: status }),
    ...remedy,
  });
}

function problem(
  { code, status, title, hint }: RefusalKind,
  detail: string,
  requestId: string,
  instance: string | undefined,
  remedy: object,
): Problem {
  const place = instance === undefined ? {} : { instance };
  return { type: `/api/errors#${code}`, title, status, detail, ...place, code, hint, ...remedy, request_id: requestId };
}
