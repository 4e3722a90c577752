import { type BridgeSettings, ConfigError } from '../config.ts';

type Bridge = { readonly bridgeThisProcess: (settings: BridgeSettings) => Promise<string | undefined> };

/** Connects an AI app that starts local programs with a running service, over standard input and output. */
export async function mcp(settings: BridgeSettings): Promise<void> {
  // A file that runs by itself too, as far above `src/commands` as above `dist/commands`.
  const { bridgeThisProcess } = (await import(new URL('../../bin/mcp-bridge.js', import.meta.url).href)) as Bridge;
  const missing = await bridgeThisProcess(settings);
  if (missing !== undefined) throw new ConfigError(missing);
}
