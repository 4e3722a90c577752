import { escapeHidden } from '../mcp/plain-text.ts';
import { html, type Html } from '../public-page/html.ts';
import { counted } from '../../messages/index.ts';
import type { Approval, Movement, Posting } from './approval.ts';
import { named, said } from './reader.ts';
import type { ConsoleSession } from './screen.ts';
import { changeIn, type Fields, isPlain, valueOf } from './values.ts';

type Preview = Approval['preview'];

/** Preview of a write: a sentence, then the changes, the record, the books, the stock and the mails. */
export function previewParts(session: ConsoleSession, preview: Preview): Html {
  const { words } = session;
  const { approvals } = words;
  const [first = '', ...rest] = preview.sentences;
  const { steps } = preview;
  return html`<p class="first" lang="en">${said(first)}</p>
    ${
      steps === undefined
        ? html`${askedOf(session, preview.asked ?? [])} ${changesOf(session, rest)}`
        : stepsOf(session, steps)
    }
    <h3>${approvals.record}</h3>
    ${recordOf(session, preview.result)} ${journalOf(session, preview.journal)}
    ${preview.stock.length === 0 ? null : stockOf(session, preview.stock)}
    <p>${mailsOf(session, preview.mails)}</p>`;
}

/** Each step in its order: what it does, what was sent for it, and what it changes. */
function stepsOf(session: ConsoleSession, steps: NonNullable<Preview['steps']>): Html {
  return html`${steps.map(({ action, sentences: [first = '', ...rest], asked }, index) => {
    const told = rest.filter((sentence) => !/^(?:Changes|Posts|Moves|Sends) /.test(sentence));
    return html`<section class="step">
      <h3>${index + 1}. ${named(action)}</h3>
      <p lang="en">${said([first, ...told].join(' '))}</p>
      ${asked.length === 0 ? null : pairsOf(pairsAsked(session, asked))} ${changesOf(session, rest)}
    </section>`;
  })}`;
}

/** The tables say the other sentences, and better. */
function changesOf(session: ConsoleSession, sentences: readonly string[]): Html | null {
  const changes = sentences.filter((sentence) => sentence.startsWith('Changes '));
  if (changes.length === 0) return null;
  return html`<h3>${session.words.approvals.changes}</h3>
    <ul class="sentences">
      ${changes.map((sentence) => html`<li>${changeOf(session, sentence)}</li>`)}
    </ul>`;
}

/** Values of the request, with names in place of ids. */
function askedOf(session: ConsoleSession, asked: NonNullable<Preview['asked']>): Html | null {
  if (asked.length === 0) return null;
  return html`<h3>${session.words.approvals.sent}</h3>
    ${pairsOf(pairsAsked(session, asked))}`;
}

function pairsAsked(session: ConsoleSession, asked: NonNullable<Preview['asked']>) {
  return asked.map(({ field, value, name }) => {
    const shown = valueOf(session, field, value);
    return [
      named(field),
      name === null ? shown : html`<b>${said(name)}</b> <span class="quiet">${shown}</span>`,
    ] as const;
  });
}

function changeOf(session: ConsoleSession, sentence: string): Html {
  const change = changeIn(sentence);
  if (change === undefined) return html`<span lang="en">${said(sentence)}</span>`;
  const { field, before, after } = change;
  const { approvals } = session.words;
  return html`${named(field)}: <span class="unseen">${approvals.before}</span> ${valueOf(session, field, before)}
    <span aria-hidden="true">→</span> <span class="unseen">${approvals.after}</span>
    <b>${valueOf(session, field, after)}</b>`;
}

function mailsOf({ words }: ConsoleSession, mails: number): string {
  return counted(words.language, words.approvals.mails, mails);
}

/** Fields shown first; the rest of the record is folded. */
const leading = [
  'number',
  'display_name',
  'name',
  'title',
  'type',
  'status',
  'client_name',
  'supplier_name',
  'to',
  'subject',
  'issue_date',
  'sale_date',
  'date',
  'due_date',
  'reference',
  'total',
  'amount',
  'amount_due',
  'amount_paid',
  'balance',
  'currency',
  'reason',
  'notes',
];

/** The record as it would be: what leads, its lines, and all of it for those who want to see. */
export function recordOf(session: ConsoleSession, record: Fields): Html {
  const { approvals } = session.words;
  const shown = leading.flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    return isPlain(value) ? [[named(name), valueOf(session, name, value, record)] as const] : [];
  });
  return html`${shown.length === 0 ? listsOf(session, record) : pairsOf(shown)} ${linesOf(session, record)}
    <details>
      <summary>${approvals.wholeResult}</summary>
      ${wholeOf(record)}
    </details>`;
}

const listedMax = 50;
const inList = new Set([
  'step',
  'action',
  'number',
  'name',
  'title',
  'subject',
  'recipients',
  'date',
  'amount',
  'reason',
  'status',
]);
const namesInList = /(?:_name|_date|^due_date|^amount_due|^total)$/;

/** What a call did to many, such as whom it reminds: it is no record itself, and its rows are what it is about. */
function listsOf(session: ConsoleSession, record: Fields): Html {
  const lists = Object.entries(record).flatMap(([name, value]) => {
    const rows = Array.isArray(value) ? value.slice(0, listedMax).filter(isFields) : [];
    const columns = Object.keys(rows[0] ?? {}).filter((key) => inList.has(key) || namesInList.test(key));
    return columns.length === 0 ? [] : [{ name, rows, columns }];
  });
  return html`${lists.map(({ name, rows, columns }) =>
    tableOf(
      `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
      columns.map((column) => ({ title: named(column) })),
      rows.map((row) => columns.map((column) => inCell(session, column, row))),
    ),
  )}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of a row; several of one kind, such as addresses, one after the other. */
function inCell(session: ConsoleSession, name: string, row: Fields): Html {
  const value = row[name];
  return Array.isArray(value) ? said(value.filter(isPlain).join(', ')) : valueOf(session, name, value, row);
}

export function pairsOf(pairs: readonly (readonly [Html | string, Html | string | null])[]): Html {
  return html`<dl class="pairs">
    ${pairs.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Word for word, as a program would have it: nothing of it is left out or made prettier than it is. */
export function wholeOf(value: unknown): Html {
  return html`<pre tabindex="0" lang="en">${escapeHidden(JSON.stringify(value, null, 2) ?? 'null')}</pre>`;
}

const lineColumns = ['description', 'name', 'sku', 'quantity', 'unit_price', 'tax_total', 'total'] as const;
const figures = new Set<string>(['quantity', 'unit_price', 'tax_total', 'total']);

function linesOf(session: ConsoleSession, { lines, ...record }: Fields): Html | null {
  if (!Array.isArray(lines) || lines.length === 0) return null;
  const rows = lines.filter(isFields);
  const columns = lineColumns.filter((name) => rows.some((row) => isPlain(row[name])));
  if (columns.length === 0) return null;
  const head = columns.map((name) => ({ title: named(name), isFigure: figures.has(name) }));
  const cells = rows.map((row) =>
    columns.map((name) => (isPlain(row[name]) ? cellOf(session, name, { row, record }) : html``)),
  );
  return tableOf(session.words.approvals.lines, head, cells);
}

type Cell = { readonly row: Fields; readonly record: Fields };

/** A value of a line, whose amounts are in the currency of the record. */
function cellOf(session: ConsoleSession, name: string, { row, record }: Cell): Html {
  const value = row[name];
  if (name !== 'quantity' || typeof value !== 'string') return valueOf(session, name, value, { ...record, ...row });
  return html`${session.reader.number(value)}`;
}

type Column = { readonly title: Html | string; readonly isFigure?: boolean };

/** A table that scrolls by itself where the page is narrow, by keyboard too. */
function tableOf(caption: string, columns: readonly Column[], rows: readonly (readonly Html[])[]): Html {
  const figure: Html = { markup: ' class="figure"' };
  return html`<h3>${caption}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <thead>
          <tr>
            ${columns.map(({ title, isFigure }) => html`<th scope="col" ${isFigure ? figure : null}>${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell, index) => html`<td ${columns[index]?.isFigure ? figure : null}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function journalOf({ words, reader }: ConsoleSession, journal: readonly Posting[] | null): Html {
  const { approvals } = words;
  if (journal === null) return html`<p class="quiet">${approvals.booksHidden}</p>`;
  if (journal.length === 0) return html`<p>${approvals.noJournal}</p>`;
  const columns = [
    { title: approvals.date },
    { title: approvals.account },
    { title: approvals.debit, isFigure: true },
    { title: approvals.credit, isFigure: true },
  ];
  const rows = journal.map(({ date, account_code: code, account, side, amount, currency }) => {
    const sum = html`${reader.money(amount, currency)}`;
    const [debit, credit] = side === 'debit' ? [sum, html``] : [html``, sum];
    return [html`${reader.day(date)}`, html`${code} ${said(account)}`, debit, credit];
  });
  return tableOf(approvals.journal, columns, rows);
}

function stockOf({ words, reader }: ConsoleSession, stock: readonly Movement[]): Html {
  const { approvals } = words;
  const columns = [
    { title: approvals.item },
    { title: approvals.location },
    { title: approvals.movement },
    { title: approvals.quantity, isFigure: true },
  ];
  const rows = stock.map(({ item, location, type, quantity }) => [
    said(item),
    said(location),
    named(type),
    html`${reader.number(quantity)}`,
  ]);
  return tableOf(approvals.stock, columns, rows);
}
