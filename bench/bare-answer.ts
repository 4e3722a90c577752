/**
 * Answers whatever it is sent with so many bytes of JSON, as a service would that had nothing to do: what HTTP itself
 * costs on this machine. A process of its own, so that its CPU can be told apart.
 */
import { createServer } from 'node:http';

const [port, bytes] = process.argv.slice(2).map(Number);
const body = JSON.stringify('x'.repeat(Math.max(0, (bytes ?? 0) - 2)));
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(body));
}).listen(port, '127.0.0.1', () => console.log('ready'));
