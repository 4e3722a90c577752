import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { BucketConfig } from '../../src/config.ts';

/** Storage that speaks as S3 does, and takes nothing that is not signed as its documentation says. */
export type Bucket = {
  readonly config: BucketConfig;
  readonly objects: Map<string, Buffer>;
  /** Requests that it had, such as `PUT books/…`, in their order. */
  readonly asked: string[];
  /** Faults in place of the next answers, one each. */
  readonly faults: Fault[];
};

type Fault = 500 | 503 | 'cut' | 'short';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY',
  sessionToken: 'st',
};

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => void answer(request, response, { objects, asked, faults }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.closeAllConnections());
  after(() => server.close());
  // A server that listens on a port says so.
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const config = { bucket: 'daybook-test', prefix: 'books', region: 'eu-central-1', endpoint, credentials };
  return { config, objects, asked, faults };
}

type Held = Pick<Bucket, 'objects' | 'asked' | 'faults'>;

async function answer(request: IncomingMessage, response: ServerResponse, { objects, asked, faults }: Held) {
  const [path = ''] = (request.url ?? '').split('?');
  const name = path.replace('/daybook-test/', '');
  const fault = faults.shift();
  asked.push(`${request.method} ${name}`);
  if (fault === 'cut') return void request.socket.destroy();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const refuse = (status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>As told.</Message></Error>`);
  };
  if (fault === 500 || fault === 503) return refuse(fault, 'SlowDown');
  if (!path.startsWith('/daybook-test/')) return refuse(404, 'NoSuchBucket');
  const wrong = wrongIn(request, body);
  if (wrong !== undefined) return refuse(wrong === 'MissingContentLength' ? 411 : 403, wrong);
  if (request.method === 'PUT') objects.set(name, body);
  if (request.method === 'DELETE') objects.delete(name);
  if (request.method === 'PUT' || request.method === 'DELETE') return void response.writeHead(200).end();
  const found = objects.get(name);
  if (found === undefined) return refuse(404, 'NoSuchKey');
  response.writeHead(200, { 'content-length': found.length });
  if (fault === 'short') return void response.write(found.subarray(0, found.length / 2), () => response.destroy());
  response.end(request.method === 'HEAD' ? undefined : found);
}

/** AWS Signature Version 4, from the specification. */
function wrongIn({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength';
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(.+), Sig/;
  const [, keyId, day = '', region = '', names = ''] = pattern.exec(headers.authorization ?? '') ?? [];
  if (keyId !== credentials.accessKeyId || region !== 'eu-central-1') return 'InvalidAccessKeyId';
  const said = String(headers['x-amz-content-sha256']);
  if (said !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  if (headers['x-amz-security-token'] !== credentials.sessionToken) return 'InvalidToken';
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'];
  if (!needed.every((name) => names.split(';').includes(name))) return 'AccessDenied';
  const at = String(headers['x-amz-date']);
  const [path, query = ''] = (url ?? '').split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, lines.join(''), names, said].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return headers.authorization?.endsWith(`Signature=${signature}`) === true ? undefined : 'SignatureDoesNotMatch';
}
