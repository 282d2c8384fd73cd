/** The voice provider's id, checked before it enters a URL or an attribute. */
export const voiceAgentIdPattern = /^[A-Za-z0-9_-]{1,128}$/;
