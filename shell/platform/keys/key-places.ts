import { join } from 'node:path';

/** The files of an installation's keys. Processes that serve need the first two; whoever signs has the others. */
export interface KeyPlaces {
  /** The public half of the root key, which every server is started with. */
  root: string;
  /** Signs what a shell server does by itself or for staff: steps back, nothing else. */
  guard: string;
  /** Signs what is done by commands: releases and switches. */
  signer: string;
  /** Signs the list of keys and their rights. */
  rootSigner: string;
}

/** Where `npm start` keeps them: private keys of people in a folder of their own, so that it can be kept elsewhere. */
export function keyPlacesIn(keysFolder: string): KeyPlaces {
  return {
    root: join(keysFolder, 'root.pub'),
    guard: join(keysFolder, 'guard.pem'),
    signer: join(keysFolder, 'private/site.pem'),
    rootSigner: join(keysFolder, 'private/root.pem'),
  };
}
