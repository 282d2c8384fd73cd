import { atom } from 'jotai';
import type { ShownAgent } from 'kit/contracts/agent';

/**
 * The agent that the portal shows, or null while nobody gave a code. It lives in this tab's memory alone, so that the
 * code is in no address and in no storage; a walk to another page and back keeps it, a reload does not.
 */
export const viewedAgentAtom = atom<ShownAgent | null>(null);
