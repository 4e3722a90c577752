export * from './amount.ts';
export { Id, type Prefixed, prefixes } from './id.ts';
export * from './record.ts';
export * from './text.ts';
