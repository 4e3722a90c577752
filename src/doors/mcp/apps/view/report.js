/** A report as a chart, with every figure of it in a table beside. */
import { openApp } from './bridge.js';
import { bars, lines } from './chart.js';
import { isDecimal } from './dress.js';
import { element, heading, table, words } from './elements.js';
import { chartOf } from './report-chart.js';
import { shown } from './result.js';

openApp('daybook-report', (result, reader) => shown(result, reader, pages));

function pages({ name, report = {} }, reader) {
  const { money, number } = reader;
  const currency = report.currency ?? report.meta?.currency;
  const chart = chartOf(name, report);
  const amount = (text) => (chart?.isCount === true ? number(text) : money(text, currency));
  const rows = Array.isArray(report.rows) ? report.rows : [];
  return [
    heading(words(name)),
    element('p', { class: 'quiet' }, [spanOf(report, reader), currency].filter(Boolean).join(' · ')),
    ...(chart === undefined ? [] : figure(chart, amount)),
    ...(rows.length === 0 ? [] : [everyRow(rows, reader, chart === undefined)]),
    ...warnings(report.meta?.warnings),
  ];
}

function spanOf({ period, as_at: asAt }, { day }) {
  if (period !== undefined && period !== null) return `${day(period.from)} – ${day(period.to)}`;
  return asAt === undefined ? '' : `As at ${day(asAt)}`;
}

function figure(chart, amount) {
  const { title, points, names } = chart;
  const room = Math.max(280, Math.min(720, document.documentElement.clientWidth - 32));
  const draw = chart.kind === 'lines' ? lines : bars;
  return [
    element('figure', {}, draw({ title, points, names, room, amount })),
    table({
      caption: title,
      head: [chart.kind === 'lines' ? 'When' : 'What', ...names],
      rows: points.map(({ label, values }) => [label, ...values.map((value) => (value ? amount(value) : ''))]),
      numbers: new Set(names.map((_, index) => index + 1)),
    }),
  ];
}

const hidden = /(^|_)id$|^(key|kind|series|ages|currencies|color|level|is_partial|lines|method)$/;

/** The rows of the report as they are: figures by their amount, what is nested left to the answer itself. */
function everyRow(rows, { number, day }, isOpen) {
  const plain = rows.map(flat);
  const columns = [...new Set(plain.flatMap((row) => Object.keys(row)))].filter((name) =>
    plain.some((row) => row[name] !== null && row[name] !== undefined),
  );
  const isNumber = (name) =>
    plain.every((row) => row[name] === null || row[name] === undefined || isDecimal(row[name]));
  const names = columns.filter((name) => !isCode(name) && isNumber(name));
  const show = (name, value) => (names.includes(name) ? number(value ?? '') : day(String(value ?? '')));
  const content = table({
    caption: 'Rows',
    head: columns.map(words),
    rows: plain.map((row) => columns.map((name) => show(name, row[name]))),
    numbers: new Set(names.map((name) => columns.indexOf(name))),
  });
  const open = isOpen ? { open: '' } : {};
  return element('details', open, element('summary', {}, `All rows (${rows.length})`), content);
}

function isCode(name) {
  return name === 'code' || name === 'number' || name === 'label';
}

/** Names first, since the first column says what a row is of. */
function flat(row) {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    if (hidden.test(name) || Array.isArray(value)) return [];
    if (typeof value !== 'object' || value === null) return [[name, value]];
    return 'amount' in value ? [[name, value.amount]] : [];
  });
  const isName = ([name]) => ['label', 'name', 'client', 'payee', 'date'].includes(name);
  return Object.fromEntries([...entries.filter(isName), ...entries.filter((entry) => !isName(entry))]);
}

function warnings(texts) {
  if (!Array.isArray(texts) || texts.length === 0) return [];
  return [element('div', { class: 'notice' }, ...texts.map((text) => element('p', {}, messageOf(text))))];
}

function messageOf(warning) {
  return String(warning?.message ?? warning?.detail ?? warning);
}
