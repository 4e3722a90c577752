export type Party = {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
};

type Numbers = { readonly clients: ReadonlyMap<string, string>; readonly suppliers: ReadonlyMap<string, string> };

/** Personal accounts are one digit longer than those of the ledger: clients from 1, suppliers from 7 on. */
const clientRange = { from: 10_000, to: 69_999 };
const supplierRange = { from: 70_000, to: 99_999 };

/**
 * Personal accounts of clients and suppliers, from the digits of their numbers, so that they stay the same in every
 * export; where two have the same digits the later one takes the highest number that is free.
 */
export function partyAccounts(parties: readonly Party[], ledgerLength: number): Numbers {
  const scale = 10 ** (ledgerLength - 4);
  const numbered = ({ from, to }: typeof clientRange) =>
    new Map([...assigned(parties, to - from)].map(([id, place]) => [id, String((from + place) * scale)]));
  return { clients: numbered(clientRange), suppliers: numbered(supplierRange) };
}

function assigned(parties: readonly Party[], max: number): Map<string, number> {
  const places = new Map<string, number>();
  const taken = new Set<number>();
  const late: string[] = [];
  for (const { id, number } of parties) {
    const digits = Number(number?.replaceAll(/\D/g, '').slice(-9) || Number.NaN);
    if (Number.isInteger(digits) && digits >= 1 && digits <= max && !taken.has(digits)) {
      taken.add(digits);
      places.set(id, digits);
    } else late.push(id);
  }
  let free = max;
  for (const id of late) {
    while (taken.has(free) && free > 0) free -= 1;
    taken.add(free);
    places.set(id, free);
  }
  return places;
}
