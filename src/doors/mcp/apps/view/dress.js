/** Theme, language and time zone of the host. */

const variable = /^--[a-z0-9-]{1,60}$/;
/** CSS that would load from elsewhere, which an app never does. */
const reachesOut = /url\(|image-set\(|src\(|@import/i;

export function dress({ theme, styles }) {
  const { dataset, style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') {
    dataset.theme = theme;
    style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (variable.test(name) && typeof value === 'string' && !reachesOut.test(value)) style.setProperty(name, value);
  }
}

/** Formats amounts, numbers, days and instants for this reader. Decimals stay decimals, digit for digit. */
export function readable({ locale, timeZone }) {
  const language = known((tag) => new Intl.NumberFormat(tag), locale);
  const zone = known((name) => new Intl.DateTimeFormat('en', { timeZone: name }), timeZone);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const instants = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const number = (text, options = {}) => {
    if (!isDecimal(text)) return String(text ?? '');
    const digits = (String(text).split('.')[1] ?? '').length;
    const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(language, { ...options, ...exact }).format(text);
  };
  return {
    number,
    money: (text, currency) =>
      /^[A-Z]{3}$/.test(currency ?? '') ? number(text, { style: 'currency', currency }) : number(text),
    day: (text) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? days.format(new Date(`${text}T00:00:00Z`)) : (text ?? '')),
    instant: (text) => (Number.isNaN(Date.parse(text)) ? String(text ?? '') : instants.format(new Date(text))),
  };
}

export function isDecimal(text) {
  return /^-?\d{1,30}(\.\d{1,20})?$/.test(String(text));
}

function known(make, value) {
  try {
    make(value);
    return value;
  } catch {
    return undefined;
  }
}
