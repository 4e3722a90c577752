import type { Day } from '../../../src/core/calendar.ts';
import type { SignedIn } from '../running-service.ts';
import type { Shop } from '../shop/fill.ts';

export type Input = Record<string, unknown>;

/** Makes whatever a call needs and answers its input. `person` is who will make it. */
export type Make = (shop: Shop, person: SignedIn) => Promise<Input> | Input;

/** Samples of a module's operations, by their names. */
export type Samples = Readonly<Record<string, Make>>;

let numbers = 0;

/** A number that no call had before: a random one comes twice, once in so many runs. */
export function anotherNumber(): number {
  numbers += 1;
  return numbers;
}

export const lastNumber = (): number => numbers;

/** A copied database has records that bear the numbers which another process gave out. */
export function numberFrom(last: number): void {
  numbers = Math.max(numbers, last);
}

/** Of the shop's own clock and time zone. */
export async function today({ call }: Shop): Promise<Day> {
  return (await call('get_payment_forecast')).from;
}

/** The id of a record made for this one call. */
export const of =
  (create: string, make: Make, more: Input = {}): Make =>
  async (shop, person) => ({ id: (await shop.call(create, { ...(await make(shop, person)) })).id, ...more });

/** The same, archived. */
const archived = (create: string, make: Make): Make => {
  const fresh = of(create, make);
  return async (shop, person) => {
    const { id } = await fresh(shop, person);
    await shop.call(create.replace('create', 'archive'), { id });
    return { id };
  };
};

export const lifecycle = (noun: string, make: Make, patch: Input): Samples => ({
  [`create_${noun}`]: make,
  [`update_${noun}`]: of(`create_${noun}`, make, patch),
  [`archive_${noun}`]: of(`create_${noun}`, make),
  [`restore_${noun}`]: archived(`create_${noun}`, make),
});
