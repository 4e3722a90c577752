import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { shortMoney, wholeMoney } from './values.ts';

/** Only for the place of a mark on the screen: what is read out and shown stays the decimal string. */
const size = Number;
const [width, height, foot] = [640, 184, 1];

export type Point = {
  readonly label: string;
  readonly amount: string;
  readonly before?: string | undefined;
  readonly isPartial?: boolean;
};
type Said = { readonly title: string; readonly points: readonly Point[]; readonly beforeLabel: string };

/** Round steps that few lines are enough for. */
function steps(most: number): readonly number[] {
  const rough = most / 3;
  const unit = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 2.5, 5, 10].map((of) => of * unit).find((of) => of >= rough) ?? unit;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** Text of a chart for screen readers, and the point that a pointer or an arrow key picks out. */
function Frame({
  title,
  points,
  beforeLabel,
  ticks,
  top,
  children,
}: Said & { readonly ticks: readonly number[]; readonly top: number; readonly children: ComponentChildren }) {
  const id = useId();
  const [at, setAt] = useState<number>();
  const slot = width / points.length;
  const point = at === undefined ? undefined : points[at];
  const move = (by: number) => setAt(Math.max(0, Math.min(points.length - 1, (at ?? points.length - 1 - by) + by)));
  const every = Math.ceil(points.length / 12);
  return (
    <div
      class="chart"
      tabIndex={0}
      role="group"
      aria-label={title}
      aria-describedby={id}
      onKeyDown={(e) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
        if (by) {
          e.preventDefault();
          move(by);
        }
      }}
      onBlur={() => setAt(undefined)}
      onPointerLeave={() => setAt(undefined)}
      onPointerMove={(e) => {
        const box = e.currentTarget.querySelector('svg')?.getBoundingClientRect();
        if (box === undefined) return;
        setAt(
          Math.max(0, Math.min(points.length - 1, Math.floor(((e.clientX - box.left) / box.width) * points.length))),
        );
      }}
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {ticks.map((tick) => (
          <line key={tick} class="rule" x1="0" x2={width} y1={place(tick, top)} y2={place(tick, top)} />
        ))}
        {at !== undefined && <rect class="hover" x={at * slot} width={slot} y="0" height={height - foot} />}
        {children}
      </svg>
      <div class="labels" aria-hidden="true">
        {points.map(
          ({ label }, n) =>
            n % every === 0 && (
              <span key={label + n} style={{ insetInlineStart: `${((n + 0.5) / points.length) * 100}%` }}>
                {label}
              </span>
            ),
        )}
      </div>
      <div class="ticks" aria-hidden="true">
        {ticks.slice(1).map((tick) => (
          <span key={tick} style={{ insetBlockStart: `${(place(tick, top) / height) * 100}%` }}>
            {shortMoney(String(tick), 8)}
          </span>
        ))}
      </div>
      <output class="said" aria-live="polite">
        {point && (
          <>
            <b>{point.label}</b> {wholeMoney(point.amount)}
            {point.before && size(point.before) > 0 && (
              <span class="quiet">
                {' '}
                · {beforeLabel} {wholeMoney(point.before)}
              </span>
            )}
          </>
        )}
      </output>
      <p id={id} class="unseen">
        {points.map(({ label, amount }) => `${label}: ${wholeMoney(amount)}`).join(', ')}
      </p>
    </div>
  );
}
const place = (value: number, top: number): number => 6 + (1 - value / top) * (height - foot - 6);

export function Bars(said: Said) {
  const { points } = said;
  const ticks = steps(Math.max(1, ...points.flatMap(({ amount, before }) => [size(amount), size(before ?? '0')])));
  const top = ticks.at(-1) ?? 1;
  const slot = width / points.length;
  const bar = Math.min(30, slot * 0.56);
  const round = (x: number, value: number, w: number) => {
    const [y, base, r] = [
      place(Math.max(0, value), top),
      height - foot,
      Math.min(3, Math.max(0, height - foot - place(Math.max(0, value), top))),
    ];
    return `M${x} ${base}V${y + r}q0 ${-r} ${r} ${-r}h${w - 2 * r}q${r} 0 ${r} ${r}V${base}z`;
  };
  return (
    <Frame {...said} ticks={ticks} top={top}>
      {points.map(({ label, amount, before, isPartial }, at) => {
        const x = at * slot + (slot - bar) / 2;
        return (
          <g key={label + at}>
            {before !== undefined && size(before) > 0 && <path class="before" d={round(x - 5, size(before), bar)} />}
            <path class={isPartial ? 'bar partial' : 'bar'} d={round(x, size(amount), bar)} />
          </g>
        );
      })}
    </Frame>
  );
}

export function Area(said: Said) {
  const { points } = said;
  const ticks = steps(Math.max(1, ...points.map(({ amount }) => size(amount))));
  const top = ticks.at(-1) ?? 1;
  const slot = width / points.length;
  const line = points
    .map(({ amount }, at) => `${at === 0 ? 'M' : 'L'}${at * slot + slot / 2} ${place(size(amount), top)}`)
    .join('');
  const last = points.at(-1);
  return (
    <Frame {...said} ticks={ticks} top={top}>
      <path class="area" d={`${line}L${width - slot / 2} ${height - foot}L${slot / 2} ${height - foot}z`} />
      <path class="line" d={line} />
      {last && <circle class="dot" cx={width - slot / 2} cy={place(size(last.amount), top)} r="3.5" />}
    </Frame>
  );
}

/** A trend as small as a word. Beside figures that say the same. */
export function Spark({ series }: { readonly series: readonly string[] }) {
  const values = series.map(size);
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (at: number) => (at / Math.max(1, values.length - 1)) * 76 + 2;
  const y = (value: number) => 20 - ((value - least) / (most - least || 1)) * 18;
  const d = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
  return (
    <svg class="spark" viewBox="0 0 80 22" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
