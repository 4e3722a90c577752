const msPerDay = 86_400_000;

/** The instant so many times 24 hours later, or earlier where `days` is negative; both RFC 3339, in UTC. */
export function daysAfter(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * msPerDay).toISOString();
}
