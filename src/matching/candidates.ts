/** Finds the open items that a line may pay, by its text, payer and amount. */
import { daysBetween } from '../core/calendar.ts';
import { minorDigits } from '../core/currency.ts';
import { sum } from '../core/list.ts';
import { ascending } from '../core/order.ts';
import type { Evidence, EvidenceCode, Line, OpenItem, Suggestion, Target } from './model.ts';
import { discountFor, type Named, type OpenItems } from './open-items.ts';
import { type Parties, type Payer, same } from './parties.ts';
import { paidBy } from './paid-by.ts';
import { onlySubset } from './sums.ts';

/** Points of each kind of evidence; together at most 100. */
const points = {
  rule: 85,
  ordered: 65,
  ordered_batch: 60,
  recorded: 50,
  own_account: 50,
  opposite_line: 35,
  reference: 60,
  number: 50,
  digits: 40,
  amount: 35,
  amounts: 30,
  amount_less_discount: 33,
  amount_less_fee: 25,
  known_account: 25,
  name: 15,
  similar_name: 8,
  day: 5,
  other_party: -30,
  more_than_open: 0,
  less_than_open: 0,
} as const satisfies Record<EvidenceCode, number>;

const scoreMax = 100;
/** Lowest score for automatic booking, and lead over the second candidate. */
export const certainScore = 85;
export const certainLead = 15;
const dayNear = 3;
const dayWithin = 30;
/** In whole units of the currency. */
const feeMax = 30n;
/** Words by which banks announce that they deducted a fee from a payment. */
const feeWords = /\b(?:CHGS?|SHA|BEN|OUR|SPESEN|GEB(?:Ü|UE)HR(?:EN)?|FEES?|COMMISSION|FRAIS|KOSTEN|CHARGES?)\b/i;

export function candidatesFor(line: Line, items: OpenItems, parties: Parties): Suggestion[] {
  const payers = parties.payersOf({ name: line.counterpartyName, account: line.counterpartyAccount });
  const named = items.namedIn(line);
  const groups: (readonly OpenItem[])[] = [
    ...[...Map.groupBy(named, ({ item }) => item.partyId)].flatMap(([, ofParty]) => [
      ofParty.map(({ item }) => item),
      ...(ofParty.length > 1 ? ofParty.map(({ item }) => [item]) : []),
    ]),
    ...items.ofAmount(line).map((item) => [item]),
    ...payers.flatMap(({ id }) => together(line, items.ofParty(id, line))),
    ...named.flatMap(({ item }) => (item.partyId === null ? [] : together(line, items.ofParty(item.partyId, line)))),
  ];
  const found = new Map<string, Suggestion>();
  for (const group of groups) {
    const key = group
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (!found.has(key)) found.set(key, suggestion(line, group, { named, payers }));
  }
  return withoutParts([...found.values()]);
}

/** If several items together explain a line, one of them with money left over is not an alternative. */
function withoutParts(all: readonly Suggestion[]): Suggestion[] {
  const explained = all
    .filter(({ isExplained }) => isExplained)
    .map(({ targets }) => new Set(targets.map(({ id }) => id)));
  const isPart = ({ isExplained, targets }: Suggestion) =>
    !isExplained && explained.some((ids) => targets.every(({ id, kind }) => ids.has(id) || kind.endsWith('credit')));
  return all.filter((one) => !isPart(one));
}

/** The only way in which several of one party come to the line, all in full or all with their discounts. */
function together(line: Line, items: readonly OpenItem[]): OpenItem[][] {
  const full = items.map(({ open }) => open);
  const early = items.map((item) => item.open - discountFor(item, line.day));
  const ways = early.some((amount, place) => amount !== full[place]) ? [full, early] : [full];
  return ways.flatMap((amounts) => {
    const positions = onlySubset(amounts, paidBy(line));
    return positions === undefined ? [] : [positions.flatMap((position) => items[position] ?? [])];
  });
}

type Known = { readonly named: readonly Named[]; readonly payers: readonly Payer[] };

function suggestion(line: Line, items: readonly OpenItem[], { named, payers }: Known): Suggestion {
  const names = items.flatMap((item) => named.find((one) => one.item.id === item.id) ?? []);
  const isNamed = names.length === items.length;
  const paid = amountsOf(line, items, isNamed);
  const party = partyEvidence(items[0]?.partyId ?? null, payers);
  const evidence = [...nameEvidence(names, isNamed), ...paid.evidence, ...party, ...dayEvidence(line, items)];
  // Whoever names more than is paid means something else.
  const isProven = (isNamed && named.length === items.length) || party.some(({ code }) => code === 'known_account');
  return {
    score: scoreOf(evidence),
    targets: paid.targets,
    fee: paid.fee,
    isExplained: paid.isExplained,
    // Somebody looks at money that goes back: what it was taken for may have come back as well.
    isCertain:
      isProven &&
      paid.isExplained &&
      items.every(({ side }) => side !== 'payment') &&
      !party.some(({ code }) => code === 'other_party'),
    evidence,
  };
}

export function scoreOf(evidence: readonly Evidence[]): number {
  return Math.max(
    0,
    Math.min(
      scoreMax,
      evidence.reduce((total, one) => total + one.points, 0),
    ),
  );
}

export function told(code: EvidenceCode, value: string | null = null): Evidence {
  return { code, points: points[code], value };
}

/** By the weakest of the names, as a chain by its links; one that is not named proves nothing of the others. */
function nameEvidence(names: readonly Named[], isNamed: boolean): Evidence[] {
  if (names.length === 0) return [];
  const by = names.reduce<Named['by']>(
    (weakest, one) => (points[one.by] < points[weakest] ? one.by : weakest),
    'reference',
  );
  return [told(isNamed ? by : 'digits', names.map(({ value }) => value).join(', '))];
}

type Paid = Pick<Suggestion, 'targets' | 'fee' | 'isExplained'> & { readonly evidence: readonly Evidence[] };

/** Allocates the amount, the earliest due date first. */
function amountsOf(line: Line, items: readonly OpenItem[], isNamed: boolean): Paid {
  const amount = paidBy(line);
  const { kept = 0n } = line;
  const owed = sum(items.map(({ open }) => open));
  const whole = items.map((item): Target => ({ kind: item.side, id: item.id, amount: item.open }));
  if (owed === amount) {
    const code = items.length === 1 || isNamed ? 'amount' : 'amounts';
    return { targets: whole, fee: kept, isExplained: true, evidence: [told(code)] };
  }
  const early = items.map((item): Target => {
    const discount = discountFor(item, line.day);
    return { kind: item.side, id: item.id, amount: item.open - discount, ...(discount > 0n && { discount }) };
  });
  if (sum(early.map((target) => target.amount)) === amount) {
    return { targets: early, fee: kept, isExplained: true, evidence: [told('amount_less_discount')] };
  }
  if (owed < amount) {
    const [item] = items;
    const rest = amount - owed;
    const credit: Target[] =
      item === undefined || item.partyId === null || item.side === 'payment'
        ? []
        : [{ kind: item.side === 'sale' ? 'client_credit' : 'supplier_credit', id: item.partyId, amount: rest }];
    return { targets: [...whole, ...credit], fee: kept, isExplained: false, evidence: [told('more_than_open')] };
  }
  const fee = owed - amount;
  const most = feeMax * 10n ** BigInt(minorDigits(line.currency) ?? 0);
  if (kept === 0n && line.amount > 0n && fee <= most && fee < amount && isNamed && feeWords.test(line.text)) {
    return { targets: whole, fee, isExplained: true, evidence: [told('amount_less_fee')] };
  }
  return { targets: partly(items, amount), fee: kept, isExplained: false, evidence: [told('less_than_open')] };
}

function partly(items: readonly OpenItem[], amount: bigint): Target[] {
  let left = amount;
  return items.toSorted(ascending(({ due }) => due)).flatMap(({ side, id, open }): Target[] => {
    const share = open < left ? open : left;
    left -= share;
    return share > 0n ? [{ kind: side, id, amount: share }] : [];
  });
}

/** Compares the payer of the line with the debtor. */
function partyEvidence(party: string | null, payers: readonly Payer[]): Evidence[] {
  const own = payers.find(({ id }) => id === party);
  const other = payers.find(({ id, likeness, isKnownAccount }) => id !== party && (isKnownAccount || likeness >= same));
  if (own === undefined) return other === undefined ? [] : [told('other_party', other.name)];
  const name =
    own.likeness >= same ? told('name', own.name) : own.likeness > 0 ? told('similar_name', own.name) : undefined;
  return [...(own.isKnownAccount ? [told('known_account', own.name)] : []), ...(name === undefined ? [] : [name])];
}

function dayEvidence(line: Line, items: readonly OpenItem[]): Evidence[] {
  const away = Math.min(...items.map(({ due }) => Math.abs(daysBetween(due, line.day))));
  if (away > dayWithin) return [];
  return [{ code: 'day', points: away <= dayNear ? points.day : 1, value: null }];
}
