/** Colours of every page that we show, by day and by night. */
export const palette = `
:root{color-scheme:light dark;--ground:#f3f2ee;--paper:#fff;--ink:#1c1e20;--quiet:#595f65;--line:#e4e2dc;
--accent:#1d4f6e;--on-accent:#fff;--field:#fff;--edge:#8b9095;--good:#1c5a3a;--good-ground:#e9f3ec;--bad:#8a2f1c;
--bad-ground:#faece8;--calm-ground:#efeeea}
@media (prefers-color-scheme:dark){:root{--ground:#121416;--paper:#1b1e21;--ink:#eceded;--quiet:#a9afb5;--line:#30353a;
--accent:#9ccbe8;--on-accent:#0d1a23;--field:#121416;--edge:#7b838a;--good:#9fdcb8;--good-ground:#1b2f24;--bad:#f3b3a4;
--bad-ground:#38211c;--calm-ground:#25292d}}`;
