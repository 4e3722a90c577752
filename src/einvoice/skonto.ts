/** Discounts for early payment, as XRechnung writes them into the terms of payment (BT-20), a line each. */
const line = /^#SKONTO#TAGE=(\d{1,3})#PROZENT=(\d{1,2}(?:\.\d{1,2})?)#(?:BASISBETRAG=(-?\d{1,15}(?:\.\d{1,2})?)#)?\s*$/;

/** `base` is null where it is the whole invoice, else the amount that it is a part of, as it is written. */
export type Skonto = { readonly days: number; readonly percent: string; readonly base: string | null };

/** Those that stand in terms of payment, in their order; what is written otherwise is for people to read. */
export function skontoIn(terms: string | null): Skonto[] {
  return (terms ?? '').split(/\r?\n/).flatMap((text) => {
    const [, days, percent, base] = line.exec(text) ?? [];
    if (days === undefined || percent === undefined) return [];
    return [{ days: Number(days), percent: plain(percent), base: base ?? null }];
  });
}

function plain(percent: string): string {
  return percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;
}
