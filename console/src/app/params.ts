/** Values of the placeholders of an address: `/sales/:id` has an `id`. */
export type Params = Readonly<Record<string, string>>;
