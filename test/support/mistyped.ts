/**
 * A secret with one of its characters changed, which is never the secret itself: an `x` put in the place of its last
 * character is what was there before, once in so many runs. In the middle, since the last character of base64url may
 * hold bits that nobody reads.
 */
export function mistyped(secret: string): string {
  const middle = Math.floor(secret.length / 2);
  const other = secret[middle] === 'A' ? 'B' : 'A';
  return secret.slice(0, middle) + other + secret.slice(middle + 1);
}
