/** The parts of a catalogue, as the build divides it. */
declare module '*.json?first' {
  export const console: Partial<import('./index.ts').Words>;
}
declare module '*.json?further' {
  export const console: Partial<import('./index.ts').Words>;
}
declare module '*.json?refusals' {
  export const console: Partial<import('./index.ts').Words>;
  export const field_faults: Readonly<Record<string, string>>;
}
declare module '*.json?names' {
  export const console: Partial<import('./index.ts').Words>;
  export const check_promises: Readonly<Record<string, string>>;
  export const event_titles: Readonly<Record<string, string>>;
  export const field_names: Readonly<Record<string, string>>;
  export const permissions: Readonly<Record<string, string>>;
  export const refusal_titles: Readonly<Record<string, string>>;
  export const things: Readonly<Record<string, string>>;
  export const value_names: Readonly<Record<string, string>>;
  export const work_problems: Readonly<Record<string, string>>;
}
