import { type BridgeSettings, ConfigError } from '../config.ts';

type Bridge = (parts: {
  readonly url: string;
  readonly token: string;
  readonly input: NodeJS.ReadableStream;
  readonly write: (line: string) => void;
}) => Promise<void>;

/** Connects an AI app that starts local programs with a running service, over standard input and output. */
export async function mcp({ url, token }: BridgeSettings): Promise<void> {
  if (token?.startsWith('svc_') !== true) {
    throw new ConfigError(
      'Set DAYBOOK_MCP_TOKEN to a token that begins with svc_; /connect of your Daybook makes one.',
    );
  }
  // A file that runs by itself too, as far above `src/commands` as above `dist/commands`.
  const { bridge } = (await import(new URL('../../bin/mcp-bridge.js', import.meta.url).href)) as { bridge: Bridge };
  await bridge({ url, token, input: process.stdin, write: (line) => void process.stdout.write(`${line}\n`) });
}
