/** The third-party voice widget. It is fetched once, and late. */
export { embedVoice, floatVoice, openVoice } from './voice.ts';
export type { VoiceProvider } from './widget-script.ts';
