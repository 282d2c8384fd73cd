/** One path of every kind of page. */
export const kindsOfPages: readonly string[] = [
  '/',
  '/hvac',
  '/services',
  '/consultation',
  '/contact',
  '/leads',
  '/ai-agent-demo',
  '/ai-agent-packages',
  '/custom-ai-agent',
  '/agents/demo-agent',
  '/my-agent',
  '/exotics-intake',
  '/click-demos',
];
