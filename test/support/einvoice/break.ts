/** A rule, the field that it points to, and what of an invoice that says everything breaks it. */
export type Break = readonly [rule: string, pointer: string, changes: Readonly<Record<string, unknown>>];
