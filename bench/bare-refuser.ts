/**
 * Refuses whatever it is sent, with as little work as there can be. A flood of it takes the cores that a flood takes,
 * and asks nothing of the service: what a neighbour suffers beside it, no service could spare them on this machine.
 */
import { createServer } from 'node:net';

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n';
const [port] = process.argv.slice(2);
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => socket.write(refusal));
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
