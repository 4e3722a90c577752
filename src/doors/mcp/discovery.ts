import { isIP } from 'node:net';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { once } from '../../core/once.ts';
import { keepDocument } from '../kept-document.ts';
import { openly, preflight } from '../openly.ts';
import { mcpPath } from './admission.ts';
import { bundle } from './bundle.ts';
import { iconsAt, registerIcons } from './icons.ts';
import { serverInfo } from './server.ts';

/** Where the connector is said to be, by the draft of the discovery extension of MCP. */
const catalogPath = '/.well-known/ai-catalog.json';
const cardPath = `${mcpPath}/server-card`;
/** Installs the connector in Claude Desktop. */
export const bundlePath = '/api/mcp/daybook.mcpb';

const description = 'Clients, products, stock, sales, invoices, expenses and books of a business.';
const revisionWithoutHandshake = '2026-07-28';
const cardType = 'application/mcp-server-card+json';

/** Says to programs that know the address of the service alone how it is connected. Nothing in it is secret. */
export function registerDiscovery(server: FastifyInstance, publicUrl: string): void {
  const documents = [
    { path: catalogPath, type: 'application/ai-catalog+json', body: catalog(publicUrl) },
    { path: cardPath, type: cardType, body: serverCard(publicUrl) },
  ];
  for (const { path, type, body } of documents) {
    const document = keepDocument(type, JSON.stringify(body));
    server.get(path, (request, reply) => {
      openly(reply).header('access-control-expose-headers', 'ETag').header('cache-control', 'public, max-age=3600');
      return document.send(request, reply);
    });
    server.options(path, preflight('GET'));
  }
  registerIcons(server);
  const packed = once(() => Buffer.from(bundle(publicUrl, description)));
  server.get(bundlePath, async (_, reply) =>
    reply
      .type('application/octet-stream')
      .header('content-disposition', 'attachment; filename="daybook.mcpb"')
      .send(packed()),
  );
}

/** `com.example.books/daybook`, and `127.0.0.1/daybook` where there is no name to turn around. */
function nameOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '');
  const turned = isIP(host) === 0 ? host.split('.').toReversed().join('.') : host.replaceAll(':', '-');
  return `${turned}/${serverInfo.name}`;
}

function catalog(publicUrl: string): object {
  const { hostname } = new URL(publicUrl);
  return {
    specVersion: '1.0',
    entries: [
      { identifier: `urn:air:${hostname}:mcp:${serverInfo.name}`, type: cardType, url: `${publicUrl}${cardPath}` },
    ],
  };
}

function serverCard(publicUrl: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: nameOf(publicUrl),
    title: serverInfo.title,
    version: serverInfo.version,
    description,
    websiteUrl: publicUrl,
    icons: iconsAt(publicUrl),
    remotes: [
      {
        type: 'streamable-http',
        url: `${publicUrl}${mcpPath}`,
        supportedProtocolVersions: [revisionWithoutHandshake, ...SUPPORTED_PROTOCOL_VERSIONS],
      },
    ],
  };
}
