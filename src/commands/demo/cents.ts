/** Amounts of the shop's money, which has two decimals. */
export function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

export function amountOf(cents: bigint | number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
