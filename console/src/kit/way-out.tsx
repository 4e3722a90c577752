import { type Words, words } from '../words/index.ts';

/** By the code of the refusal. Labels are read late: the first screen comes before the texts of the others. */
const ways: Readonly<Record<string, { readonly href: string; readonly label: (w: Words) => string }>> = {
  vat_settings_missing: { href: '/settings/vat', label: ({ setup }) => setup.parts.vat.title },
  exchange_rate_missing: {
    href: '/settings/exchange-rates',
    label: ({ setup }) => setup.parts['exchange-rates'].title,
  },
  period_locked: { href: '/periods', label: ({ locks }) => locks },
  checks_fail: { href: '/checks', label: ({ checks }) => checks },
};

export function WayOut({ code }: { readonly code: string }) {
  const way = ways[code];
  return way === undefined ? null : <a href={way.href}>{way.label(words.value)}</a>;
}
