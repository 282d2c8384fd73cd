/** The scope of the packages that squads build with. A site serves them, and a registry may. */
export const packageScope = '@beaconfield';

/** The name of the kit in a squad's own repository. */
export const kitPackage = `${packageScope}/kit`;

/** The tool of squads: `new`, `dev`, `build`, `test`, `publish` and the other commands. */
export const toolPackage = `${packageScope}/remote`;
