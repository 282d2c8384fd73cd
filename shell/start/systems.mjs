/** The systems for which the project's PostgreSQL and bundler exist. */
const systems = ['linux', 'darwin'];
const processors = ['x64', 'arm64'];

/** Why the site cannot run on a system, and the remedy; undefined if it can. */
export function refuseSystem(platform, processor) {
  if (systems.includes(platform) && processors.includes(processor)) return undefined;
  const advice = platform === 'win32' ? ': run it in WSL (https://learn.microsoft.com/windows/wsl)' : '';
  return `This site runs on Linux and macOS with an x64 or arm64 processor, not on ${platform} ${processor}${advice}.`;
}
