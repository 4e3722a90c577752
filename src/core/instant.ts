const msPerDay = 86_400_000;

/** The instant so many times 24 hours later, or earlier where `days` is negative; both RFC 3339, in UTC. */
export function daysAfter(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * msPerDay).toISOString();
}

const hourMs = 3_600_000;

/** The next full hour of an instant, RFC 3339: one job then does all that is due within it. */
export function nextHour(instant: string): string {
  return new Date(Math.ceil(Date.parse(instant) / hourMs) * hourMs).toISOString();
}
