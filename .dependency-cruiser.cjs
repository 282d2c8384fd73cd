/** The rooms of the release platform, each above all that it may import. */
const roomsOfPlatform = ['guard', 'acts', 'gate', 'serve', 'state', 'log', 'keys', 'storage'];

/** The one-way imports of the house: contracts <- kit <- features <- pages <- routes <- remote. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-stand-alone',
      comment:
        'Contracts cross processes: they know no React and nothing else of ours but the words they are written in.',
      severity: 'error',
      from: { path: '^kit/contracts' },
      to: { path: '^(kit/(?!contracts|schema/)|shell|api|mf-|e2e)|node_modules/(react|@chakra-ui|@emotion)' },
    },
    {
      name: 'kit-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^kit/' },
      to: { path: '^(shell|api|mf-[a-z-]+|e2e)/' },
    },
    {
      name: 'kit-server-is-node-alone',
      comment:
        'What processes share on a machine: it knows Node and nothing else of ours, so that any image may take it. That images have its packages, "image contents" of the check holds.',
      severity: 'error',
      from: { path: '^kit/server/(?!alerts/|settings/)', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot:
          '^(kit/server/|node_modules/(@commander-js/extra-typings|@opentelemetry/[a-z-]+|commander|ipaddr[.]js|pino)/)',
      },
    },
    {
      name: 'settings-know-schemas',
      comment: 'What the programs read of their environment: beside Node it knows schemas.',
      severity: 'error',
      from: { path: '^kit/server/settings/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypesNot: ['core'], pathNot: '^(kit/server/|node_modules/zod/)' },
    },
    {
      name: 'alerts-are-for-both-servers',
      comment: 'How people are told of alerts: beside Node it knows schemas, mail and signed webhooks.',
      severity: 'error',
      from: { path: '^kit/server/alerts/', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot:
          '^(kit/server/((alerts|settings)/|text[.]ts$)|node_modules/(zod|nodemailer|@types/nodemailer|standardwebhooks)/)',
      },
    },
    {
      name: 'squad-tools-go-to-strangers',
      comment:
        'What a squad installs holds itself, the contracts, how remotes are built and what runs on a machine: nothing of the shell, no design system. What the site takes of it knows small packages alone.',
      severity: 'error',
      from: { path: '^kit/squad/', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot: '^(kit/(squad|contracts|schema|federation|server)/|node_modules/)',
      },
    },
    {
      name: 'squad-parts-of-the-site',
      comment: 'What the release platform shares with the tool runs in images without the packages of builds.',
      severity: 'error',
      from: { path: '^kit/squad/(release|rules|site-client)/', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot:
          '^(kit/(squad/(release|rules|site-client)|contracts|schema)/|node_modules/(zod|semver|@types/semver)/)',
      },
    },
    {
      name: 'kit-server-stays-off-the-browser',
      severity: 'error',
      from: { path: '^(mf-[a-z-]+|shell/(app|browser)|kit/(?!server/|squad/))' },
      to: { path: '^kit/server/' },
    },
    {
      name: 'remotes-meet-through-the-url',
      comment: 'A remote imports no other remote, and not the shell.',
      severity: 'error',
      from: { path: '^(mf-[a-z-]+)/' },
      to: { path: '^(shell|api|e2e|mf-[a-z-]+)/', pathNot: '^$1/' },
    },
    {
      name: 'shell-knows-no-remote',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: '^(api|mf-[a-z-]+|e2e)/' },
    },
    {
      name: 'api-imports-contracts-only',
      comment: 'And kit/server, which no browser ever gets.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(shell|mf-[a-z-]+|e2e|kit/(?!contracts|server/))' },
    },
    {
      name: 'api-foundations-know-no-http',
      comment: 'What the office commands and the workers stand on too says nothing in the words of a request.',
      severity: 'error',
      from: { path: '^api/src/(database|metrics|log|settings)/' },
      to: { path: '^api/src/(http|problems|limits|validation|openapi)/' },
    },
    {
      name: 'features-stand-alone',
      comment: 'A feature imports no other feature, and no page.',
      severity: 'error',
      from: { path: '^(mf-[a-z-]+)/src/features/([^/]+)/' },
      to: { path: '^$1/src/(features/(?!$2/)|pages/|routes)' },
    },
    {
      name: 'sections-are-stateless',
      comment: 'Sections take data and callbacks; they know neither features nor pages.',
      severity: 'error',
      from: { path: '^(mf-[a-z-]+)/src/sections/' },
      to: { path: '^$1/src/(features|pages|routes)' },
    },
    {
      name: 'shell-draws-with-the-kit',
      comment: 'Chakra beyond the kit is loaded by the pages of remotes that need it, and by no other one.',
      severity: 'error',
      from: {
        path: '^shell/',
        pathNot:
          '^shell/(browser/main|browser/class-names|browser/boot/pin-server-styles[.]test|server-entry/render-page|app/site-tree|app/emotion-cache)',
      },
      to: { path: 'node_modules/(@chakra-ui|@emotion)/' },
    },
    {
      name: 'browser-code-stays-off-the-server',
      severity: 'error',
      from: { path: '^shell/(server|staff|start|platform|cli|settings|build)/' },
      to: { path: '^shell/(browser|app)/', pathNot: '^shell/app/[a-z-]+[.]ts$' },
    },
    {
      name: 'platform-knows-no-website',
      comment:
        'The release platform could move to another project with the contracts of releases: what it has to know of a site comes as data.',
      severity: 'error',
      from: { path: '^shell/platform/' },
      to: {
        path: '^(shell|kit|api|e2e|mf-[a-z-]+)/',
        pathNot:
          '^(shell/(platform|node_modules)/|kit/contracts/(release|composition|canary-plan|match-path|origins|shell-name|slots)[.]ts$|kit/(contracts/squad|squad/release|squad/rules)/|kit/server/(content-type|make-folder|seeded-random|text)[.]ts$)',
      },
    },
    {
      name: 'platform-has-one-door',
      comment: 'Everything else of the shell, and e2e, uses the platform through shell/platform/index.ts alone.',
      severity: 'error',
      from: { path: '^(shell|e2e|kit|api|mf-[a-z-]+)/', pathNot: '^shell/(platform/|.*([.]test[.]tsx?$|/testing/))' },
      // The object store that tests start is also what `npm test` installs and what drills break.
      to: { path: '^shell/platform/', pathNot: '^shell/platform/(index[.]ts$|testing/object-store/)' },
    },
    {
      name: 'tests-have-one-more-door',
      comment: 'Tests of the other rooms may also build releases with what the tests of the platform build them with.',
      severity: 'error',
      from: { path: '^shell/(?!platform/).*([.]test[.]tsx?$|/testing/)' },
      to: { path: '^shell/platform/', pathNot: '^shell/platform/(index[.]ts$|testing/)' },
    },
    {
      name: 'platform-does-not-go-round',
      comment:
        'The door is for the others: inside, a file says which one it imports. The example is written as the others are.',
      severity: 'error',
      from: { path: '^shell/platform/', pathNot: '^shell/platform/example[.]ts$' },
      to: { path: '^shell/platform/index[.]ts$' },
    },
    // A test may build what it tests with the rooms above.
    ...roomsOfPlatform.map((room, index) => ({
      name: `platform-room-${room}-imports-downwards`,
      comment: `The rooms of the platform from the top: ${roomsOfPlatform.join(', ')}.`,
      severity: 'error',
      from: { path: `^shell/platform/${room}/`, pathNot: '[.]test[.]ts$' },
      to: { path: `^shell/platform/(${[...roomsOfPlatform.slice(0, index), 'testing'].join('|')})/` },
    })),
    {
      name: 'settings-know-no-program',
      comment:
        'platform <- settings <- server, cli <- start: who is configured imports the settings, never the reverse.',
      severity: 'error',
      from: { path: '^shell/(settings|build)/' },
      to: { path: '^shell/(server|staff|cli|start|browser|app|server-entry)/' },
    },
    {
      name: 'server-stands-alone',
      comment: 'The web server runs in an image of its own, without what starts, builds or commands it.',
      severity: 'error',
      from: { path: '^shell/(server|staff)/' },
      to: { path: '^shell/(start|cli|build|server-entry)/' },
    },
    {
      name: 'staff-pages-are-loaded-by-the-program',
      comment:
        'They are React components, which Node cannot run: the server program alone loads them, as they were built.',
      severity: 'error',
      from: { path: '^shell/(?!staff/|server/main[.]ts$)' },
      to: { path: '^shell/staff/' },
    },
    {
      name: 'cli-stands-alone',
      comment:
        'npm run release works beside a server that runs, and without one. Of the server its program names the pages alone, which the gate tries releases in.',
      severity: 'error',
      from: { path: '^shell/cli/' },
      to: { path: '^shell/(start|server|staff|server-entry|browser|app)/', pathNot: '^shell/server/host-pages[.]ts$' },
    },
    {
      name: 'nobody-imports-what-starts',
      comment: 'npm start is the last one: it may import every room, and no room imports it.',
      severity: 'error',
      from: { path: '^shell/(?!start/)' },
      to: { path: '^shell/start/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What is built here. Packages are seen, and not followed: most have their files in a folder of that name.
    exclude: { path: '^(kit|shell|api|e2e|mf-[a-z-]+)/(showcase/)?dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
