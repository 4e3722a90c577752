export { type BatchAnswer, type BatchItem, Daybook } from './daybook.ts';
export type * from './generated/types.ts';
export { type Page, Pages } from './page.ts';
export { DaybookError, type Fault, type Problem } from './problem.ts';
export type { Options, Route } from './request.ts';
export type { Credentials, Tokens } from './session.ts';
export type { Settings } from './transport.ts';
