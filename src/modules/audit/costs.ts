/** Fields that tell what something cost, whichever record they stand in. */
const costField = /(^|_)costs?(_|$)|^margin/;

/** Values of counts and movements disclose costs. */
const worthField = /^(value|value_before|value_after|variance)$/;
const aboutStock = /^(mov|count|transfer|resv|loc|variant)_/;

/** A state of a record, or the input of a call, without what things cost. */
export function withoutCosts(value: unknown, target: string | null): unknown {
  const hidesWorth = target === null || aboutStock.test(target);
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => {
        const isHidden = costField.test(key) || (hidesWorth && worthField.test(key));
        return [key, isHidden ? null : walk(item)];
      }),
    );
  };
  return walk(value);
}
