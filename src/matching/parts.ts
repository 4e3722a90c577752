/** Payments that a bank booked together as one line: each is compared with the open items by itself. */
import { certainLead, certainScore, scoreOf, told } from './candidates.ts';
import type { Evidence, Line, Suggestion } from './model.ts';

/** A match names no more targets. */
const partsMax = 200;

/** At most one: what each payment pays, together. It is as good as the weakest of them. */
export function partsOf(line: Line, candidates: (part: Line) => readonly Suggestion[]): Suggestion[] {
  // What was kept is of the line as a whole.
  const { details = [], kept: _, ...whole } = line;
  if (details.length < 2 || details.length > partsMax) return [];
  const parts = details.map((detail) => best(candidates({ ...whole, ...detail, orderIds: [] })));
  const found = parts.flatMap((part) => part ?? []);
  const targets = found.flatMap((part) => part.targets);
  const isEachOnce = new Set(targets.map(({ id }) => id)).size === targets.length;
  if (found.length === 0 || !isEachOnce || targets.length > partsMax) return [];
  const isExplained = found.length === parts.length;
  const evidence = isExplained ? evidenceOf(found) : [told('less_than_open')];
  return [
    {
      score: isExplained ? Math.min(...found.map(({ score }) => score)) : scoreOf(evidence),
      targets,
      fee: 0n,
      isExplained,
      isCertain: isExplained && found.every(({ isCertain }) => isCertain),
      evidence,
    },
  ];
}

/** All, without what is a part of another: the payments together, or the same records by the line as a whole. */
export function withParts(whole: readonly Suggestion[], [together]: readonly Suggestion[]): Suggestion[] {
  if (together === undefined) return [...whole];
  const ids = new Set(together.targets.map(({ id }) => id));
  const isWithin = ({ targets }: Suggestion) => targets.every(({ id, kind }) => ids.has(id) || kind.endsWith('credit'));
  const same = whole.find((one) => one.isExplained && one.targets.length === ids.size && isWithin(one));
  if (same !== undefined && same.score >= together.score) return [...whole];
  if (!together.isExplained) return [...whole, together];
  return [together, ...whole.filter((one) => !isWithin(one))];
}

/** The likeliest that comes to the payment to the cent, and whether it is certain of it. */
function best(suggestions: readonly Suggestion[]): Suggestion | undefined {
  const [first, second] = suggestions.toSorted((a, b) => b.score - a.score);
  if (first === undefined || !first.isExplained || first.fee !== 0n) return undefined;
  const lead = first.score - (second?.score ?? 0);
  if (lead === 0) return undefined;
  return { ...first, isCertain: first.isCertain && first.score >= certainScore && lead >= certainLead };
}

/** What speaks for the weakest payment, with what each of the others says of the same kind. */
function evidenceOf(found: readonly Suggestion[]): readonly Evidence[] {
  const [weakest] = found.toSorted((a, b) => a.score - b.score);
  return (weakest?.evidence ?? []).map((one) => {
    const values = found.flatMap(({ evidence }) => evidence.find(({ code }) => code === one.code)?.value ?? []);
    return values.length === 0 ? one : { ...one, value: [...new Set(values)].join(', ') };
  });
}
