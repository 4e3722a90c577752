import { isDay, type Day } from '../core/calendar.ts';
import type { Money } from '../core/money.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { exactMoney, shown } from './amount.ts';
import { LineFault } from './problem.ts';

/** The element at a path of local names, such as `Acct/Id/IBAN`: the first of each name. */
export function find(from: XmlElement | undefined, path: string): XmlElement | undefined {
  let element = from;
  for (const name of path.split('/')) element = element?.children.find((child) => child.name === name);
  return element;
}

export function findAll(from: XmlElement | undefined, path: string): readonly XmlElement[] {
  let elements = from === undefined ? [] : [from];
  for (const name of path.split('/'))
    elements = elements.flatMap((one) => one.children.filter((child) => child.name === name));
  return elements;
}

/** Text of the first of the paths that has any. */
export function textAt(from: XmlElement | undefined, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = find(from, path)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return undefined;
}

/** An amount has no sign of its own. */
export function moneyIn(element: XmlElement): Money {
  const amount = exactMoney(element.text, element.attributes.get('Ccy') ?? '');
  if (amount.minor < 0n)
    throw new LineFault('wrong_amount', `"${shown(element.text)}" has a sign, and CdtDbtInd says it`);
  return amount;
}

export function dayIn(element: XmlElement | undefined): Day | undefined {
  return dayWritten(textAt(element, 'Dt', 'DtTm'));
}

/** The day as it is written: a time is not moved to another zone. */
export function dayWritten(text: string | undefined): Day | undefined {
  if (text === undefined) return undefined;
  const day = text.slice(0, dayLength);
  if (!isDay(day) || !/^(?:$|[T+Z-])/.test(text.slice(dayLength))) {
    throw new LineFault('wrong_day', `"${shown(text)}" is no day`);
  }
  return day;
}

const dayLength = 10;

export function isDebit(element: XmlElement | undefined, otherwise?: boolean): boolean {
  const mark = textAt(element, 'CdtDbtInd');
  if (mark === 'DBIT') return true;
  if (mark === 'CRDT') return false;
  if (mark === undefined && otherwise !== undefined) return otherwise;
  throw new LineFault('wrong_direction', `CdtDbtInd is "${shown(mark ?? '')}" and should be CRDT or DBIT`);
}
