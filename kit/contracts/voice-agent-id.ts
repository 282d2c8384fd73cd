/** The voice provider's id. It is checked before it becomes part of a URL or an attribute. */
export const voiceAgentIdPattern = /^[A-Za-z0-9_-]{1,128}$/;
