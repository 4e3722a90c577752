import { type Day, isDay } from '../core/calendar.ts';
import type { Decimal } from '../core/decimal.ts';
import { shortest } from './exact.ts';
import type { Scheme } from './model.ts';
import { UnreadableInvoice } from './unreadable.ts';
import { speakable } from './xml.ts';
import type { XmlElement } from '../xml/parse-xml.ts';

/** The elements at the end of a path such as `cac:Party/cac:Contact`. */
export function all(from: XmlElement | undefined, path: string): readonly XmlElement[] {
  let found = from === undefined ? [] : [from];
  for (const name of path.split('/')) {
    found = found.flatMap((element) => element.children.filter((child) => child.name === name));
  }
  return found;
}

export function one(from: XmlElement | undefined, path: string): XmlElement | undefined {
  return all(from, path)[0];
}

export function textAt(from: XmlElement | undefined, path: string): string | null {
  return textOf(one(from, path));
}

export function textOf(element: XmlElement | undefined): string | null {
  return speakable(element?.text ?? null);
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return speakable(element?.attributes.get(name) ?? null);
}

/** A value and the scheme it is of. */
export function schemeAt(from: XmlElement | undefined, path: string, name = 'schemeID'): Scheme | null {
  return schemeIn(one(from, path), name);
}

export function schemeIn(element: XmlElement | undefined, name = 'schemeID'): Scheme | null {
  const value = textOf(element);
  return value === null ? null : { scheme: attribute(element, name), value };
}

const number = /^[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})$/;

export function decimalAt(from: XmlElement | undefined, path: string): Decimal | null {
  return decimalIn(one(from, path), path);
}

/** `path` is what the element is called where it is no number. */
export function decimalIn(element: XmlElement | undefined, path: string): Decimal | null {
  const said = textOf(element);
  if (said === null) return null;
  if (!number.test(said)) {
    throw new UnreadableInvoice('field_wrong', `${path} is no number: "${said.slice(0, 40)}"`, path);
  }
  const [whole = '', fraction = ''] = said.replace(/^[+-]/, '').split('.');
  const units = BigInt(whole + fraction);
  return shortest({ units: said.startsWith('-') ? -units : units, scale: fraction.length });
}

export function needed<Value>(value: Value | null, path: string): Value {
  if (value === null) throw new UnreadableInvoice('field_missing', `${path} is missing`, path);
  return value;
}

/** A day as UBL has it, `2026-03-02`, for which XML allows a time zone that says nothing here. */
export function dayAt(from: XmlElement | undefined, path: string): Day | null {
  const said = textAt(from, path)?.replace(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/, '') ?? null;
  return dayFrom(said, path);
}

/** A day as CII has it, `20260302` of format 102. */
export function compactDayAt(from: XmlElement | undefined, path: string): Day | null {
  const said = textAt(from, path)?.replace(/^([0-9]{4})([0-9]{2})([0-9]{2})$/, '$1-$2-$3') ?? null;
  return dayFrom(said, path);
}

function dayFrom(said: string | null, path: string): Day | null {
  if (said === null || isDay(said)) return said;
  throw new UnreadableInvoice('field_wrong', `${path} is no day: "${said.slice(0, 40)}"`, path);
}

/** Null where nothing in it was given. */
export function unlessEmpty<Value extends object>(value: Value): Value | null {
  return Object.values(value).every((item) => item === null) ? null : value;
}
