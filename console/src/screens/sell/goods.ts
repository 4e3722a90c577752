import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { call, Refused } from '../../api/call.ts';
import type { Page, Revenue, Variant } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { bare } from '../../kit/bare.ts';
import { useFound } from '../../kit/form/found.ts';
import { daysAgo, today, typedDecimal } from '../../kit/values.ts';
import { said } from '../../kit/said.ts';

const all = 'variants?status=active&fields=full_name,sku,price,barcode,product_id,picture_id';
/** The goods of most shops fit on this page and are read at the start, so a scan does not wait for the network. */
const first = `${all}&limit=100`;

type Entry = { readonly quantity: string; readonly wanted: string };

/** `2*tape` is two of what is called tape. */
export function entryOf(text: string): Entry {
  const [, times = '1', wanted = ''] = /^(?:(\d+(?:[.,]\d+)?)\s*[*x×]\s*)?(.*)$/i.exec(text) ?? [];
  return { quantity: typedDecimal(times) ?? '1', wanted: wanted.trim() };
}

/** Goods that match a text: found here where all goods are known, else by the service. */
export function useGoods(text: string) {
  const page = useRead<Page<Variant>>(first).data;
  const { wanted } = entryOf(text);
  const isAll = page?.next_cursor === null;
  const found = useFound<Variant>(page === undefined || isAll || wanted === '' ? undefined : all, wanted);
  const known = page?.data;
  const here = useMemo(() => fitting(known ?? [], wanted), [known, wanted]);
  const isExact = here.length > 0 && here.every((variant) => hasCode(variant, wanted));
  if (wanted === '') return { known, options: [], isStale: false };
  if (isAll || isExact) return { known, options: here, isStale: false };
  // A code is looked up as such; only what has words waits for what is called that.
  const isCode = /^\S*\d\S*$/.test(wanted);
  return { known, options: isCode && found.isStale ? [] : found.rows, isStale: found.isStale && !isCode };
}

function hasCode({ sku, barcode }: Variant, wanted: string): boolean {
  return [sku, barcode].some((code) => code !== null && bare(code) === bare(wanted));
}

function fitting(known: readonly Variant[], wanted: string): readonly Variant[] {
  const parts = bare(wanted).split(/\s+/).filter(Boolean);
  const exact = known.filter((variant) => hasCode(variant, wanted));
  if (parts.length === 0 || exact.length > 0) return exact;
  const fits = ({ full_name, sku }: Variant) => parts.every((part) => bare(`${full_name} ${sku}`).includes(part));
  return known.filter(fits).slice(0, 7);
}

type Unknown = { readonly wanted: string; readonly why?: string };

/**
 * Takes what was entered faster than it was found. A scanner types its next code at once, so each is looked up on its
 * own, and added in the order of scanning; what nothing has is kept, to be told.
 */
export function useScans(add: (variant: Variant, quantity: string) => void) {
  const [unknown, setUnknown] = useState<readonly Unknown[]>([]);
  const [waiting, setWaiting] = useState(0);
  const before = useRef(Promise.resolve());
  const put = async (earlier: Promise<void>, asked: Variant | Promise<Variant | Unknown>, quantity: string) => {
    await earlier;
    const found = await asked;
    if ('id' in found) add(found, quantity);
    else setUnknown((others) => [...others, found]);
    setWaiting((others) => others - 1);
  };
  const take = (text: string, known?: Variant) => {
    const { quantity, wanted } = entryOf(text);
    const asked = known ?? find(wanted);
    setWaiting((others) => others + 1);
    before.current = put(before.current, asked, quantity);
  };
  return { take, unknown, isWaiting: waiting > 0, forget: () => setUnknown([]) };
}

type Looked = { readonly variant: Variant & { readonly status: string } };

async function find(wanted: string): Promise<Variant | Unknown> {
  try {
    const { variant } = await call<Looked>(`variants/lookup?code=${encodeURIComponent(wanted)}`);
    return variant.status === 'active' ? variant : { wanted };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.problem.status !== 404) return { wanted, why: said(error.problem) };
  }
  return { wanted };
}

const tiles = 12;

/** Best sellers of late, one touch each. Undefined until they are read, so that no key changes under a finger. */
export function useQuick(known: readonly Variant[] | undefined): readonly Variant[] | undefined {
  const [from, to] = [daysAgo(90), today()];
  const may = useMay()('reports:read');
  const { data: best, problem } = useRead<Revenue>(
    may ? `reports/revenue?group_by=variant&limit=40&from=${from}&to=${to}` : undefined,
  );
  const isKnown = known !== undefined && (!may || best !== undefined || problem !== undefined);
  const sold = useMemo(() => bestSold(best), [best]);
  const others = useOthers(isKnown ? sold.slice(0, tiles).filter((id) => !known.some((one) => one.id === id)) : []);
  return useMemo(() => {
    if (!isKnown || others === undefined) return undefined;
    const byId = new Map([...known, ...others].map((variant) => [variant.id, variant]));
    const shown = sold.flatMap((id) => byId.get(id) ?? []);
    return (shown.length > 0 ? shown : known).slice(0, tiles);
  }, [isKnown, sold, known, others]);
}

const bestSold = (best: Revenue | undefined): readonly string[] =>
  (best?.rows ?? []).toSorted((a, b) => Number(b.units ?? 0) - Number(a.units ?? 0)).flatMap(({ key }) => key ?? []);

/** Those that are not among the goods that were read; one that is gone or archived is left out. */
function useOthers(ids: readonly string[]): readonly Variant[] | undefined {
  const [read, setRead] = useState<{ readonly of: string; readonly rows: readonly Variant[] }>({ of: '', rows: [] });
  const wanted = ids.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    const ask = (id: string) => call<Variant & { readonly status: string }>(`variants/${id}`).catch(() => undefined);
    const readAll = async () => {
      const found = await Promise.all(wanted.split(' ').map(ask));
      setRead({ of: wanted, rows: found.flatMap((one) => (one?.status === 'active' ? one : [])) });
    };
    void readAll();
  }, [wanted]);
  return wanted === '' || read.of === wanted ? read.rows : undefined;
}
