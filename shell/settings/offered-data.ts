/**
 * What routes may name as their data. The shell server asks for it for everybody and keeps it for seconds: only what is the
 * same for everybody, and public, stands here.
 */
export const offeredData = ['/api/ai-agents/by-name/:agentName'];
