import { createHash } from 'node:crypto';

const nonceBytes = 16;

/** Ticket of a preview for its plan: its own nonce, and part of a digest that binds the two. */
export function planTicket(plan: Buffer, nonce: string): Buffer {
  return ticketOf(plan, Buffer.from(nonce.replaceAll('-', ''), 'hex'));
}

/** Returns whether a preview gave out this ticket for that plan. */
export function isTicketFor(plan: Buffer, ticket: Buffer): boolean {
  return ticketOf(plan, ticket.subarray(0, nonceBytes)).equals(ticket);
}

function ticketOf(plan: Buffer, nonce: Buffer): Buffer {
  const digest = createHash('sha256').update(nonce).update(plan).digest();
  return Buffer.concat([nonce, digest.subarray(0, nonceBytes)]);
}
