/**
 * Draws the last results of `npm run bench busy` as docs/pictures/performance.svg: CPU of a call with 10,000 sales in
 * the books and with 1,000,000. `node bin/node24.js bench/chart.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './stage.ts';

const [width, rowHeight, labelWidth, top] = [760, 34, 250, 56];
const barHeight = 11;
/** Axis in milliseconds, by powers of ten. */
const axis = [0.1, 1, 10, 100];

const figures = JSON.parse(readFileSync(new URL('results/busy.json', import.meta.url), 'utf8')) as Figure[];
const rows = [...Map.groupBy(figures, ({ what }) => what.replace(/, [\d,]+ sales$/, '')).entries()].map(
  ([name, sizes]) => ({ name, costs: sizes.map(({ numbers }) => numbers?.['alone_cpu_ms'] ?? 0) }),
);

const [first = 1, last = 1] = [axis[0], axis.at(-1)];
const place = (ms: number) =>
  labelWidth + ((width - labelWidth - 60) * Math.log(Math.max(ms, first) / first)) / Math.log(last / first);
const height = top + rows.length * rowHeight + 10;

const bars = rows.flatMap(({ name, costs }, row) => {
  const y = top + row * rowHeight;
  return [
    `<text x="${labelWidth - 10}" y="${y + 15}" text-anchor="end">${name}</text>`,
    ...costs.map((ms, index) => {
      const at = y + index * (barHeight + 2);
      const [from, to] = [labelWidth, place(ms)];
      return (
        `<rect class="size${index}" x="${from}" y="${at}" width="${(to - from).toFixed(1)}" height="${barHeight}"/>` +
        `<text class="value" x="${(to + 5).toFixed(1)}" y="${at + 9.5}">${ms.toFixed(ms < 10 ? 2 : 0)}</text>`
      );
    }),
  ];
});

const lines = axis.map(
  (ms) =>
    `<line x1="${place(ms)}" x2="${place(ms)}" y1="${top - 8}" y2="${height - 6}"/>` +
    `<text class="value" x="${place(ms)}" y="${top - 13}" text-anchor="middle">${ms} ms</text>`,
);

writeFileSync(
  new URL('../docs/pictures/performance.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"
  aria-label="CPU of a call with 10,000 and with 1,000,000 sales in the books">
<style>
  svg { background: #fff }
  text { font: 13px system-ui, sans-serif; fill: #222 }
  .value { font-size: 11px; fill: #666 }
  line { stroke: #ddd }
  .size0 { fill: #2f6f8f }
  .size1 { fill: #d08a3c }
  @media (prefers-color-scheme: dark) {
    svg { background: #14171a }
    text { fill: #e6e6e6 }
    .value { fill: #a0a6ac }
    line { stroke: #333 }
  }
</style>
<rect class="size0" x="${labelWidth}" y="8" width="12" height="12"/>
<text x="${labelWidth + 18}" y="19">10,000 sales</text>
<rect class="size1" x="${labelWidth + 130}" y="8" width="12" height="12"/>
<text x="${labelWidth + 148}" y="19">1,000,000 sales</text>
${lines.join('\n')}
${bars.join('\n')}
</svg>
`,
);
