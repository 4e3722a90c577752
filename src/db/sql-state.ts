/** Codes of errors that we tell apart: PostgreSQL's manual, appendix A. */
export const sqlState = {
  restrictViolation: '23001',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  inFailedTransaction: '25P02',
  invalidPassword: '28P01',
  insufficientPrivilege: '42501',
  diskFull: '53100',
  outOfMemory: '53200',
} as const;

const stillReferenced: ReadonlySet<string> = new Set([sqlState.foreignKeyViolation, sqlState.restrictViolation]);

/** True where other rows refer to one: by a key that does nothing on delete or, since PostgreSQL 18, that restricts. */
export function isStillReferenced(code: string): boolean {
  return stillReferenced.has(code);
}
