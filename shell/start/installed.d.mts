/** Whether all packages in a folder match its lockfile and its workspaces. */
export function isInstalled(root: string): boolean;

/** Call it after an installation. */
export function noteInstalled(root: string): void;

/** Waits while another process installs into the folder. Returns a function that lets the next one in. */
export function waitToInstall(root: string): Promise<() => void>;

/** Why the site cannot run on a system, and the remedy; undefined if it can. */
export function refuseSystem(platform: string, processor: string): string | undefined;
