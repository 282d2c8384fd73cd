/** Whether the packages in a folder are those that its lockfile and its workspaces ask for, and all of them are there. */
export function isInstalled(root: string): boolean;

/** Call after an installation. */
export function noteInstalled(root: string): void;
