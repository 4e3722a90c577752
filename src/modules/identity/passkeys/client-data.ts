import { z } from 'zod';

const ClientData = z.object({ challenge: z.string().max(200), crossOrigin: z.boolean().optional() });

/** Facts that the browser has signed along. Undefined for what no browser writes, and for what a frame asked for. */
export function clientDataIn(encoded: string): { readonly challenge: string } | undefined {
  try {
    const data = ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    return data.crossOrigin === true ? undefined : data;
  } catch {
    return undefined;
  }
}
