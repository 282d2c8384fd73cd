/**
 * API paths that routes may name as their data. The shell server requests and caches them for all visitors, so only public
 * data that is the same for everybody may be listed.
 */
export const offeredData = ['/api/ai-agents/by-name/:agentName'];
