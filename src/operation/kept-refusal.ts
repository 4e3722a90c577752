import type { BusinessError } from './errors.ts';

/**
 * A refusal whose transaction commits all the same. A failed sign-in has to leave its mark in the audit log, and a
 * stolen refresh token has to end the session although its bearer is refused.
 */
export class KeptRefusal extends Error {
  override readonly name = 'KeptRefusal';
  readonly refusal: BusinessError;
  /** Shown in the audit log beside the refusal's code. */
  readonly record: object;

  constructor(refusal: BusinessError, record: object) {
    super(refusal.message);
    this.refusal = refusal;
    this.record = record;
  }
}

/** `throw keeping(invalidCredentials(), { id })` refuses, and keeps what was written so far. */
export function keeping(refusal: BusinessError, record: object = {}): KeptRefusal {
  return new KeptRefusal(refusal, record);
}
