import { createReadStream } from 'node:fs';
import { Agent, type IncomingMessage, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketConfig } from '../config.ts';

/** Upload of a file with a known hash, so that the signature covers every byte. */
type Upload = { readonly path: string; readonly size: number; readonly sha256: string };

type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly name: string;
  readonly body?: Upload;
};

/** Answers what was found, its bytes still to come; undefined where there is nothing of that name. */
export type S3 = (request: S3Request) => Promise<IncomingMessage | undefined>;

/** Error of the storage or the network. It holds no credentials. */
class S3Fault extends Error {
  readonly code: 'storage_refused' | 'storage_unreachable';

  constructor(message: string, status?: number) {
    super(message);
    this.code = status === undefined || mayPassLater.has(status) ? 'storage_unreachable' : 'storage_refused';
  }
}

/** Without a byte in either direction. */
const idleTimeoutMs = 60_000;
const attemptsMax = 4;
const baseDelayMs = 200;
const connectionsMax = 50;
const faultMaxBytes = 16 * 1_024;
const noBytes = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const mayPassLater = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Opens a bucket. Whatever it is asked may be asked twice, so that what the network or the storage could not do is
 * tried again after a longer and random wait.
 */
export function openS3(config: BucketConfig, { retryAfterMs = baseDelayMs } = {}): S3 {
  const root = rootOf(config);
  const options = { keepAlive: true, maxSockets: connectionsMax, timeout: idleTimeoutMs };
  const agent = root.startsWith('https:') ? new SecureAgent(options) : new Agent(options);
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await exchange(request, await signed(config, `${root}/${request.name}`, request), agent);
      } catch (error) {
        const fault = faultOf(error);
        if (fault.code === 'storage_refused' || attempt >= attemptsMax) throw fault;
        await sleep(retryAfterMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  };
}

/** Amazon names a bucket in the host, unless its dots would leave the certificate; everybody takes it in the path. */
function rootOf({ bucket, region, endpoint }: BucketConfig): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

type Signed = { readonly url: URL; readonly headers: Headers };

function signed({ region, credentials }: BucketConfig, url: string, { method, body }: S3Request): Promise<Signed> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return new AwsV4Signer({
    url,
    method,
    region,
    service: 's3',
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    headers: { 'x-amz-content-sha256': body?.sha256 ?? noBytes },
  }).sign();
}

async function exchange({ method, body }: S3Request, { url, headers }: Signed, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const makeRequest = url.protocol === 'https:' ? secure : plain;
  const length = method === 'PUT' ? { 'content-length': String(body?.size ?? 0) } : {};
  const sent = makeRequest(url, { method, agent, headers: { ...Object.fromEntries(headers), ...length } });
  sent.setTimeout(idleTimeoutMs, () => sent.destroy(new S3Fault(`nothing for ${idleTimeoutMs / 1_000} seconds`)));
  sent.on('error', reject);
  sent.on('response', resolve);
  if (body === undefined) sent.end();
  // An answer may come before the last byte, such as a refusal: then it counts, and not that sending broke off.
  else pipeline(createReadStream(body.path), sent).catch(reject);
  const response = await promise;
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return response;
  const said = await saidIn(response);
  if (status === 404 && method !== 'PUT' && !said.includes('NoSuchBucket')) return undefined;
  throw new S3Fault(`it answered ${status}${said === '' ? '' : `, ${said}`}, to a ${method}`, status);
}

/** Its code and sentence, out of a few lines of XML. */
async function saidIn(response: IncomingMessage): Promise<string> {
  let text = '';
  // Text, because of the encoding.
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > faultMaxBytes) break;
  }
  const found = ['Code', 'Message'].flatMap((tag) => new RegExp(`<${tag}>([^<]{1,300})</`).exec(text)?.[1] ?? []);
  return found.join(': ');
}

function faultOf(error: unknown): S3Fault {
  if (error instanceof S3Fault) return error;
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return new S3Fault(causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; '));
}
