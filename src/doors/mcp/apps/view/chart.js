/** Bars and lines as drawings. A screen reader is told what is drawn, and reads the figures in the table beside. */
import { drawn } from './elements.js';

const rowHeight = 28;
const height = 200;

/** Lengths need no more exactness than a screen has; the figures themselves are never computed with. */
function sizes(points) {
  return points
    .flatMap(({ values }) => values)
    .map(Number)
    .filter(Number.isFinite);
}

function short(text, room) {
  const fits = Math.max(4, Math.floor(room / 7));
  return text.length <= fits ? text : `${text.slice(0, fits - 1)}…`;
}

export function bars({ title, points, room, amount }) {
  const [low, high] = [Math.min(0, ...sizes(points)), Math.max(0, ...sizes(points))];
  const names = Math.min(180, room * 0.34);
  const figures = Math.min(120, room * 0.3);
  const scale = (room - names - figures - 16) / (high - low || 1);
  const zero = names + 8 - low * scale;
  const tall = points.length * rowHeight;
  const parts = points.flatMap(({ label, values: [value] }, index) => {
    const [size, top] = [Number(value ?? 0), index * rowHeight];
    const length = Math.max(1, Math.abs(size) * scale);
    const left = size < 0 ? zero - length : zero;
    const base = { y: top + 18 };
    return [
      drawn('text', { ...base, x: 0 }, short(label, names)),
      drawn('rect', { class: size < 0 ? 'bar below' : 'bar', x: left, y: top + 5, width: length, height: 18, rx: 2 }),
      drawn('text', { ...base, x: room, 'text-anchor': 'end' }, amount(value ?? '')),
    ];
  });
  const axis = drawn('line', { class: 'axis', x1: zero, x2: zero, y1: 0, y2: tall });
  return picture({ title: `Bars: ${title}`, room, tall }, [axis, ...parts]);
}

export function lines({ title, points, names, room, amount }) {
  const [low, high] = [Math.min(0, ...sizes(points)), Math.max(0, ...sizes(points))];
  const [top, bottom] = [24, height - 24];
  const across = (index) => 8 + (index * (room - 16)) / (points.length - 1);
  const up = (value) => bottom - ((Number(value) - low) * (bottom - top)) / (high - low || 1);
  const series = names.map((_, which) => {
    const places = points.flatMap(({ values }, index) =>
      values[which] === null || values[which] === undefined ? [] : [`${across(index)},${up(values[which])}`],
    );
    return drawn('polyline', { class: which === 0 ? 'path' : 'path other', points: places.join(' ') });
  });
  const dots = points.map(({ values: [value] }, index) =>
    drawn('circle', { class: 'dot', cx: across(index), cy: up(value ?? 0), r: 3 }),
  );
  const note = (x, y, anchor, text) => drawn('text', { class: 'quiet', x, y, 'text-anchor': anchor }, text);
  const isDashed = names.length > 1 ? ` (dashed: ${names.slice(1).join(', ')})` : '';
  return picture({ title: `Lines: ${title}${isDashed}`, room, tall: height }, [
    drawn('line', { class: 'axis', x1: 0, x2: room, y1: up(0), y2: up(0) }),
    ...series,
    ...dots,
    note(0, 12, 'start', `${names[0]}${isDashed}`),
    note(room, 12, 'end', amount(highest(points))),
    note(0, height - 6, 'start', points[0].label),
    note(room, height - 6, 'end', points.at(-1).label),
  ]);
}

/** As it was written, since only its length was computed with. */
function highest(points) {
  const values = points.flatMap(({ values: all }) => all).filter((value) => value !== null && value !== undefined);
  return values.reduce((most, value) => (Number(value) > Number(most) ? value : most));
}

function picture({ title, room, tall }, parts) {
  const size = { width: room, height: tall, viewBox: `0 0 ${room} ${tall}` };
  return drawn('svg', { ...size, role: 'img', 'aria-label': `${title}. The table holds every figure.` }, ...parts);
}
