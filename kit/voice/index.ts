/** The third-party voice widget: fetched late, once, and only when somebody wants to talk. */
export { embedVoice, floatVoice, openVoice } from './voice.ts';
export type { VoiceProvider } from './widget-script.ts';
