/** What each operation's verb is called once it is done. */
const past: Readonly<Record<string, string>> = {
  accept: 'accepted',
  advance: 'advanced',
  apply: 'applied',
  approve: 'approved',
  archive: 'archived',
  assign: 'assigned',
  bounce: 'marked as undeliverable',
  cancel: 'cancelled',
  change: 'changed',
  charge: 'charged',
  complete: 'completed',
  confirm: 'confirmed',
  connect: 'connected',
  convert: 'converted',
  create: 'created',
  credit: 'credited',
  decline: 'declined',
  delete: 'deleted',
  disable: 'disabled',
  discard: 'discarded',
  duplicate: 'duplicated',
  enable: 'enabled',
  erase: 'erased the personal data of',
  expire: 'expired',
  fail: 'marked as failed',
  finish: 'finished',
  invoice: 'invoiced',
  issue: 'issued',
  join: 'joined',
  keep: 'kept',
  leave: 'left',
  merge: 'merged',
  note: 'noted',
  open: 'opened',
  pause: 'paused',
  pay: 'paid',
  post: 'posted',
  publish: 'published',
  purge: 'permanently deleted',
  reactivate: 'reactivated',
  receive: 'received',
  record: 'recorded',
  refund: 'refunded',
  reject: 'rejected',
  release: 'released',
  remind: 'sent a reminder of',
  remove: 'removed',
  replay: 'replayed',
  resend: 'resent',
  reset: 'reset',
  restore: 'restored',
  resume: 'resumed',
  retry: 'retried',
  return: 'returned',
  reverse: 'reversed',
  revoke: 'revoked',
  rotate: 'rotated the secret of',
  run: 'ran',
  send: 'sent',
  set: 'set',
  share: 'shared',
  start: 'started setting up',
  submit: 'submitted',
  suspend: 'suspended',
  switch: 'switched to',
  test: 'tested',
  transfer: 'transferred',
  undo: 'undid',
  update: 'changed',
  view: 'viewed',
  void: 'voided',
  write: 'wrote',
};

/** Those that say more, or less, than a verb and what it is done to. */
const wholes: Readonly<Record<string, string>> = {
  login: 'signed in',
  logout: 'signed out',
  logout_all: 'signed out everywhere',
  refresh: 'refreshed the session',
  register: 'registered and created the organisation',
  change_password: 'changed their password',
  update_me: 'changed their name or language',
  forgot_password: 'requested a password reset',
  reset_password: 'reset their password by an e-mailed link',
  start_totp: 'started setting up two-factor authentication',
  confirm_totp: 'enabled two-factor authentication',
  disable_totp: 'disabled two-factor authentication',
  prove_second_factor: 'confirmed with their second factor',
  charge_late_fees: 'charged late fees',
  read_notification: 'read a notification',
  read_all_notifications: 'read all notifications',
  note_expired_quote: 'reported that the quote has expired',
  note_overdue_invoice: 'reported that the invoice is overdue',
  use_session: 'used a session',
  use_mcp_token: 'used an MCP token',
  write_off_sale: 'wrote off the balance due on the sale',
};

/** Who did what, as a sentence: `Ana Weber changed the client.` */
export function sentenceOn(who: string, action: string, refused: string | null): string {
  if (refused !== null) return `${who} was refused at: ${action.replaceAll('_', ' ')} (${refused}).`;
  const whole = wholes[action];
  if (whole !== undefined) return `${who} ${whole}.`;
  const [verb = '', ...noun] = action.split('_');
  return `${who} ${past[verb] ?? `did "${verb}" to`} the ${noun.join(' ').replace('mcp', 'MCP')}.`;
}

/** Whether an operation has words of its own here. */
export function hasWords(action: string): boolean {
  return action in wholes || (action.split('_')[0] ?? '') in past;
}

const textMax = 120;

/** What a field was and is: `phone: nothing → +49 30 1`. */
export function wordsOn({ field, before, after }: { field: string; before: unknown; after: unknown }): string {
  return `${field.replaceAll('_', ' ')}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return clipped(typeof value === 'string' ? value : JSON.stringify(value));
  if (value.length === 0) return 'nothing';
  if (value.every((item) => typeof item === 'string')) return clipped(value.join(', '));
  return value.length === 1 ? '1 item' : `${value.length} items`;
}

function clipped(text: string): string {
  return text.length <= textMax ? text : `${text.slice(0, textMax - 1).toWellFormed()}…`;
}
