import type { KeyObject } from 'node:crypto';
import { networkOf } from 'kit/server/network-of';
import { seal } from '../../platform/index.ts';

/** Tells networks apart, on all servers alike, without their addresses in the store. Null for nobody known. */
export function sealNetwork(key: KeyObject, address: string | null): string | null {
  return address === null ? null : seal(key, 'network-1', networkOf(address)).slice(0, 12);
}
