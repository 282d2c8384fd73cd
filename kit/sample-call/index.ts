/** Sample calls of AI agents. Not shared: each remote that shows one carries it. */
export { hvacCall } from './hvac-call.ts';
export { LateSampleCall, SampleCall } from './sample-call.tsx';
export type { SampleCallScript } from './sample-call-script.ts';
