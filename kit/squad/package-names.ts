/** The scope of the packages that squads build with: a site serves it, and a registry may. */
export const packageScope = '@beaconfield';

/** The kit, as a repository of its own names it. */
export const kitPackage = `${packageScope}/kit`;

/** The tool of a squad: `new`, `dev`, `build`, `test`, `publish` and the rest. */
export const toolPackage = `${packageScope}/remote`;
