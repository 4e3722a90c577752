import { compareLines, type Verdict } from '../../../statement/compare.ts';
import type { LineKey } from '../../../statement/line-key.ts';
import type { KeyedLine, KeyedStatement } from '../../../statement/read-keyed.ts';
import type { KnownLine, KnownLines } from './known-lines.ts';

export const verdicts = ['new', 'known', 'replaces', 'withdraws', 'ignored'] as const;

/** The decision on one line of a file. `id` names the stored line that represents it afterwards, if any. */
export type PlannedLine = {
  readonly keyed: KeyedLine;
  readonly verdict: (typeof verdicts)[number];
  readonly id: string | null;
  /** The line that it replaces or takes back. */
  readonly ends: string | null;
  readonly isReferenceReused: boolean;
};

/** Decides over each line of a statement, in order, and notes it among the lines that are known. */
export function planStatement(
  { lines, kind }: KeyedStatement,
  known: KnownLines,
  newId: () => string,
): readonly PlannedLine[] {
  const compared = verdictsOn(lines, { isInterim: kind === 'interim', known });
  return lines.map((keyed, index) => {
    const planned = plannedLine(keyed, compared[index] ?? { verdict: 'ignored' }, known, newId);
    const { id, ends, verdict } = planned;
    if (verdict === 'new' || verdict === 'replaces') {
      known.add({ ...keyed.key, id: id ?? '', state: 'open', replacedBy: null });
    }
    if (ends !== null) known.end(ends, verdict === 'replaces' ? 'replaced' : 'withdrawn', id);
    return planned;
  });
}

type Among = { readonly isInterim: boolean; readonly known: KnownLines };

/**
 * A line that ended is known again where the same file comes a second time. One that was pending or interim is so only
 * to lines of its own kind: of two equal purchases, a final one must not pass for the pending one of the other.
 */
function verdictsOn(lines: readonly KeyedLine[], { isInterim, known }: Among): readonly Verdict[] {
  const isPassing = ({ key }: KeyedLine) => isInterim || key.status === 'pending';
  const keys = lines.map(({ key }) => key);
  const near = known.near(keys);
  const wasPassing = ({ status, isProvisional }: KnownLine) => status === 'pending' || isProvisional;
  const forFinal = near.filter((one) => one.state === 'open' || !wasPassing(one));
  const found = new Map<LineKey, Verdict>();
  const decide = (some: readonly LineKey[], among: readonly KnownLine[]) => {
    const decided = compareLines(some, among);
    for (const [index, key] of some.entries()) found.set(key, decided[index] ?? { verdict: 'ignored' });
  };
  decide(
    lines.filter((line) => !isPassing(line)).map(({ key }) => key),
    forFinal,
  );
  const taken = new Set([...found.values()].flatMap((one) => ('id' in one ? [one.id] : [])));
  decide(
    lines.filter(isPassing).map(({ key }) => key),
    near.filter(({ id }) => !taken.has(id)),
  );
  return keys.map((key) => found.get(key) ?? { verdict: 'ignored' });
}

function plannedLine(keyed: KeyedLine, compared: Verdict, known: KnownLines, newId: () => string): PlannedLine {
  const plain = { keyed, ends: null, isReferenceReused: false };
  if (compared.verdict === 'ignored') return { ...plain, verdict: 'ignored', id: null };
  if (compared.verdict === 'new') {
    return { ...plain, verdict: 'new', id: newId(), isReferenceReused: compared.isReferenceReused };
  }
  const stored = known.get(compared.id);
  // An ended line was decided on before, so its replacement represents this one too.
  if (stored?.state !== 'open' || compared.verdict === 'known') {
    return { ...plain, verdict: 'known', id: stored?.replacedBy ?? compared.id };
  }
  if (compared.verdict === 'deletes') return { ...plain, verdict: 'withdraws', id: stored.id, ends: stored.id };
  return { ...plain, verdict: 'replaces', id: newId(), ends: stored.id };
}
