import { type CodeSum, codesIn, evaluate, type Formula, hasCode, type Measure, parseFormula } from './formula.ts';

/**
 * A box of a form. `from` is what it is made of; a box with a base and a tax has both. One without either is asked of a
 * person. `name` where its contents do not say what it is.
 */
export type FormBox = {
  readonly box: string;
  readonly name?: string;
  readonly base?: string;
  readonly tax?: string;
  readonly total?: string;
  readonly asked?: true;
  /** Box of the previous return whose figure is used where none is entered. */
  readonly carried?: string;
  /** Of all supplies of the period, whether they are due yet or not. */
  readonly agreed?: 'base' | 'tax';
};

/** A form of an authority, as it is filled in from `from` on. */
export type VatForm = {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly from: string;
  readonly boxes: readonly FormBox[];
  /** The box of what is to be paid, with its sign: below zero it is a refund. */
  readonly due: string;
  /** Result of the period alone, where credit carried forward makes `due` differ. */
  readonly net?: string;
};

export type FilledBox = {
  readonly box: string;
  readonly base: bigint | null;
  readonly tax: bigint | null;
  readonly total: bigint | null;
};

/** `net` is what the lines alone come to, without what a person said. */
export type FilledForm = { readonly boxes: readonly FilledBox[]; readonly due: bigint; readonly net: bigint };

type Asked = Readonly<Record<string, bigint>>;

/** Fills in a form: `asked` are the figures of a person by box, `unit` is a whole unit in minor units. */
export function fillForm(
  form: VatForm,
  { sums, asked, unit }: { readonly sums: readonly CodeSum[]; readonly asked: Asked; readonly unit: bigint },
): FilledForm {
  const boxOf = boxReader(form, { sums, asked, unit });
  const boxes = form.boxes.map(({ box, base, tax, total, asked: isAsked, agreed }): FilledBox => {
    const hasBoth = base !== undefined && tax !== undefined;
    return {
      box,
      base: base === undefined ? null : boxOf(hasBoth ? `${box}.base` : box),
      tax: tax === undefined ? null : boxOf(hasBoth ? `${box}.tax` : box),
      total: total === undefined && isAsked !== true && agreed === undefined ? null : boxOf(box),
    };
  });
  const alone = boxReader(form, { sums, asked: {}, unit });
  return {
    boxes,
    due: evaluate(parseFormula(form.due), { sums, boxOf, unit }),
    net: evaluate(parseFormula(form.net ?? form.due), { sums, boxOf: alone, unit }),
  };
}

/** Reads a box by its name, each once. */
function boxReader(
  form: VatForm,
  { sums, asked, unit }: { readonly sums: readonly CodeSum[]; readonly asked: Asked; readonly unit: bigint },
): (name: string) => bigint {
  const known = new Map<string, bigint>();
  const boxOf = (name: string): bigint => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const formula = formulaOf(form, name);
    const value = formula === undefined ? (asked[name] ?? 0n) : evaluate(formula, { sums, boxOf, unit });
    known.set(name, value);
    return value;
  };
  return boxOf;
}

/** Names of amounts: `66`, or `1a.base` and `1a.tax` of a box with both. */
function formulaOf(form: VatForm, name: string): Formula | undefined {
  const part = /\.(base|tax)$/.exec(name)?.[1];
  const box = part === undefined ? name : name.slice(0, -part.length - 1);
  const found = form.boxes.find((one) => one.box === box);
  if (found === undefined) throw new RangeError(`${form.id} has no box ${name}`);
  const text = part === 'base' ? found.base : part === 'tax' ? found.tax : (found.total ?? found.tax ?? found.base);
  if (text === undefined && found.asked !== true && found.agreed === undefined) {
    throw new RangeError(`${form.id} has no ${name}`);
  }
  return text === undefined ? undefined : parseFormula(text);
}

/** Patterns of the codes that a box is made of, through others that it adds up. */
export function codesOfBox(form: VatForm, box: string): readonly string[] {
  const found = form.boxes.find((one) => one.box === box);
  if (found === undefined) return [];
  const texts = [found.base, found.tax, found.total].filter((text) => text !== undefined);
  return [...new Set(texts.flatMap((text) => codesIn(parseFormula(text), (name) => formulaOf(form, name))))];
}

/** Measures that a box is made of, through others that it adds up. */
export function measuresOfBox(form: VatForm, box: string): readonly Measure[] {
  const found = form.boxes.find((one) => one.box === box);
  const texts = found === undefined ? [] : [found.base, found.tax, found.total].filter((text) => text !== undefined);
  const within = (formula: Formula): readonly Measure[] => [
    ...sumsIn(formula).map(({ measure }) => measure),
    ...boxesIn(formula).flatMap((name) => {
      const inner = formulaOf(form, name);
      return inner === undefined ? [] : within(inner);
    }),
  ];
  return [...new Set(texts.flatMap((text) => within(parseFormula(text))))];
}

function boxesIn(formula: Formula): string[] {
  if (formula.kind === 'zero' || formula.kind === 'sum') return [];
  if (formula.kind === 'box') return [formula.box];
  if (formula.kind === 'add') return formula.parts.flatMap(({ part }) => boxesIn(part));
  return boxesIn(formula.part);
}

/** Boxes that a code is in, itself and not by adding up others. */
export function boxesOfCode(form: VatForm, code: string): { base: string[]; tax: string[]; input: string[] } {
  const found: { base: string[]; tax: string[]; input: string[] } = { base: [], tax: [], input: [] };
  for (const { box, base, tax } of form.boxes) {
    for (const { measure, codes } of [base, tax].flatMap((text) =>
      text === undefined ? [] : sumsIn(parseFormula(text)),
    )) {
      if (!hasCode(codes, code)) continue;
      const list = measure.startsWith('tax') ? found.tax : measure.startsWith('input') ? found.input : found.base;
      if (!list.includes(box)) list.push(box);
    }
  }
  return found;
}

function sumsIn(formula: Formula): { measure: Measure; codes: readonly string[] }[] {
  if (formula.kind === 'zero' || formula.kind === 'box') return [];
  if (formula.kind === 'sum') return [formula];
  if (formula.kind === 'add') return formula.parts.flatMap(({ part }) => sumsIn(part));
  return sumsIn(formula.part);
}
