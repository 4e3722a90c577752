/**
 * Schemes of their own by which programs on a computer are called back, each with the address that its program
 * registers (RFC 8252, 7.1). Any other program can claim the scheme too, so the code that comes back is worth nothing
 * without the verifier that stayed with who asked (PKCE), and nothing but the whole address is taken.
 */
const callbacks: readonly (string | RegExp)[] = [
  'cursor://anysphere.cursor-mcp/oauth/callback',
  /^cursor:\/\/anysphere\.cursor-retrieval\/oauth\/[\w.-]{1,64}\/callback$/,
  'claude://claude.ai/settings/connectors',
  // Cline, in each editor that it runs in; the last part stands for the server that it calls.
  /^(?:vscode|vscode-insiders|cursor|windsurf):\/\/saoudrizwan\.claude-dev\/mcp-auth\/callback(?:\/[\w-]{1,64})?$/,
  /^raycast:\/\/oauth\?package_name=[\w-]{1,64}$/,
  /^com\.raycast:\/oauth\?package_name=[\w-]{1,64}$/,
  // Their makers do not publish the path, so it is held to the program and to the name of such a path.
  /^windsurf(?:-next)?:\/\/codeium\.windsurf\/(?:[\w-]{1,40}\/){0,4}callback$/,
  /^jetbrains:\/\/(?:gateway|idea|pycharm|webstorm|phpstorm|goland|rider|clion)\/(?:[\w.-]{1,40}\/){0,4}callback$/,
];

/** True where an address is exactly the callback of a known program. */
export function isKnownCallback(uri: string): boolean {
  return callbacks.some((known) => (typeof known === 'string' ? known === uri : known.test(uri)));
}

/** Schemes that a browser acts upon by itself, or that read this machine: never anybody's way back. */
const unsafe = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'filesystem:',
  'about:',
  'view-source:',
]);

/** True for a private-use scheme, which other programs can claim. */
export function isPrivateUse(uri: string): boolean {
  const { protocol } = URL.parse(uri) ?? {};
  return protocol !== undefined && !/^(?:https?|wss?|ftp):$/.test(protocol) && !unsafe.has(protocol);
}
