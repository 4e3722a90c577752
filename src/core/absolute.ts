export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
