/** Why no call takes a write back exactly, and what to do instead. */
export const noUndoReasons = {
  deleted: 'What was deleted is gone; create it again.',
  voided: 'It takes something back itself; record that again.',
  ended: 'What has ended stays ended; create it again.',
  sent: 'It has reached somebody outside; write to them again, or revoke the link.',
  confirmed: 'It records what happened outside the books; what follows is recorded by another write.',
  credited: 'It posts documents that stay; correct those by void_sale, credit_document or another payment.',
  counted: 'It says what is in stock; count again, or move the difference.',
  closed: 'It moves the days that are closed; set_period_locks and reconcile_bank_account move them again.',
  due: 'It does what is due anyway, and would be done by the next run.',
  set_again: 'Its earlier values no longer mean the same; get_audit_entry has them, to set them again.',
  expires: 'The file expires by itself; delete it before that, or cancel it while it is made.',
  many: 'It writes many records; get_import names them, to void or delete them.',
  undoing: 'It takes writes back; make them again.',
  practice: 'It is about a practice, whose writes are not in the books.',
} as const;

export type NoUndo = keyof typeof noUndoReasons;
export const noUndoCodes = Object.keys(noUndoReasons) as [NoUndo, ...NoUndo[]];
