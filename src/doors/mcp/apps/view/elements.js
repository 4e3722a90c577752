/** Elements of a page. What a result says only ever becomes text. */

export function element(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function drawn(name, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children.flat().filter((child) => child !== undefined && child !== ''));
  return made;
}

/** `operating_profit` → `Operating profit`. */
export function words(name) {
  const text = String(name ?? '').replaceAll(/[_-]/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A table that scrolls by itself where it is too wide, by touch and by keys. */
export function table({ caption, head, rows, foot = [], numbers }) {
  const cell = (name, text, column, more = {}) =>
    element(name, { ...more, ...(numbers.has(column) ? { class: 'number' } : {}) }, text);
  const line = (cells) =>
    element('tr', {}, ...cells.map((text, column) => cell(column === 0 ? 'th' : 'td', text, column, scopeOf(column))));
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element('tr', {}, ...head.map((text, column) => cell('th', text, column, { scope: 'col' }))),
      ),
      element('tbody', {}, ...rows.map(line)),
      foot.length === 0 ? undefined : element('tfoot', {}, ...foot.map(line)),
    ),
  );
}

function scopeOf(column) {
  return column === 0 ? { scope: 'row' } : {};
}

export function facts(pairs) {
  const told = pairs.filter(([, text]) => text !== undefined && text !== null && text !== '');
  return told.length === 0
    ? undefined
    : element(
        'dl',
        { class: 'facts' },
        ...told.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
      );
}

export function heading(title, beside) {
  return element('header', {}, element('h1', {}, title), beside);
}

export function mark(text, mood = '') {
  return element('span', { class: `mark ${mood}`.trim() }, text);
}
