import assert from 'node:assert/strict';

/** Timings of each of two calls. */
const rounds = Number(process.env['TIMING_ROUNDS'] ?? 40);
const warmUps = 5;

/** Makes one call and answers how many milliseconds it took; what it makes ready beforehand is not timed. */
type Timed = (round: number) => Promise<number>;

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work().catch(() => undefined);
  return performance.now() - began;
}

/** The chance that a call for somebody who exists takes longer than one for nobody: 0.5 tells nothing, 1 tells all. */
export async function tellingness(known: Timed, unknown: Timed): Promise<number> {
  const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
  for (let round = -warmUps; round < rounds; round += 1) {
    const pair = [
      { times: ofKnown, call: known },
      { times: ofUnknown, call: unknown },
    ];
    // In turns, so that whatever else the machine does falls on both alike; the first rounds only warm up.
    for (const { times, call } of round % 2 === 0 ? pair : pair.toReversed()) {
      const took = await call(round + warmUps);
      if (round >= 0) times.push(took);
    }
  }
  const longer = ofKnown.flatMap((a) => ofUnknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return longer.reduce<number>((sum, value) => sum + value, 0) / longer.length;
}

/** Up to three times, since a burst of other work may fall on one side; what really tells does so each time. */
export async function assertTellsNothing(measure: () => Promise<number>): Promise<void> {
  const chances: number[] = [];
  while (chances.length < 3 && !chances.some((chance) => chance > 0.4 && chance < 0.6)) chances.push(await measure());
  const text = chances.map((chance) => chance.toFixed(3)).join(', ');
  if (process.env['TIMING_ROUNDS'] !== undefined) console.log(`tellingness ${text} of ${rounds} rounds`);
  assert.ok((chances.at(-1) ?? 1) > 0.4 && (chances.at(-1) ?? 1) < 0.6, `a call for somebody takes longer: ${text}`);
}
