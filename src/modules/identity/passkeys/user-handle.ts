/** Names a person to their devices: the bytes of their id, which says nothing about them. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
