/** Sample calls of AI agents. They are not a shared module; each remote that shows one bundles it. */
export { hvacCall } from './hvac-call.ts';
export { LateSampleCall, SampleCall } from './sample-call.tsx';
export type { SampleCallScript } from './sample-call-script.ts';
