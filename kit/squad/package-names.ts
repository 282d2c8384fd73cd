/** The scope of the packages that squads build with. Every site serves them; a registry may, too. */
export const packageScope = '@beaconfield';

/** The name of the kit in a squad's own repository. */
export const kitPackage = `${packageScope}/kit`;

/** The command-line tool of squads: `new`, `dev`, `build`, `test`, `publish` and more. */
export const toolPackage = `${packageScope}/remote`;
