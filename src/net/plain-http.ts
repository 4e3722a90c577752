/**
 * `node:http`, which an `import` of values would evaluate with all that it exports: the WebSocket of browsers among
 * them, with 5 MB of what `fetch` is made of.
 */
export const plainHttp = process.getBuiltinModule('node:http');
