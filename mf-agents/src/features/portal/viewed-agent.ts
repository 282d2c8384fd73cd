import { atom } from 'jotai';
import type { ShownAgent } from 'kit/contracts/agent';

/**
 * The agent in the portal; null before a code is entered. It is only in this tab's memory, so that the code is in no URL
 * and no storage: it survives a client-side navigation, but not a reload.
 */
export const viewedAgentAtom = atom<ShownAgent | null>(null);
