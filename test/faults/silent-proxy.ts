import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Proxy = {
  readonly port: number;
  /** From now on nothing is forwarded, either way, and nothing is closed: what a cut cable looks like. */
  silence(): void;
  /** New connections are forwarded again. Those from before stay silent, as a firewall that forgot them keeps them. */
  resume(): void;
  close(): Promise<void>;
};

/** A TCP port in front of a database's socket, which can fall silent. */
export async function openProxy(socketFile: string): Promise<Proxy> {
  let isSilent = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return;
    const far = connect(socketFile);
    keep(far);
    near.pipe(far);
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
      for (const socket of open) socket.unpipe().pause();
    },
    resume: () => void (isSilent = false),
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
