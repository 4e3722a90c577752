import type { World } from '../support/world.ts';
import { type Business, isOffered, openBusiness, workDue } from './business.ts';
import { kinds } from './kinds/index.ts';

/** With a leap day in it, and every night on which clocks change. */
const firstDay = '2024-01-01';
const days = 366;
const hourMs = 3_600_000;

export type Simulated = Business & { readonly firstDay: string; readonly lastDay: string };

/** Plays a year of a business: so many deeds, spread over its days and hours. */
export async function simulateYear(world: World, seed: number, deeds: number): Promise<Simulated> {
  world.setNow(`${firstDay}T12:00:00.000Z`);
  const business = await openBusiness(world, seed);
  const { dice } = business;
  const offered = kinds.filter(({ needs }) => needs.every(isOffered));
  const weighted = offered.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const start = Date.parse(`${firstDay}T13:00:00.000Z`);
  const step = Math.floor((days * 24 * hourMs) / deeds);
  for (let deed = 0; deed < deeds; deed += 1) {
    const at = start + deed * step;
    world.setNow(instantNear(at, business));
    await workDue(business);
    const kind = dice.one(weighted);
    try {
      await kind.run(business);
    } catch (error) {
      throw new Error(`seed ${seed}, deed ${deed}: could not ${kind.name}`, { cause: error });
    }
  }
  world.setNow(new Date(start + days * 24 * hourMs).toISOString());
  return { ...business, firstDay, lastDay: business.today() };
}

/** Now and then one second around a midnight of theirs or of ours, where days are mistaken. */
function instantNear(at: number, { chance, dice }: Business): string {
  if (!chance(20)) return new Date(at).toISOString();
  const hour = Math.floor(at / hourMs) * hourMs;
  return new Date(hour + dice.one([-1_000, 0, 1_000])).toISOString();
}
