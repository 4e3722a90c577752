import type { CallToolResult } from '@modelcontextprotocol/server';
import { BusinessError } from '../../operation/errors.ts';
import { problemOf } from '../problem.ts';
import type { Arguments } from './arguments.ts';
import { plainText } from './plain-text.ts';

/** The `tools/call` that would work, where the fix is mechanical. */
export type RetryWith = { readonly name: string; readonly arguments: Arguments };

/** Hints for refusals whose REST hint speaks of headers. */
const hints: Readonly<Record<string, string>> = {
  idempotency_key_required:
    'Add the argument `idempotency_key` with a unique value, and send the same value when you retry.',
  idempotency_key_reused: 'Use a new `idempotency_key` for a new write.',
  rate_limited: 'Wait `retry_after` seconds.',
  overloaded: 'Wait two seconds and send it again with the same `idempotency_key`, and fewer calls at once.',
  unavailable: 'Wait two seconds and send it again with the same `idempotency_key`.',
};

/** A failure as a result that the model reads: REST's code, hint and remedy data, in both forms. */
export function refused(error: unknown, requestId: string, retryWith?: RetryWith): CallToolResult {
  const { code, detail, request_id: id, ...rest } = problemOf(error, requestId);
  const { type: _type, title: _title, status: _status, hint: problemHint, ...remedy } = rest;
  const said = error instanceof BusinessError && error.details.hint !== undefined;
  const hint = said ? problemHint : (hints[code] ?? problemHint);
  const told = {
    code,
    detail,
    hint,
    ...remedy,
    ...(error instanceof BusinessError ? {} : { request_id: id }),
    ...(retryWith === undefined ? {} : { retry_with: retryWith }),
  };
  return { isError: true, content: [{ type: 'text', text: plainText(told) }], structuredContent: told };
}
