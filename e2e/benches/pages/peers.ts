import { existsSync } from 'node:fs';
import path from 'node:path';
import { type StaticServer, serveFolder } from './static-server.ts';

/** The peers and the paths of their builds in the peers folder. */
const outputs: Readonly<Record<string, string>> = {
  astro: 'astro/dist',
  next: 'next/out',
  'vite-spa': 'vite-spa/dist',
  'mf-csr': 'mf-csr/dist',
};

export interface Peer extends StaticServer {
  name: string;
}

/**
 * Serves every peer that is built in the folder.
 *
 * @throws Error when the folder contains none.
 */
export async function servePeers(folder: string): Promise<Peer[]> {
  const built = Object.entries(outputs).filter(([, output]) => existsSync(path.join(folder, output, 'index.html')));
  if (built.length === 0) {
    throw new Error(`${folder} holds no built peer: expected one of ${Object.values(outputs).join(', ')}.`);
  }
  return Promise.all(
    built.map(async ([name, output]) => ({ name, ...(await serveFolder(path.join(folder, output))) })),
  );
}
